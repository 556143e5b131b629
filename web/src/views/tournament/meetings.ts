/** The cross table: who has met whom, and who was ahead. Pure. */

import type { TournamentPublicView, TournamentTableView, Who } from "#protocol";

export interface Meetings {
  readonly met: number;
  /** How often the first of the two was ahead of the other, and behind. */
  readonly ahead: number;
  readonly behind: number;
}

export type CrossTable = ReadonlyMap<Who, ReadonlyMap<Who, Meetings>>;

const NEVER: Meetings = { met: 0, ahead: 0, behind: 0 };

/** From the tables whose result everyone may know. Nobody has met those who did not come. */
export function crossTable(shown: TournamentPublicView): CrossTable {
  const cross = new Map<Who, Map<Who, Meetings>>();
  for (const table of shown.rounds.flatMap(({ tables }) => tables)) {
    if (table.points === null) continue;
    for (const who of present(table)) {
      for (const other of present(table)) if (who !== other) add(cross, table, who, other);
    }
  }
  return cross;
}

function present({ seats, no_shows }: TournamentTableView): readonly Who[] {
  return seats.filter((who) => !no_shows.includes(who));
}

function add(cross: Map<Who, Map<Who, Meetings>>, { seats, points }: TournamentTableView, who: Who, other: Who): void {
  const [mine, theirs] = [points![seats.indexOf(who)]!, points![seats.indexOf(other)]!];
  const row = cross.get(who) ?? new Map<Who, Meetings>();
  const before = row.get(other) ?? NEVER;
  row.set(other, { met: before.met + 1, ahead: before.ahead + Number(mine > theirs), behind: before.behind + Number(mine < theirs) });
  cross.set(who, row);
}

export function meetings(cross: CrossTable, who: Who, other: Who): Meetings {
  return cross.get(who)?.get(other) ?? NEVER;
}
