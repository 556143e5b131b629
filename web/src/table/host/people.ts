/** Whom a host can act on: those who sit here, watch or have talked, or were muted or kicked; in a game also its bots. */

import type { Person, Who } from "#protocol";
import type { TableState } from "../../state/fold";
import { isBot, nameOf, phaseOf } from "../../boardkit/view";

export interface PersonAtTable {
  readonly who: Who;
  readonly name: string;
  readonly isBot: boolean;
  readonly seated: boolean;
  readonly muted: boolean;
  readonly kicked: boolean;
}

export function othersAt(
  table: TableState,
  you: Person | null | undefined,
  unknown: string,
  watching: Readonly<Record<Who, string>> = {},
): readonly PersonAtTable[] {
  const playing = phaseOf(table) === "playing"; // before a game, bots have a list of their own
  const { muted, kicked, host } = table.shown;
  const seated = table.shown.seated.map(({ who }) => who);
  const spoke = new Map(table.chat.map((line) => [line.who, line.name]));
  return [...new Set([...seated, ...Object.keys(watching), ...spoke.keys(), ...muted, ...kicked, ...(host === null ? [] : [host])])]
    .filter((who) => (playing || !isBot(who)) && who !== you?.id)
    .map((who) => ({
      who,
      name: table.people[who] ?? watching[who] ?? spoke.get(who) ?? nameOf(table, who, unknown),
      isBot: isBot(who),
      seated: seated.includes(who),
      muted: muted.includes(who),
      kicked: kicked.includes(who),
    }));
}
