/** What the page works out from a tournament as the hall has told it. Pure. */

import type {
  TournamentEntrantView, TournamentMessage, TournamentPublicView, TournamentRoundView, TournamentTableView, TournamentUpdateMessage, Who,
} from "#protocol";
import { applyChanges } from "./changes";

export interface FollowedTournament {
  readonly code: string;
  readonly shown: TournamentPublicView;
  /** The names of everyone who takes part or runs it. */
  readonly people: Readonly<Record<Who, string>>;
  /** Of its link; only those who run it are told. */
  readonly key: string;
  /** The hall time when this was told. */
  readonly now: number;
}

export type Maybe<T> = T | undefined;

/** Told whole, or only what has changed; changes of a version that is not known are from before the last connection. */
export function withNews(known: Maybe<FollowedTournament>, message: TournamentMessage | TournamentUpdateMessage): Maybe<FollowedTournament> {
  if (message.type === "tournament") {
    const { tournament: code, shown, people, key, now } = message;
    return { code, shown, people, key, now };
  }
  if (known?.shown.version !== message.since) return known;
  const { changes, people, now } = message;
  return { ...known, shown: applyChanges(known.shown, changes), people: { ...known.people, ...people }, now };
}

export function entrantOf(shown: TournamentPublicView, who: Maybe<Who>): Maybe<TournamentEntrantView> {
  return shown.entrants.find((entrant) => entrant.who === who);
}

export function isRunBy(shown: TournamentPublicView, who: Maybe<Who>): boolean {
  return who !== undefined && (shown.host === who || shown.second === who);
}

/** Its tables are drawn, and none of them is open yet: the pairing can be undone. */
export function canUndo({ phase, rounds }: TournamentPublicView): boolean {
  return phase === "running" && (rounds.at(-1)?.tables ?? []).every(({ status }) => status === "soon");
}

export function isOver(shown: TournamentPublicView): boolean {
  return shown.phase === "done" || shown.phase === "cancelled";
}

export function hasStarted(shown: TournamentPublicView): boolean {
  return shown.started !== null;
}

/** The table that this person sits at now, or will when it opens. */
export function tableOf(shown: TournamentPublicView, who: Maybe<Who>): Maybe<TournamentTableView> {
  if (who === undefined) return undefined;
  const playsAt = ({ status, seats, no_shows }: TournamentTableView) =>
    status !== "ended" && seats.includes(who) && !no_shows.includes(who);
  return allTables(shown).find(playsAt);
}

function allTables(shown: TournamentPublicView): readonly TournamentTableView[] {
  return shown.rounds.flatMap(({ tables }) => tables);
}

export function lastRound(shown: TournamentPublicView): Maybe<TournamentRoundView> {
  return shown.rounds.at(-1);
}
