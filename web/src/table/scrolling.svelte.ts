/** Brings my turn into sight, and the result; and never scrolls against your own scrolling. */

import { tick, untrack } from "svelte";
import { mayMove } from "../look/preferences.svelte";
import type { Phase } from "../boardkit/view";

interface InSight {
  /** Whether there is something to press, and it is drawn. */
  readonly isMyTurn: boolean;
  /** The id of the title on the screen, undefined where there is none. */
  readonly title: number | undefined;
  readonly phase: Phase;
}

/** Milliseconds for which a title is read before the page moves. */
const TITLE_STANDS = 1500;

const behavior = () => (untrack(mayMove) ? "smooth" : "auto");

/** An attachment for the room of a table. */
export function scrollToTurn(insight: () => InSight): (room: HTMLElement) => () => void {
  return (room) => {
    let titleSince = -TITLE_STANDS;
    /** Where you were before your turn came; null once you have scrolled elsewhere. */
    let cameFrom: number | null = null;
    let hasPlayed = false;
    const { isMyTurn, title, phase } = $derived(insight());

    $effect(() => {
      if (title !== undefined) titleSince = performance.now();
    });
    // If you read the story further down, you see that it is your turn, but not before you have seen why. When you have
    // answered, you see the board again, unless you have scrolled yourself.
    $effect(() => {
      if (!isMyTurn) return;
      const timer = setTimeout(
        () => {
          cameFrom = scrollY;
          room.querySelector("section.panel")?.scrollIntoView({ block: "nearest", behavior: behavior() });
        },
        Math.max(0, titleSince + TITLE_STANDS - performance.now()),
      );
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (isMyTurn || cameFrom === null) return;
      scrollTo({ top: cameFrom, behavior: behavior() });
      cameFrom = null;
    });
    $effect(() => {
      if (phase === "over" && hasPlayed) void tick().then(() => scrollTo({ top: 0, behavior: behavior() }));
      hasPlayed = phase === "playing";
    });

    const stay = () => (cameFrom = null);
    const gestures = ["wheel", "touchmove"] as const;
    for (const gesture of gestures) room.addEventListener(gesture, stay, { passive: true });
    return () => {
      for (const gesture of gestures) room.removeEventListener(gesture, stay);
    };
  };
}
