/** Teams: the badges at a table, and what those who wear them have won tonight. Role play only (P-23). Pure. */

import type { PublicTable, Team, TournamentPublicView, Who } from "#protocol";

export const COLOURS = ["red", "orange", "gold", "green", "teal", "blue", "violet", "rose"] as const satisfies readonly Team["colour"][];
export const PATTERNS = ["plain", "stripes", "dots", "check", "chevron", "halves"] as const satisfies readonly Team["pattern"][];

/** Visible characters of a label. */
export const LONGEST_LABEL = 20;

/** Where nobody wears a badge yet. */
export const UNNAMED: Team = { label: "", colour: "red", pattern: "stripes" };

/** A look that none of these teams has, as long as there is one. */
export function freshLook(others: readonly Team[]): Team {
  const free = COLOURS.find((colour) => !others.some((other) => other.colour === colour));
  return { ...UNNAMED, colour: free ?? UNNAMED.colour };
}

/** Each once, in the order in which they were first worn. A team is its label (TM-01). */
export function teamsAmong(worn: readonly (Team | null)[]): readonly Team[] {
  const known = new Map<string, Team>();
  for (const team of worn) if (team !== null && !known.has(team.label)) known.set(team.label, team);
  return [...known.values()];
}

/** Halls of an older make say nothing of teams. */
export function wornAt(shown: PublicTable): PublicTable["teams"] {
  return (shown as Partial<PublicTable>).teams ?? [];
}

export const teamsAt = (shown: PublicTable): readonly Team[] => teamsAmong(wornAt(shown).map(([, team]) => team));

export const teamsIn = (shown: TournamentPublicView): readonly Team[] => teamsAmong(shown.entrants.map(({ team }) => team));

export interface TeamScore {
  readonly team: Team;
  readonly wins: number;
}

/** The evening score of teams: the games won by those who wear each badge now, a win that two of them share for both (TM-09).
 * The best first; empty while nobody of a team has won. */
export function eveningOf(shown: PublicTable): readonly TeamScore[] {
  const won = new Map<Who, number>(shown.wins);
  const of = ({ label }: Team) => wornAt(shown).reduce((sum, [who, team]) => (team.label === label ? sum + (won.get(who) ?? 0) : sum), 0);
  const scores = teamsAt(shown).map((team) => ({ team, wins: of(team) }));
  return scores.some(({ wins }) => wins > 0) ? scores.sort((one, other) => other.wins - one.wins) : [];
}
