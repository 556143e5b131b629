/** The tables of tournaments that call someone: drawn for them, or waiting for them. Pure. */

import type { Who } from "#protocol";
import { entrantOf, type FollowedTournament, isOver } from "./tournament";

interface At {
  readonly tournament: string;
  readonly title: string;
  readonly game: string;
  readonly table: string;
}

export type Call =
  /** It opens at this hall time. */
  | (At & { readonly type: "soon"; readonly opens: number })
  /** It is open, and waits for them until then. */
  | (At & { readonly type: "open"; readonly opens: number; readonly startsBy: number | null })
  /** They were there, and others are still awaited. */
  | (At & { readonly type: "arrived"; readonly opens: number })
  /** They did not come, and a bot plays for them. */
  | (At & { readonly type: "missed"; readonly opens: number });

const URGENCY: Readonly<Record<Call["type"], number>> = { open: 0, soon: 1, arrived: 2, missed: 3 };

/** The most urgent first. */
export function callsFor(who: Who, cups: readonly FollowedTournament[]): readonly Call[] {
  const calls = cups.filter(({ shown }) => !isOver(shown)).flatMap((cup) => callsFrom(cup, who));
  return calls.sort((one, other) => URGENCY[one.type] - URGENCY[other.type] || one.opens - other.opens);
}

function callsFrom({ code: tournament, shown }: FollowedTournament, who: Who): readonly Call[] {
  const status = entrantOf(shown, who)?.status;
  if (status !== "in" && status !== "away") return [];
  return shown.rounds.flatMap(({ opens, tables }) =>
    tables.flatMap((table): readonly Call[] => {
      if (table.status === "ended" || !table.seats.includes(who)) return [];
      const at = { tournament, title: shown.setting.title, game: shown.setting.game, table: table.code, opens };
      if (table.no_shows.includes(who)) return status === "away" ? [{ ...at, type: "missed" }] : [];
      if (status === "away" || table.status === "playing") return [];
      if (table.status === "soon") return [{ ...at, type: "soon" }];
      if (table.arrived.includes(who)) return [{ ...at, type: "arrived" }];
      return [{ ...at, type: "open", startsBy: table.starts_by }];
    }),
  );
}

/** Their games that run: whoever left one open elsewhere finds back to it. */
export function gamesOf(who: Who, cups: readonly FollowedTournament[]): readonly string[] {
  return cups
    .flatMap(({ shown }) => shown.rounds)
    .flatMap(({ tables }) => tables)
    .filter(({ status, seats, no_shows }) => status === "playing" && seats.includes(who) && !no_shows.includes(who))
    .map(({ code }) => code);
}
