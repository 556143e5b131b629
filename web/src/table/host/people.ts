/** The people that a host can act on: those who sit here, have talked, or were muted or kicked. */

import type { Person, Who } from "#protocol";
import type { TableState } from "../../state/fold";
import { isBot, nameOf } from "../../boardkit/view";

export interface PersonAtTable {
  readonly who: Who;
  readonly name: string;
  readonly seated: boolean;
  readonly muted: boolean;
  readonly kicked: boolean;
}

export function othersAt(table: TableState, you: Person | null | undefined, unknown: string): readonly PersonAtTable[] {
  const { muted, kicked, host } = table.shown;
  const seated = table.shown.seated.map(({ who }) => who);
  const spoke = new Map(table.chat.map((line) => [line.who, line.name]));
  return [...new Set([...seated, ...spoke.keys(), ...muted, ...kicked, ...(host === null ? [] : [host])])]
    .filter((who) => !isBot(who) && who !== you?.id)
    .map((who) => ({
      who,
      name: table.people[who] ?? spoke.get(who) ?? nameOf(table, who, unknown),
      seated: seated.includes(who),
      muted: muted.includes(who),
      kicked: kicked.includes(who),
    }));
}
