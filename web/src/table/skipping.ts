/** A tap beside every control shows the next beat; two quick ones show everything. Space does the same. */

import { hall } from "../store/hall.svelte";

/** Milliseconds within which a second tap means: now. */
const TWICE = 350;
const CONTROLS = "a, button, input, select, textarea, label, summary, dialog, aside, [role='tab'], [tabindex='0']";

/** An attachment for the room of a table. */
export function skipOnTap(room: HTMLElement): () => void {
  let last = -TWICE;

  function skip(event: Event): void {
    if (!hall.isTelling || (event.target as Element).closest(CONTROLS) !== null) return;
    event.preventDefault();
    if (event.timeStamp - last < TWICE) hall.jumpToNow();
    else hall.skip();
    last = event.timeStamp;
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === " " && !event.repeat) skip(event);
  };

  room.addEventListener("pointerdown", skip);
  document.addEventListener("keydown", press);
  return () => {
    room.removeEventListener("pointerdown", skip);
    document.removeEventListener("keydown", press);
  };
}
