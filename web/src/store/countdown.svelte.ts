/** Countdowns: whatever reads one is drawn again every half second. */

import { createSubscriber } from "svelte/reactivity";
import { hall } from "./hall.svelte";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 500);
  return () => clearInterval(timer);
});

/** Whole seconds until this time of the hall; 0 when it is over. */
export function secondsUntil(time: number): number {
  subscribe();
  return Math.max(0, Math.ceil(time - hall.now));
}

/** How much is left of the time between these two of the hall, from 1 to 0. */
export function shareLeft(since: number, until: number): number {
  subscribe();
  return until > since ? Math.min(1, Math.max(0, (until - hall.now) / (until - since))) : 0;
}

/** Whole seconds until this time of our own clock. */
export function secondsUntilHere(time: number): number {
  subscribe();
  return Math.max(0, Math.ceil(time - performance.now() / 1000));
}

/** Whole seconds until this time by the calendar, in seconds since 1970. */
export function secondsUntilDate(time: number): number {
  subscribe();
  return Math.max(0, Math.ceil(time - Date.now() / 1000));
}
