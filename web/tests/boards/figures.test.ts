import { expect, test } from "vitest";
import bluff from "#messages/en/bluff.ftl?raw";
import mindroll from "#messages/en/mindroll.ftl?raw";
import peril from "#messages/en/peril.ftl?raw";
import stlucia from "#messages/en/stlucia.ftl?raw";
import threeDice from "#messages/en/three_dice.ftl?raw";
import { figure as bluffFigure } from "../../src/boards/bluff/figure";
import { figure as mindrollFigure } from "../../src/boards/mindroll/figure";
import { figure as perilFigure } from "../../src/boards/peril/figure";
import { figure as stluciaFigure } from "../../src/boards/stlucia/figure";
import { figure as threeDiceFigure } from "../../src/boards/three_dice/figure";
import type { AnyEvent } from "../../src/state/fold";
import { bundle, Narrator } from "../../src/words/narrator";

const WINNER = 1;
let manner = "sips";
const words = (messages: string) => new Narrator("", { messages, kinds: {} }, bundle("en", ""), "en", () => manner);
const happened = (...events: readonly object[]) => events as readonly AnyEvent[];
const times = (count: number, ...events: readonly object[]) => Array.from({ length: count }, () => events).flat();

test("Bluff: claims that stood if no bluff was caught, bluffs caught, the highest claim, or whatever stood", () => {
  const told = (...events: readonly object[]) => bluffFigure(happened(...events), WINNER, { words: words(bluff) });
  const claim = (total: number) => ({ type: "claimed", seat: WINNER, total });
  const believed = { type: "believed", seat: 0, claimant: WINNER, points: 9, score: 9 };
  const honest = [{ type: "bluff_called", seat: 0, claimant: WINNER, total: 9 }, { type: "no_bluff", seat: WINNER, total: 9 }];
  const caught = [{ type: "bluff_called", seat: 0, claimant: WINNER, total: 9 }, { type: "was_bluff", seat: WINNER, total: 9 }];
  const catches = [{ type: "bluff_called", seat: WINNER, claimant: 0, total: 9 }, { type: "was_bluff", seat: 0, total: 9 }];
  const others = [{ type: "bluff_called", seat: 2, claimant: 0, total: 9 }, { type: "was_bluff", seat: 0, total: 9 }];

  expect(told(...times(2, claim(9), believed), claim(9), ...honest)).toBe("3 claims, never caught");
  expect(told(...times(3, claim(9), believed), claim(9), ...caught, ...times(2, ...catches), ...others)).toBe("Caught 2 bluffs");
  expect(told(claim(17), believed, claim(9), ...caught)).toBe("Claimed 17, and was believed");
  expect(told(claim(9), believed, claim(18), ...caught, ...catches)).toBe("Caught one bluff");
  expect(told(claim(9), believed, claim(18), ...caught, ...others)).toBe("One claim stood");
  expect(told(...times(2, claim(9), believed))).toBe("2 claims stood");
});

test("Peril: hits survived, lucky throws, no life lost, or throws of everyone", () => {
  const told = (...events: readonly object[]) => perilFigure(happened(...events), WINNER, { words: words(peril) });
  const threw = { type: "threw", seat: WINNER, number: 4 };
  const lucky = { type: "plot_twist", seat: 0, saved: WINNER };
  const wounds = [{ type: "direct_hit", seat: WINNER, lives: 2 }, { type: "no_shield", seat: WINNER, lives: 1 }];
  const others = [{ type: "direct_hit", seat: 0, lives: 2 }, { type: "plot_twist", seat: WINNER, saved: 0 }];

  expect(told(threw, lucky, ...wounds, ...others)).toBe("Survived 2 hits");
  expect(told(...times(3, threw, lucky), ...wounds, ...others)).toBe("3 lucky throws");
  expect(told(threw, lucky, ...others)).toBe("Never lost a life");
  expect(told(threw, wounds[0]!, ...others)).toBe("Lived through one throw");
  expect(told(...times(4, { ...threw, seat: 0 }), ...others)).toBe("Lived through 4 throws");
  expect(told(...others)).toBe("");
});

test("MindRoll: duels won, and whether all of them", () => {
  const told = (...events: readonly object[]) => mindrollFigure(happened(...events), WINNER, { words: words(mindroll) });
  const won = { type: "verdict", winner: WINNER, loser: 0 };

  expect(told(...times(3, won))).toBe("Won all 3 duels");
  expect(told(...times(4, won), { type: "verdict", winner: 0, loser: WINNER })).toBe("Won 4 duels");
  expect(told(won, { type: "verdict", winner: 0, loser: 2 })).toBe("Won one duel");
});

test("Three Dice: no sip at all, the luckiest throw that counted, or few sips in a long game, or rounds lost; as points where preferred", () => {
  const told = (sips: number, played: number, ...events: readonly object[]) =>
    threeDiceFigure(happened(...events), WINNER, { words: words(threeDice), board: { sips: [9, sips], lost: [3, played === 2 ? 0 : 1], played } as never });
  const turn = (seat: number, dice: readonly number[], roll: string, sips = 0) => [
    { type: "threw", seat, dice: [6, 6, 6], roll: "triple" }, // thrown again: it did not count
    { type: "threw_again", seat, dice, roll },
    { type: "stayed", seat, roll, sips },
  ];

  manner = "sips";
  expect(told(0, 2)).toBe("Didn’t drink a single sip");
  expect(told(5, 9, ...turn(WINNER, [3, 1, 2], "stairs", 4), ...turn(WINNER, [2, 2, 2], "triple", 2), ...turn(0, [5, 5, 5], "triple", 5))).toBe("Luckiest throw: 2-2-2");
  expect(told(5, 9, ...turn(WINNER, [3, 1, 2], "stairs", 4))).toBe("Luckiest throw: 1-2-3");
  expect(told(1, 9, ...turn(WINNER, [2, 4, 6], "plain"))).toBe("Drank only one sip");
  expect(told(3, 2)).toBe("Lost no round");
  expect(told(4, 9)).toBe("Lost 1 of 9 rounds");
  manner = "points";
  expect(told(0, 2)).toBe("Not a single penalty point");
  expect(told(3, 9)).toBe("Took only 3 penalty points");
});

test("King of StLucia: turns begun in the town, damage dealt, or how quickly it was won", () => {
  const told = (...events: readonly object[]) => stluciaFigure(happened(...events), WINNER, { words: words(stlucia) });
  const turn = (seat: number, inside: boolean) => ({ type: "turn_began", seat, inside });
  const hit = (seat: number, damage: number) => ({ type: "hit", seat, target: 2, damage, health: 4 });

  expect(told(...times(5, turn(WINNER, true), turn(0, false)), hit(WINNER, 9))).toBe("Held StLucia for 5 turns");
  expect(told(...times(2, turn(WINNER, true)), ...times(4, hit(WINNER, 3)), hit(0, 5))).toBe("12 damage dealt");
  expect(told(...times(5, turn(0, true), turn(WINNER, false)), hit(0, 9), hit(WINNER, 2))).toBe("Won in 5 turns");
  expect(told(...times(5, turn(0, true)))).toBe("");
});
