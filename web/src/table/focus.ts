/** Keyboard play: when the focused control disappears, the focus goes to what replaces it. */

const PANEL = ":is(section.dock, section.panel)";
const CHOICE = ":is(section.dock, section.stage, section.panel) [data-first]:not(:disabled)";
const RESULT = "section.result";

/** An attachment for the room of a table. It never takes the focus from something that still has it. */
export function keepFocus(room: HTMLElement): () => void {
  let held: Element | null = null;
  /** Where the focus was put for want of a choice; it goes on from there when there is one. */
  let parked: Element | null = null;

  // Whatever had it, a sheet over the room too: when that goes, what it covered may be gone as well.
  const note = ({ target }: FocusEvent) => (held = target instanceof Element ? target : null);
  let byPointer = false;
  // A press beside every control lets go of the focus.
  const letGo = () => {
    held = null;
    byPointer = true;
  };
  const take = () => (byPointer = false);

  let frame = 0;
  function goOn() {
    frame = 0;
    const active = document.activeElement;
    if (active !== parked && !isLost(active)) return;
    const [next, isChoice] = whereToGoOn(room);
    parked = isChoice ? null : next;
    if (next !== active) next.focus({ preventScroll: !isChoice });
  }

  function isLost(active: Element | null): boolean {
    const isNowhere = active === null || active === document.body || active === held;
    return isNowhere && held !== null && !isUsable(held);
  }

  // Keys must never meet an empty place. For a finger the next frame will do: it lays out the page anyway, as moving the focus does.
  const changes = new MutationObserver(() => {
    if (byPointer) frame ||= requestAnimationFrame(goOn);
    else goOn();
  });
  changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "data-first"] });
  document.addEventListener("focusin", note);
  document.addEventListener("pointerdown", letGo, { capture: true });
  document.addEventListener("keydown", take, { capture: true });
  room.addEventListener("keydown", pressOnce);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    room.removeEventListener("keydown", pressOnce);
    document.removeEventListener("focusin", note);
    document.removeEventListener("pointerdown", letGo, { capture: true });
    document.removeEventListener("keydown", take, { capture: true });
  };
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(":disabled") && element.getClientRects().length > 0;
}

/** The first of my choices, in the dock, on the stage or in the lobby; where I have none, what will bring them, or the result. */
function whereToGoOn(room: HTMLElement): [where: HTMLElement, isChoice: boolean] {
  const choice = room.querySelector<HTMLElement>(CHOICE);
  if (choice !== null) return [choice, true];
  return [room.querySelector<HTMLElement>(PANEL) ?? room.querySelector<HTMLElement>(RESULT) ?? room, false];
}

/** A key that is held down presses once: the next question may stand where the last one stood. */
function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === "Enter" && (event.target as Element).closest("button")) event.preventDefault();
}
