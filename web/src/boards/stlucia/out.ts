/** What I have come to when I am out. */

import type { Seat, StluciaBoard } from "#protocol";
import type { Out, View } from "../../boardkit/contract";
import type { AnyEvent } from "../../state/fold";
import { deedsOf } from "./figure";
import { placeOf } from "./round";

/** Null while I am in, and when the game is over. */
export function outOf({ board, me, words, players }: View<"stlucia">, game: readonly AnyEvent[] | null): Out | null {
  if (me === null || !board.fallen.some((group) => group.includes(me)) || isOver(board)) return null;
  const deeds = game === null ? null : deedsOf(game, me);
  const turn = turnOf(board);
  return {
    place: placeOf(board, me),
    sentence: deeds === null || deeds.turns === 0 ? "" : words.text("board-out-sentence", { ...deeds }),
    figures:
      deeds === null
        ? []
        : [
            [deeds.turns, words.text("board-out-turns", { count: deeds.turns })],
            [deeds.held, words.text("board-out-held")],
            [deeds.damage, words.text("board-out-damage")],
          ],
    goesOn: turn === null ? words.text("board-out-goes-on") : `${words.text("board-turn", { whose: "other", name: players[turn]!.name })}.`,
  };
}

function isOver({ phase, health }: StluciaBoard): boolean {
  return phase.type === "won" || phase.type === "worn_out" || health.filter((each) => each > 0).length < 2;
}

/** Null where the one in turn is out as well: the next turn has not begun yet. */
function turnOf({ phase, health }: StluciaBoard): Seat | null {
  const turn = phase.type === "deciding" ? phase.attacker : "seat" in phase ? phase.seat : null;
  return turn !== null && health[turn]! > 0 ? turn : null;
}
