/** How a game is told: what each event does to the board, and in which beats it is shown. Pure. */

import type { Seat } from "#protocol";
import { type Duration, MS } from "./durations";
import type { AnyEvent, Told } from "./fold";

/** One step in the telling of an event. */
export interface Cue {
  /** What the board draws: "throw", "breath", "verdict". */
  readonly name: string;
  readonly ms: number;
  /** How far it has come: how many dice are turned, for example. */
  readonly step?: number;
  /** Where the title of the event lies over the stage; left out where none is shown. */
  readonly card?: "over" | "top" | "low";
  /** What it cost or won, by seat: it flies to the faces in the strip. */
  readonly costs?: readonly (readonly [Seat, number])[];
  /** What is counted up is nothing to be glad of: sips. */
  readonly isLoss?: true;
  /** May be merged with its like, and is cut first when the page falls behind. */
  readonly isTrivia?: true;
  /** Nothing is said yet: the story goes on with a later cue of the same event. */
  readonly isHushed?: true;
  readonly sound?: Sound;
}

export type Sound = "roll" | "land" | "reveal" | "hit" | "win" | "loss";

/** What is known when an event is told. */
export interface Scene {
  /** The board before the event. */
  readonly board: any; // eslint-disable-line
  /** My seat; null for spectators. */
  readonly me: Seat | null;
  /** What comes after it in the same change. */
  readonly rest: readonly AnyEvent[];
}

export interface Script {
  /** The board when this has happened; undefined where it is not of this game. The hall's own board takes its place when the change is told. */
  fold(board: any, event: any): any; // eslint-disable-line
  /** Whether `next` is told in the same beats as what happened just before it. */
  joins?(event: AnyEvent, next: AnyEvent): boolean;
  /** The beats of what happened; none where it is told together with what follows. */
  cues(events: readonly AnyEvent[], scene: Scene): readonly Cue[];
  /** Fields of the board that no event tells: they come with the hall's own board, together with the next question. */
  readonly comeLast?: readonly string[];
  /** The event that deals new secrets: until it is told, everyone sees what they had. */
  readonly deals?: string;
}

/** A cue with its time from the table of durations, under the name it has there unless it is given one. */
export function cue(duration: Duration, more: Partial<Cue> = {}): Cue {
  return { name: duration, ms: MS[duration], ...more };
}

export const TRIVIA: Cue = cue("trivia", { isTrivia: true });

/** Nobody waits to see these. */
const CODA = new Set<string>(["game_ended", "committed", "disclosed"]);

/** What the games and their words say of an event. */
export interface Marks {
  isThrown(told: Told): boolean;
  /** Whether it is shouted, with a title of its own. */
  isShouted(told: Told): boolean;
}

/** Events of a change that are told together, with their beats. */
export interface Part {
  readonly told: readonly Told[];
  readonly cues: readonly Cue[];
}

/** What happened, in parts that are told one after the other, and the board after each. `script` is null where the game has none. */
export function partsOf(
  told: readonly Told[],
  script: Script | null,
  marks: Marks,
  board: unknown,
  me: Seat | null,
): readonly (Part & { readonly board: unknown })[] {
  const parts: (Part & { readonly board: unknown })[] = [];
  for (let at = 0; at < told.length; ) {
    const first = told[at]!;
    let end = at + 1;
    while (end < told.length && script?.joins?.(told[end - 1]!.event, told[end]!.event)) end++;
    const group = told.slice(at, end);
    const events = group.map(({ event }) => event);
    const rest = told.slice(end).map(({ event }) => event);
    const cues = CODA.has(first.event.type) ? [] : (script?.cues(events, { board, me, rest }) ?? plainCues(first, marks));
    const ofTheGame = events.filter(({ type }) => !CODA.has(type)); // boards know nothing of the others
    if (script !== null) board = ofTheGame.reduce((so, event) => script.fold(so, event) ?? so, board);
    parts.push({ told: group, cues, board });
    at = end;
  }
  return parts;
}

/** A game that brings no script: its dice fall, its titles stand. */
function plainCues(told: Told, { isThrown, isShouted }: Marks): readonly Cue[] {
  if (isThrown(told)) return [cue("throw", { isHushed: true, sound: "roll" }), cue("lies", { sound: "land" })];
  return isShouted(told) ? [cue("verdict", { card: "over" })] : [TRIVIA];
}
