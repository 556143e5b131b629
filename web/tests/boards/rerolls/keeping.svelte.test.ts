import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { Keeping } from "../../../src/boards/rerolls/keeping.svelte";
import type { LyingThrow } from "../../../src/boards/rerolls/throws";

/** With a turn that can be ended, inside an effect as in a component. */
function keep(check: (keeping: Keeping, nextTurn: () => void) => void): void {
  let turn = $state(1);
  const stop = $effect.root(() => {
    const keeping = new Keeping(() => turn);
    flushSync();
    check(keeping, () => {
      turn += 1;
      flushSync();
    });
  });
  stop();
}

function lying(id: number, before: number, thrown: readonly number[]): LyingThrow {
  return { id, before, thrown, turn: 1, event: { type: "threw", seat: 0, dice: [1, 2, 3] } as LyingThrow["event"] };
}

test("what is kept is not thrown again, and a second tap frees it", () => {
  keep((keeping) => {
    keeping.toggle(1);
    expect(keeping.free(3)).toEqual([0, 2]);
    keeping.toggle(1);
    expect(keeping.free(3)).toEqual([0, 1, 2]);
  });
});

test("what is kept stays kept until someone picks up all dice", () => {
  keep((keeping, nextTurn) => {
    keeping.toggle(0);
    flushSync();
    expect(keeping.kept).toEqual([0]);
    nextTurn();
    expect(keeping.kept).toEqual([]);
  });
});

test("only the throw that is offered can be made", () => {
  keep((keeping) => {
    const offered = { type: "reroll", dice: [0, 2] };
    expect(keeping.reroll([{ type: "keep" }, offered], [0, 2])).toBe(offered);
    expect(keeping.reroll([{ type: "keep" }, offered], [0])).toBeUndefined();
  });
});

test("the dice that I threw are the ones that fall, whatever I keep afterwards", () => {
  keep((keeping) => {
    keeping.throwAgain(lying(4, 0, [0, 1, 2]), [1, 2]);
    const next = lying(5, 4, [0, 1]);
    expect(keeping.falling(next, 5)).toEqual({ throw: 5, dice: [1, 2] });
    keeping.toggle(2);
    expect(keeping.falling(next, 5)).toEqual({ throw: 5, dice: [1, 2] });
  });
});

test("what others throw falls as it was told, and old dice lie still", () => {
  keep((keeping) => {
    expect(keeping.falling(lying(5, 4, [0, 1]), 5)).toEqual({ throw: 5, dice: [0, 1] });
    expect(keeping.falling(lying(5, 4, [0, 1]), 6)).toEqual({ throw: 0, dice: [] });
  });
});
