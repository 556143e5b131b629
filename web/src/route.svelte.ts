/** Where one is in the hall: the address decides which place is shown. */

export type Place =
  | { readonly name: "hall" }
  | { readonly name: "table"; readonly code: string }
  | { readonly name: "rules"; readonly game: string | null; readonly paragraph: string }
  | { readonly name: "leaderboard"; readonly game: string }
  | { readonly name: "account" }
  | { readonly name: "nowhere" };

/** Addresses that the server answers with pages of its own. */
const ELSEWHERE = /^\/(api|avatars|claim|dice|docs|people|schema|metrics)(\/|$)/;

const CODE = /^[a-z]{2,12}$/i;

export function placeOf(address: URL): Place {
  const [first = "", second = "", ...more] = address.pathname.split("/").filter((part) => part !== "").map(decoded);
  if (more.length > 0) return { name: "nowhere" };
  switch (first) {
    case "":
      return { name: "hall" };
    case "t":
      if (second === "") return { name: "hall" };
      return CODE.test(second) ? { name: "table", code: second.toLowerCase() } : { name: "nowhere" };
    case "rules":
      return { name: "rules", game: second || null, paragraph: decoded(address.hash.slice(1)) };
    case "leaderboard":
      return { name: "leaderboard", game: address.searchParams.get("game") ?? "" };
    case "account":
      return { name: "account" };
    default:
      return { name: "nowhere" };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let address = $state.raw(new URL(location.href));
const place = $derived(placeOf(address));

export function here(): Place {
  return place;
}

/** Go there, and let the screen reader and the keyboard begin at its top. */
export function go(to: string, { replace = false } = {}): void {
  const next = new URL(to, location.href);
  if (replace) history.replaceState(null, "", next);
  else history.pushState(null, "", next);
  if (moved(next)) scrollTo(0, 0);
}

/** Whether that is another place. */
function moved(next: URL): boolean {
  const away = next.pathname !== address.pathname;
  address = next;
  if (away) arrive();
  return away;
}

/** The place may come in pieces, each with a top of its own, until somebody does something there. */
function arrive(): void {
  const atTop = () => document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  const done = new AbortController();
  const changes = new MutationObserver(() => {
    if (document.activeElement === document.body) atTop();
  });
  changes.observe(document.body, { childList: true, subtree: true }); // the old place is gone before the next frame
  requestAnimationFrame(() => {
    atTop();
    for (const gesture of ["keydown", "pointerdown"]) addEventListener(gesture, () => done.abort(), { signal: done.signal });
  });
  done.signal.onabort = () => changes.disconnect();
}

/** Links within the page do not load it anew. */
export function startRouting(): void {
  addEventListener("popstate", () => void moved(new URL(location.href)));
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest?.("a");
    if (!link || link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (ELSEWHERE.test(link.pathname)) return;
    if (link.pathname === location.pathname && link.search === location.search && link.hash !== "") return;
    event.preventDefault();
    go(link.href);
  });
}
