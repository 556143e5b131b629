/** How others get to a tournament. */

import type { FollowedTournament } from "../../state/tournament";
import { hall } from "../../store/hall.svelte";
import { savedKeys } from "../../store/keys";

/** Of its link: those who run it are told, and whoever came by the link has it. */
export function keyOf({ code, key }: FollowedTournament): string {
  return key || (savedKeys()[code] ?? "");
}

export function linkOf(cup: FollowedTournament): string {
  const key = keyOf(cup);
  return `${addressOf(cup)}${key === "" ? "" : `#k=${key}`}`;
}

export function televisionLinkOf(cup: FollowedTournament): string {
  return `${addressOf(cup)}?tv`;
}

export function qrOf(cup: FollowedTournament): string {
  return `/api/tournaments/${cup.code}/qr?k=${keyOf(cup)}`;
}

/** Whether those who get the link can enter by it. */
export function opensWithLink(cup: FollowedTournament): boolean {
  return cup.shown.setting.open || keyOf(cup) !== "";
}

function addressOf({ code }: FollowedTournament): string {
  return `${hall.state.url || location.origin}/tournament/${code.toUpperCase()}`;
}
