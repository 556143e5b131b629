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

/** Status 0 is a hall that does not answer; its sentence is for the page to find. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Problem(0, "silent", "");
  }
  const told = await read(answer);
  if (answer.ok) return told as T;
  const { detail = "", reason = "" } = (told ?? {}) as { detail?: string; reason?: string };
  throw new Problem(detail === "" ? 0 : answer.status, reason, detail);
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);

/** What is neither JSON nor nothing comes from somebody on the way: a proxy, or a network that wants a log-in. */
async function read(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (text === "") return null;
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!/json/.test(kind)) throw new Problem(0, "silent", "");
  return JSON.parse(text);
}
