/** Whether the page is before someone's eyes: whatever asks is drawn again when that changes. */

import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  document.addEventListener("visibilitychange", update);
  return () => document.removeEventListener("visibilitychange", update);
});

export function isSeen(): boolean {
  subscribe();
  return !document.hidden;
}
