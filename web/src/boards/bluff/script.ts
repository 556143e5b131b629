/** How Bluff is told: what each event does to the board, and in which beats it is shown. Pure. */

import type { BluffBoard, BluffEvent, Seat } from "#protocol";
import { type Cue, cue, type Script, type Sound, TRIVIA } from "../../state/script";

const POINTS: ReadonlySet<string> = new Set(["gained", "lost"]);
const BEGINNINGS: ReadonlySet<string> = new Set(["round_began", "elimination_began"]);

export const script: Script = {
  deals: "dealt",
  comeLast: ["stakes", "round"], // the last round of a game is closed without a word
  fold,
  joins: ({ type }, { type: next }) =>
    (type === "believed" && next === "claimed") ||
    ((type === "immunity_declined" || POINTS.has(type)) && POINTS.has(next)) ||
    (BEGINNINGS.has(type) && next === "dealt"),
  cues: (events, { board, me }) => cues(events as unknown as readonly BluffEvent[], board as BluffBoard, me),
};

function cues(events: readonly BluffEvent[], board: BluffBoard, me: Seat | null): readonly Cue[] {
  const event = events[0]!;
  switch (event.type) {
    case "bluff_called":
      return [cue("card", { name: "call", card: "over", sound: "reveal" })];
    case "shown": // two dice, a breath, and the one that everything hangs on; only then is the sum said
      return [
        cue("turnSlowly", { name: "turn", step: 1, isHushed: true, sound: "land" }),
        cue("turnSlowly", { name: "turn", step: 2, isHushed: true, sound: "land" }),
        cue("breath", { step: 2, isHushed: true }),
        cue("turnSlowly", { name: "turn", step: 3, sound: "land" }),
      ];
    case "was_bluff":
    case "no_bluff":
      return [cue("verdict", { card: "top", sound: verdictSound(event, board, me) })];
    case "immunity_played":
      return [...decision(event.seat, me), cue("verdict", { name: "immune", card: "top", sound: "hit" })];
    case "immunity_declined":
      return [...decision(event.seat, me), points(events)];
    case "gained":
    case "lost":
      return [points(events)];
    case "believed": // with a claim after it, it is passed over
      return events.length > 1 ? [TRIVIA] : [cue("stands", { costs: [[event.claimant, event.points]] })];
    case "claim_void":
      return [cue("stands", { name: "void" })];
    case "round_began":
    case "elimination_began":
      return [cue("round")];
    case "tied":
      return [cue("verdict", { name: "tied", card: "over" })];
    case "still_tied":
      return [cue("breath", { name: "draw" })];
    case "won":
      return [cue("verdict", { name: "won", card: "over", sound: event.seat === me ? "win" : "loss" })];
    default:
      return [TRIVIA];
  }
}

/** Everyone waits for the card; who has just decided about it does not. */
function decision(seat: Seat, me: Seat | null): readonly Cue[] {
  return seat === me ? [] : [cue("liesLong", { name: "deciding", isHushed: true })];
}

function points(events: readonly BluffEvent[]): Cue {
  const costs = events.flatMap((event): (readonly [Seat, number])[] => {
    if (event.type === "gained") return [[event.seat, event.points]];
    return event.type === "lost" && event.points > 0 ? [[event.seat, -event.points]] : [];
  });
  return cue("cost", { name: "points", costs });
}

function verdictSound({ type, seat }: BluffEvent & { seat: Seat }, { phase }: BluffBoard, me: Seat | null): Sound {
  const winner = type === "no_bluff" ? seat : phase.type === "immunity" ? phase.accuser : null;
  const loser = type === "was_bluff" ? seat : phase.type === "immunity" ? phase.accuser : null;
  if (me === null || (me !== winner && me !== loser)) return "reveal";
  return me === winner ? "win" : "loss";
}

/** The dice that were shown stay on the board, as while the card is decided, until the next round begins. */
function fold(before: BluffBoard, event: BluffEvent): BluffBoard {
  const board = { ...before, stakes: null }; // they come with the hall's own board, together with the question
  const { phase } = board;
  switch (event.type) {
    case "bluff_called":
      return board;
    case "claimed": {
      if (phase.type !== "claiming" && phase.type !== "answering") return board;
      const claims = phase.claims.map((made, seat) => (seat === event.seat ? [...made, event.total] : made));
      return { ...board, phase: { type: "answering", circle: [...without(phase.circle, event.seat), event.seat], claims } };
    }
    case "believed": {
      const scored = { ...board, scores: put(board.scores, event.claimant, event.score) };
      return phase.type === "answering" ? { ...scored, phase: { ...phase, type: "claiming" } } : scored;
    }
    case "shown": {
      const [accuser, claim] = phase.type === "answering" ? [phase.circle[0]!, phase.claims[event.seat]!.at(-1)!] : [event.seat, event.total];
      return { ...board, phase: { type: "immunity", claimant: event.seat, accuser, total: claim, dice: event.dice } };
    }
    case "immunity_played":
      return { ...board, cards: put(board.cards, event.seat, false) };
    case "gained":
    case "lost":
      return { ...board, scores: put(board.scores, event.seat, event.score) };
    case "tied":
      return { ...board, depth: board.depth.map((depth, seat) => depth + Number(event.seats.includes(seat))), players: event.seats };
    case "still_tied":
      return { ...board, players: event.seats, phase: { type: "tiebreak" } };
    case "round_began":
      return { ...board, round: event.round, leader: event.leader, phase: { type: "dealing", order: event.order } };
    case "elimination_began":
      return { ...board, leader: event.leader, phase: { type: "dealing", order: event.order } };
    case "dealt": {
      const circle = phase.type === "dealing" ? phase.order : board.players;
      return { ...board, phase: { type: "claiming", circle, claims: board.scores.map(() => []) } };
    }
    case "left":
      return {
        ...board,
        left: [...board.left, event.seat],
        players: without(board.players, event.seat),
        phase: phaseWithout(phase, event.seat),
      };
    case "claim_void":
      return phase.type === "immunity" ? { ...board, phase: { type: "shuffling" } } : board;
    case "won":
      return { ...board, phase: { type: "finished", winners: [event.seat] } };
    case "shared_win":
      return { ...board, phase: { type: "finished", winners: event.seats } };
    default:
      return before;
  }
}

/** A claim that waits for an answer goes with its claimant. */
function phaseWithout(phase: BluffBoard["phase"], seat: Seat): BluffBoard["phase"] {
  switch (phase.type) {
    case "dealing":
      return { ...phase, order: without(phase.order, seat) };
    case "answering":
      if (phase.circle.at(-1) !== seat) return { ...phase, circle: without(phase.circle, seat) };
      return { type: "claiming", circle: without(phase.circle, seat), claims: put(phase.claims, seat, phase.claims[seat]!.slice(0, -1)) };
    case "claiming":
      return { ...phase, circle: without(phase.circle, seat) };
    default:
      return phase;
  }
}

function without(seats: readonly Seat[], seat: Seat): readonly Seat[] {
  return seats.filter((other) => other !== seat);
}

function put<T>(values: readonly T[], at: number, value: T): readonly T[] {
  return values.map((old, index) => (index === at ? value : old));
}
