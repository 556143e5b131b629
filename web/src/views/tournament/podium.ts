/** Who has won, and what became of me. Pure. */

import type { TournamentPublicView, TournamentStandingView, Who } from "#protocol";
import { entrantOf } from "../../state/tournament";

export interface Step {
  readonly who: Who;
  /** 1 has the title. */
  readonly place: number;
  readonly standing: TournamentStandingView | undefined;
}

/** The champion stands in the middle: second, first, third. */
const AS_THEY_STAND = [2, 1, 3];

/** The best first. */
export function stepsOf(shown: TournamentPublicView): readonly Step[] {
  return shown.podium.map((who, index) => ({ who, place: index + 1, standing: shown.standings.find((each) => each.who === who) }));
}

export function asTheyStand(steps: readonly Step[]): readonly Step[] {
  return AS_THEY_STAND.flatMap((place) => steps.filter((step) => step.place === place));
}

/** Bots that stand before the champion: they win no title, and people wonder. */
export function botsAhead(shown: TournamentPublicView): readonly Who[] {
  const champion = shown.standings.findIndex(({ who }) => who === shown.podium[0]);
  return shown.standings.slice(0, Math.max(0, champion)).map(({ who }) => who).filter((who) => entrantOf(shown, who)?.level != null);
}

/** Where I ended, for those who are not on the podium. */
export function rankOf(shown: TournamentPublicView, me: Who | undefined): number | undefined {
  if (me === undefined || shown.podium.includes(me)) return undefined;
  return shown.standings.find(({ who }) => who === me)?.rank;
}

/** Seconds after its end for which a tournament is still celebrated with whoever comes. */
const FRESH = 10 * 60;

/** Whoever sees it end celebrates, and so does whoever comes from the last table; who looks it up later does not. */
export function isFresh({ phase, ended }: TournamentPublicView, now: number): boolean {
  return phase === "done" && ended !== null && now - ended < FRESH;
}
