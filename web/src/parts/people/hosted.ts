/** The tables of mine to which I can invite someone. Pure. */

import type { TableState } from "../../state/fold";

type Known = Pick<TableState, "code" | "gone" | "shown">;

/** Those that I host, between two games, with a seat to keep for this person. */
export function openTo(who: string, tables: readonly Known[], me: string | undefined): readonly string[] {
  return tables.filter((table) => table.gone === null && hosts(table, me) && wants(table, who)).map(({ code }) => code);
}

function hosts({ shown }: Known, me: string | undefined): boolean {
  return me !== undefined && shown.host === me;
}

function wants({ shown }: Known, who: string): boolean {
  const { waiting, seated, invited, kicked, setting } = shown;
  const isLobby = waiting === null || waiting.type === "over";
  const isFree = seated.length + invited.length < setting.seats;
  return isLobby && isFree && ![...seated.map((each) => each.who), ...invited, ...kicked].includes(who);
}
