/** Which board a game is played on; a game without one of its own gets the plain one. */

import type { BoardModule } from "../boardkit/contract";

const BOARDS: Readonly<Record<string, () => Promise<{ default: BoardModule }>>> = {
  peril: () => import("./peril"),
  mindroll: () => import("./mindroll"),
  three_dice: () => import("./three_dice"),
  stlucia: () => import("./stlucia"),
  bluff: () => import("./bluff"),
};

export async function boardOf(game: string): Promise<BoardModule> {
  const load = BOARDS[game] ?? (() => import("./plain"));
  return (await load()).default;
}
