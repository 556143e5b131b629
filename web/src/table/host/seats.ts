/** Who sits in the lobby, whom a seat is kept for, and what is free. Pure. */

import type { Person, Team, Who } from "#protocol";
import type { TableState } from "../../state/fold";
import { isBot, marks, nameOf, teamOf } from "../../boardkit/view";

export interface SeatedPerson {
  /** The number of the seat, which gives the colour. */
  readonly seat: number;
  readonly who: Who;
  readonly name: string;
  readonly mark: string;
  readonly isMe: boolean;
  readonly isBot: boolean;
  readonly isHost: boolean;
  readonly ready: boolean;
  readonly absent: boolean;
  readonly team: Team | null;
}

export function seatedAt(table: TableState, you: Person | null | undefined, unknown: string): readonly SeatedPerson[] {
  const { seated, host } = table.shown;
  const names = seated.map(({ who }) => nameOf(table, who, unknown));
  const given = marks(names);
  return seated.map(({ who, ready }, seat) => ({
    seat,
    who,
    name: names[seat]!,
    mark: given[seat]!,
    isMe: who === you?.id,
    isBot: isBot(who),
    isHost: who === host,
    ready,
    absent: table.absent.includes(who),
    team: teamOf(table.shown, who),
  }));
}

/** Seats that anyone may take. */
export function freeSeats({ shown }: TableState): number {
  return Math.max(0, shown.setting.seats - shown.seated.length - shown.invited.length);
}

/** Whether a quick table waits for people to play its first game, and no bots come. */
export function forPeople({ setting, games }: TableState["shown"]): boolean {
  return setting.quick && setting.people_only && games === 0;
}

/** People that the start waits for. Hosts and bots are always ready. */
export function unready(seated: readonly SeatedPerson[]): readonly SeatedPerson[] {
  return seated.filter((each) => !each.isBot && !each.isHost && !each.ready);
}
