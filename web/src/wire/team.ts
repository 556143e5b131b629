/** The team that one keeps in one's profile. */

import type { Team } from "#protocol";
import { ask, get } from "./api";

const ADDRESS = "/api/me/team";

/** Null where none is kept. */
export const myTeam = () => get<Team | null>(ADDRESS);

/** What is kept: the label is cleaned. */
export const keepTeam = (team: Team) => ask<Team>("PUT", ADDRESS, team);

export const dropTeam = () => ask<null>("DELETE", ADDRESS);
