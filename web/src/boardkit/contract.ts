/** What a board gets, and what a game's folder here has to offer. */

import type { Component } from "svelte";
import type { WaitingForMoves, GameName, Games, Over, WaitingForThrow, Seat, Team, Who } from "#protocol";
import type { AnyEvent } from "../state/fold";
import type { AnyMove } from "../state/moves";
import type { Cue, Script } from "../state/script";
import type { Names, Narrator } from "../words/narrator";

/** A player, as all at the table see them. */
export interface Player {
  readonly seat: Seat;
  readonly who: Who;
  readonly name: string;
  /** One or two letters that nobody else here has: with the colour it marks what is theirs. */
  readonly mark: string;
  readonly isMe: boolean;
  readonly isBot: boolean;
  /** Has left the game for good. */
  readonly left: boolean;
  /** A bot plays for them until they are back. */
  readonly handed: boolean;
  readonly absent: boolean;
  /** The game waits for them. */
  readonly due: boolean;
  /** Their clock, in hall time; null where none runs. */
  readonly until: number | null;
  readonly since: number;
  /** Games of this kind that they have won in this hall. */
  readonly won: number;
  /** Whose badge they wear, for fun: no rule knows of it (P-23). */
  readonly team: Team | null;
}

/** A game as one person may see it. */
export interface View<G extends GameName = GameName> {
  readonly game: string;
  /** What is public, in the game's own types. */
  readonly board: Games[G]["board"];
  /** The options of the rules. */
  readonly rules: Games[G]["options"];
  readonly waiting: WaitingForMoves | WaitingForThrow | Over;
  readonly players: readonly Player[];
  /** My seat; null for spectators. */
  readonly me: Seat | null;
  /** What only I know. */
  readonly secret: Games[G]["secret"];
  /** What the last change brought, in order: what is new may move. */
  readonly fresh: readonly AnyEvent[];
  /** Whether a change is still being told beat by beat. The board is that of the beat; nobody is asked anything. */
  readonly telling: boolean;
  /** The beat on the screen; null where everything is told. */
  readonly cue: Cue | null;
  /** What is being told, or was told last. */
  readonly events: readonly AnyEvent[];
  /** How far the telling of this change has come. */
  readonly progress: { readonly at: number; readonly of: number };
  /** Whether so much waits that I have to say whether I want to see it. */
  readonly isBehind: boolean;
  /** How many turns of others were left out just before, because too much waited. */
  readonly skipped: number;
  /** How many turns went by while I was away: those that wait to be shown, or were jumped over just before. */
  readonly wentBy: number;
  readonly words: Narrator;
  /** For `words`. */
  readonly names: Names;
}

/** The moves open to me, one by one, the safe one first. Empty when there is nothing to choose. */
export type Moves<G extends GameName = GameName> = readonly Games[G]["move"][];

/** Make these moves, one after the other, all or nothing; what is refused is shown by the table. */
export type Send<G extends GameName = GameName> = (...moves: readonly Games[G]["move"][]) => void;

export interface BoardProps<G extends GameName = GameName> {
  readonly view: View<G>;
  readonly moves: Moves<G>;
  readonly send: Send<G>;
}

export interface VitalsProps<G extends GameName = GameName> {
  readonly view: View<G>;
  readonly seat: Seat;
}

/** What a face in the strip wears, beside its colour: never colour alone. */
export type Badge = "crown" | "shield" | "target" | "out";

/** What I have come to when I am out and the others play on. */
export interface Out {
  readonly place: number;
  /** What I can look back on; empty where the page does not know the whole game. */
  readonly sentence: string;
  /** Up to three numbers, each with its name. */
  readonly figures: readonly (readonly [value: number, name: string])[];
  /** What goes on: "Otter is in peril." */
  readonly goesOn: string;
}

/** What a game brings to the page: `boards/GAME/index.ts` exports one. */
export interface BoardModule {
  /** Renders a `Stage` and a `Dock` of the table. */
  readonly Board: Component<BoardProps<any>>; // eslint-disable-line
  /** What all want to know of a player at a glance: hearts, points, sips. Small: it stands beside each face. On the television
   * `--vitals` is how large it is, and what stands in rows elsewhere flows by `--vitals-flow`. */
  readonly Vitals: Component<VitalsProps<any>>;
  /** Where the rules speak of what happens now: the anchor of a heading in docs/rules. */
  paragraph(view: View<any>): string;
  /** A few words below the game's name: "Round 6 of 10", "15 to win". */
  subtitle?(view: View<any>): string;
  badge?(view: View<any>, seat: Seat): Badge | null;
  /** Whether players hold a secret: the dock keeps room for it, for the whole game. */
  readonly hasSecret?: boolean;
  /** How many values `Vitals` shows one below the other; the strip is higher then. */
  readonly vitalRows?: number;
  /** What a winner will be remembered for, from all that happened: "7 bluffs, never caught"; empty where nothing stands out. */
  figure?(events: readonly AnyEvent[], winner: Seat, view: View<any>): string;
  /** Not null once I am out while others play on: the first time, it takes the whole screen. `game` is what happened since the
   * game began; null where the page does not know all of it. */
  out?(view: View<any>, game: readonly AnyEvent[] | null): Out | null;
  /** How its events are told; without one, dice fall and titles stand, and the board changes last. */
  readonly script?: Script;
}

export type { AnyEvent, AnyMove };
