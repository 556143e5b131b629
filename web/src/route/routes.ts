/** Which view an address asks for. Pure. */

export type Route =
  | { readonly name: "hall" }
  | { readonly name: "table" | "television"; readonly code: string; readonly key: string }
  | { readonly name: "tournaments" | "new_tournament" }
  | { readonly name: "tournament" | "tournament_television"; readonly tournament: string; readonly key: string }
  | { readonly name: "rules"; readonly game: string | null; readonly paragraph: string }
  | { readonly name: "leaderboard"; readonly game: string; readonly predictors: boolean }
  | { readonly name: "account" }
  | { readonly name: "people" }
  | { readonly name: "person"; readonly person: string }
  | { readonly name: "dice" }
  | { readonly name: "nights" }
  | { readonly name: "night"; readonly shared: string; readonly change: string }
  | { readonly name: "claim"; readonly secret: string }
  | { readonly name: "not_found" };

const CODE = /^[a-z]{2,12}$/i;

const NOT_FOUND: Route = { name: "not_found" };

export function routeOf(address: URL): Route {
  const [first = "", second = "", ...more] = address.pathname.split("/").filter((part) => part !== "").map(decoded);
  if (more.length > 0) return NOT_FOUND;
  switch (first) {
    case "":
      return { name: "hall" };
    case "t":
      if (second === "") return { name: "hall" };
      if (!CODE.test(second)) return NOT_FOUND;
      return { name: address.searchParams.has("tv") ? "television" : "table", code: second.toLowerCase(), key: keyIn(address.hash) };
    case "tournaments":
      if (second === "") return { name: "tournaments" };
      return second === "new" ? { name: "new_tournament" } : NOT_FOUND;
    case "tournament":
      if (second === "") return { name: "tournaments" };
      if (!CODE.test(second)) return NOT_FOUND;
      return {
        name: address.searchParams.has("tv") ? "tournament_television" : "tournament",
        tournament: second.toLowerCase(),
        key: keyIn(address.hash),
      };
    case "rules":
      return { name: "rules", game: second || null, paragraph: decoded(address.hash.slice(1)) };
    case "leaderboard":
      return { name: "leaderboard", game: address.searchParams.get("game") ?? "", predictors: address.searchParams.has("predictors") };
    case "account":
      return { name: "account" };
    case "people":
      return second === "" ? { name: "people" } : { name: "person", person: second };
    case "dice":
      return second === "" ? { name: "dice" } : NOT_FOUND;
    case "nights":
      return second === "" ? { name: "nights" } : NOT_FOUND;
    case "night":
      return second === "" ? { name: "night", shared: address.hash.slice(1), change: address.searchParams.get("change") ?? "" } : NOT_FOUND;
    case "claim":
      return second === "" ? NOT_FOUND : { name: "claim", secret: second };
    default:
      return NOT_FOUND;
  }
}

/** The whole room looks at it. */
export function isTelevision(route: Route): boolean {
  return route.name === "television" || route.name === "tournament_television";
}

/** The link of a private table or tournament has its key after the code, where no server logs it. */
function keyIn(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get("k") ?? "";
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
