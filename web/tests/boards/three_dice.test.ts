import { describe, expect, it } from "vitest";
import type { ThreeDiceBoard } from "#protocol";
import { handOf, lastRollOff, linesBefore, linesOf } from "../../src/boards/three_dice/round";
import { story } from "./story";

const low = { dice: [2, 2, 4], roll: "plain", points: 8 } as const;
const high = { dice: [1, 1, 6], roll: "plain", points: 260 } as const;
const safe = { dice: [2, 2, 2], roll: "triple", points: 6 } as const;

function board(changes: Partial<ThreeDiceBoard> = {}): ThreeDiceBoard {
  const round = { order: [2, 3, 0, 1], hands: [high, safe, low], pot: 3, limit: 2 };
  return {
    sips: [0, 0, 0, 0],
    lost: [0, 0, 0, 0],
    left: [],
    played: 0,
    carry: 0,
    phase: { type: "throwing", round },
    safe: [3],
    lowest: [0],
    ...changes,
  };
}

describe("the lines of a round", () => {
  it("go in rolling order, with the safe and the lowest marked", () => {
    expect(linesOf(board())).toEqual([
      { seat: 2, state: "done", hand: high, safe: false, lowest: false },
      { seat: 3, state: "done", hand: safe, safe: true, lowest: false },
      { seat: 0, state: "done", hand: low, safe: false, lowest: true },
      { seat: 1, state: "rolling" },
    ]);
  });

  it("go on only when the sips of the last one are given away", () => {
    const round = { order: [2, 3], hands: [high], pot: 1, limit: 2 };
    expect(linesOf(board({ phase: { type: "awarding", round, giver: 2, sips: 1 } }))[1]).toEqual({ seat: 3, state: "waiting" });
  });

  it("say who has left", () => {
    expect(linesOf(board({ left: [0] }))[2]).toEqual({ seat: 0, state: "gone" });
  });

  it("are none between rounds", () => {
    expect(linesOf(board({ phase: { type: "starting" } }))).toEqual([]);
    expect(handOf(board({ phase: { type: "starting" } }), 0)).toBeNull();
  });
});

describe("the round before", () => {
  const began = { type: "round_began", round: 1, starter: 0, pot: 1 };
  const turn = (seat: number, { dice, roll, points }: { dice: readonly number[]; roll: string; points: number }) => [
    { type: "threw", seat, dice, roll, points },
    { type: "stayed", seat, roll, points, safe: roll === "triple", sips: 0, pot: 1 },
  ];
  const ended = [began, ...turn(0, high), ...turn(1, low), ...turn(2, safe), { type: "lost", seat: 1, points: 8 }, { ...began, round: 2 }];

  it("is told until someone throws in the next one", () => {
    expect(linesBefore(story(...ended))).toEqual([
      { seat: 0, state: "done", hand: high, safe: false, lowest: false },
      { seat: 1, state: "done", hand: low, safe: false, lowest: true },
      { seat: 2, state: "done", hand: safe, safe: true, lowest: false },
    ]);
    expect(linesBefore(story(...ended, turn(1, high)[0]!))).toEqual([]);
  });

  it("is not told while it is played", () => {
    expect(linesBefore(story(began, ...turn(0, high)))).toEqual([]);
  });

  it("is not told in part: anyone who came in the middle of it waits for the next", () => {
    expect(linesBefore(story(...ended.slice(3)))).toEqual([]);
  });
});

describe("a roll-off", () => {
  const rolled = (seat: number, face: number) => ({ type: "rolled_off", seat, face });
  const tied = (decides: string) => ({ type: "roll_off", tied: [0, 1], decides });

  it("lies on the table until the next player throws", () => {
    const told = [tied("loser"), rolled(0, 2), rolled(1, 5), { type: "lost", seat: 0 }, { type: "round_began" }];
    expect(lastRollOff(story(...told))).toEqual({ id: 1, tied: [0, 1], dice: [rolled(0, 2), rolled(1, 5)], decides: "loser" });
    expect(lastRollOff(story(...told, { type: "threw", seat: 0 }))).toBeNull();
  });

  it("goes on where they tie again, and is another one where it decides something else", () => {
    const first = [tied("loser"), rolled(0, 2), rolled(1, 2), tied("loser"), rolled(0, 4), rolled(1, 5)];
    expect(lastRollOff(story(...first))?.dice).toHaveLength(4);
    expect(lastRollOff(story(...first, tied("starter"), rolled(0, 6)))).toMatchObject({ dice: [rolled(0, 6)], decides: "starter" });
  });
});
