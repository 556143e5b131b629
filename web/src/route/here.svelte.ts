/** Where you are in the hall: the address decides which view is shown. */

import { type Route, routeOf } from "./routes";

/** Addresses that the server answers with pages of its own. */
const ELSEWHERE = /^\/(api|avatars|docs|schema|metrics)(\/|$)/;

let address = $state.raw(new URL(location.href));
const route = $derived(routeOf(address));

export function here(): Route {
  return route;
}

/** Go there, and let the screen reader and the keyboard begin at its top. */
export function go(to: string, { replace = false } = {}): void {
  const next = new URL(to, location.href);
  if (replace) history.replaceState(null, "", next);
  else history.pushState(null, "", next);
  if (moved(next)) scrollTo(0, 0);
}

/** Whether that is another view. */
function moved(next: URL): boolean {
  const away = next.pathname !== address.pathname;
  address = next;
  if (away) arrive();
  return away;
}

/** The view may come in pieces, each with a top of its own, until you do something there. */
function arrive(): void {
  const atTop = () => document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  const done = new AbortController();
  const changes = new MutationObserver(() => {
    if (document.activeElement === document.body) atTop();
  });
  changes.observe(document.body, { childList: true, subtree: true }); // the old view is gone before the next frame
  requestAnimationFrame(() => {
    atTop();
    for (const gesture of ["keydown", "pointerdown"]) addEventListener(gesture, () => done.abort(), { signal: done.signal });
  });
  done.signal.onabort = () => changes.disconnect();
}

/** Links within the page do not load it again. */
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
