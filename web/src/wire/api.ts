/** What goes by HTTP: people, results, games and their words. */

/** Why something was not done; the message is for people. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

const TOO_MANY = 429;
const SHORTLY = 2000;

/** Status 0 is a hall that does not answer; its sentence is for the page to find. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  let told: unknown;
  try {
    answer = await fetch(path, {
      method,
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    told = await read(answer);
  } catch {
    throw new Problem(0, "silent", "");
  }
  if (answer.ok) return told as T;
  const { detail = "", reason = "" } = (told ?? {}) as { detail?: string; reason?: string };
  throw new Problem(detail === "" ? 0 : answer.status, reason, detail);
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);

/** What the page cannot do without: asked for again until the hall has answered, be it that there is no such thing. */
export async function getAtLast<T>(path: string): Promise<T> {
  for (;;) {
    try {
      return await get<T>(path);
    } catch (why) {
      if (!(why instanceof Problem) || (why.status >= 400 && why.status < 500 && why.status !== TOO_MANY)) throw why;
    }
    await new Promise((next) => setTimeout(next, SHORTLY));
  }
}

/** What is neither JSON nor empty comes from a proxy on the way, or from a network that wants a log-in. */
async function read(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (text === "") return null;
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!/json/.test(kind)) throw new TypeError(kind);
  return JSON.parse(text);
}
