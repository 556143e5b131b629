/** Whom one has played with lately, as the hall sends it. */

import type { TableState } from "../../state/fold";

export interface Opponent {
  readonly who: string;
  readonly name: string;
}

/** Those whom an invitation could bring: not who sits here, is invited, or was asked to leave. */
export function invitable(opponents: readonly Opponent[], { shown }: Pick<TableState, "shown">): readonly Opponent[] {
  const here = new Set([...shown.seated.map(({ who }) => who), ...shown.invited, ...shown.kicked, shown.host]);
  return opponents.filter(({ who }) => !here.has(who));
}
