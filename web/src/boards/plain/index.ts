/** The board of any game that has none of its own. */

import type { BoardModule } from "../../boardkit/contract";
import "../../words/plain";
import Board from "./Board.svelte";
import Vitals from "./Vitals.svelte";

const plain: BoardModule = { Board, Vitals, paragraph: () => "" };

export default plain;
