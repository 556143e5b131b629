/** What dock and title card say while something is told. Pure. */

import type { BluffEvent } from "#protocol";
import type { View } from "../../boardkit/contract";
import type { Headline } from "../../boardkit/headline";
import { doubtOn, type Doubt, elimination, sumOf } from "./round";

type BluffView = View<"bluff">;

/** The doubt that is being told; before the dice are shown, only who calls whom is known. */
export function doubtTold({ board, cue, events }: Pick<BluffView, "board" | "cue" | "events">): Doubt | null {
  const called = (events as unknown as readonly BluffEvent[]).find((event) => event.type === "bluff_called");
  if (cue?.name === "call" && called) {
    return { accuser: called.seat, claimant: called.claimant, claim: called.total, dice: [], turned: 0 };
  }
  return doubtOn(board, cue?.step);
}

/** The names in a doubt, and which of the two is me. */
function parties({ players, me }: BluffView, { accuser, claimant, claim }: Doubt) {
  const you = me === accuser ? "accuser" : me === claimant ? "claimant" : "none";
  return { you, accuser: players[accuser]!.name, claimant: players[claimant]!.name, claim };
}

/** What the dock says of the beat; undefined where the event speaks for itself. */
export function dockLine(view: BluffView): Headline | undefined {
  const { cue, board, words, rules, names } = view;
  const events = view.events as unknown as readonly BluffEvent[];
  const doubt = doubtTold(view);
  if (cue === null) return undefined;
  if (cue.name === "round") {
    const round = words.text("board-round", { round: board.round, rounds: rules.rounds, elimination: elimination(board) });
    return { title: round, more: board.leader === null ? "" : leaderLine(view) };
  }
  if (cue.name === "stands") return { title: words.text("board-stands"), more: events.map((event) => words.tell(event, names)).join(" ") };
  if (doubt === null) return undefined;
  const who = parties(view, doubt);
  switch (cue.name) {
    case "call":
    case "turn":
    case "breath":
      return { title: words.text("board-calls", who), more: words.text("board-claimed", who) };
    case "verdict": {
      const isCaught = events.some((event) => event.type === "was_bluff");
      const hasCard = isCaught && board.cards[doubt.claimant];
      return { title: words.text(isCaught ? "board-caught" : "board-honest", who), more: hasCard ? words.text("board-card-held", who) : "" };
    }
    case "deciding":
      return { title: words.text("board-card-held", who), more: words.text("board-claimed", who) };
    case "points": {
      const [winner] = events.filter((event) => event.type === "gained");
      const mine = events.find((event) => (event.type === "gained" || event.type === "lost") && event.seat === view.me);
      const told = mine ?? winner ?? events.at(-1)!;
      return { title: words.tell(told, names), more: events.filter((event) => event !== told).map((event) => words.tell(event, names)).join(" ") };
    }
    default:
      return undefined;
  }
}

/** What the title card says; undefined where the title of the event is enough. */
export function cardLine(view: BluffView): Headline | undefined {
  const { cue, words, names } = view;
  const doubt = doubtTold(view);
  if (doubt === null || cue === null) return undefined;
  if (cue.name === "call") return { title: words.text("board-bluff"), more: "" };
  const event = view.events[0];
  const title = event && words.title(event);
  if (cue.name !== "verdict" || !title) return undefined;
  const [first, second, third] = doubt.dice;
  const made = words.text("board-make", { first: first!, second: second!, third: third!, total: sumOf(doubt.dice) });
  return { title, more: `${made} ${words.tell(event, names)}` };
}

export function leaderLine({ board, me, players, words }: BluffView): string {
  return words.text("board-leads", { you: me === board.leader ? "leader" : "none", name: players[board.leader!]!.name });
}
