/** What the dock says in Peril. Pure. */

import type { View } from "../../boardkit/contract";
import type { Headline } from "../../boardkit/headline";
import { before, hurt, ownNumbers, perilOf, picksEach, numbersOf, thrownIn } from "./round";

/** Names a seat, or means me. */
function who(view: View<"peril">, seat: number): { readonly name: string; readonly you: string } {
  return { name: view.names.seat(seat), you: seat === view.me ? "seat" : "none" };
}

/** What my question means for me. */
export function leadOf(view: View<"peril">): string | undefined {
  const peril = perilOf(view.board.phase);
  if (peril === null) return undefined;
  if (view.board.phase.type === "rolling") return view.words.text("board-throws-lead", who(view, peril));
  return view.words.text(peril === view.me ? "board-lead-mine" : "board-lead", { name: view.names.seat(peril) });
}

export function waitsOf({ board: { phase }, words, names }: View<"peril">): string {
  switch (phase.type) {
    case "picking":
      return words.text("board-picking", { name: names.seat(phase.queue[0]!) });
    case "rolling":
      return words.text("board-throws", { name: names.seat(phase.peril) });
    default:
      return words.text("board-drawing");
  }
}

/** How far my own turn is, or what I have picked. */
export function orderOf(view: View<"peril">, inList: (words: readonly string[]) => string): string | undefined {
  const { board, me, words, names } = view;
  if (me === null) return words.text("board-still-in", { alive: board.lives.filter((lives) => lives > 0).length, all: board.lives.length });
  const first = before(board.phase, me);
  if (first !== null) {
    const between = first.slice(1); // the dock names the first of them already
    return words.text("board-order", { count: between.length, name: between.length > 0 ? names.seat(between[0]!) : "" });
  }
  const own = ownNumbers(board.phase, me);
  return own.length === 0 ? undefined : words.text("board-own", { count: own.length, numbers: inList(own.map(String)) });
}

/** What is said in the beats that have no title of their own; null leaves it to the event. */
export function tellingOf(view: View<"peril">): Headline | undefined {
  const { board, cue, words } = view;
  const peril = perilOf(board.phase);
  switch (cue?.name) {
    case "throw":
    case "lies":
      return peril === null ? undefined : { title: words.text("board-throws", who(view, peril)), more: words.text("board-throws-lead", who(view, peril)) };
    case "breath":
      return { title: words.text("board-shows", { number: thrownIn(view) ?? "" }), more: words.text("board-whose") };
    case "cost": {
      const seat = hurt(view);
      return seat === null ? undefined : { title: words.text("board-lives-left", { lives: board.lives[seat]! }), more: view.names.seat(seat) };
    }
    case "out": {
      const seat = board.fallen.at(-1);
      return seat === undefined ? undefined : { title: words.text("board-is-out", who(view, seat)), more: words.tell(view.events[0]!, view.names) };
    }
    case "next":
      return peril === null ? undefined : { title: words.text("board-plaque", who(view, peril)), more: eachOf(view) };
    default:
      return undefined;
  }
}

/** "d30 · two numbers each". */
export function eachOf({ board: { phase }, words }: View<"peril">): string {
  return words.text("board-each", { die: numbersOf(phase).length, count: picksEach(phase) });
}
