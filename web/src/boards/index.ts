/** Which board a game is played on: that of its own folder, or the plain one. */

import type { BoardModule } from "../boardkit/contract";

const BOARDS = import.meta.glob<{ default: BoardModule }>("./*/index.ts");
const PLAIN = "plain";

export async function boardOf(game: string): Promise<BoardModule> {
  const load = BOARDS[path(game)] ?? BOARDS[path(PLAIN)]!;
  return (await load()).default;
}

function path(folder: string): string {
  return `./${folder}/index.ts`;
}
