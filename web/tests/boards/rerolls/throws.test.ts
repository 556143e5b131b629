import { describe, expect, it } from "vitest";
import { likelyThrown, lyingThrow } from "../../../src/boards/rerolls/throws";
import type { AnyEvent, Told } from "../../../src/state/fold";

function story(...events: object[]): Told[] {
  return events.map((event, at) => ({ id: at + 1, event: event as AnyEvent, game: "stlucia", seats: ["ann", "ben"] }));
}

const started = { type: "game_started" };
const threw = { type: "threw", seat: 0, dice: [1, 1, 2, 4, 5, 6] };
const again = { type: "threw_again", seat: 0, again: [2, 5], dice: [1, 1, 3, 4, 5, 6] };

describe("the throw that lies on the table", () => {
  it("is none before anybody has thrown", () => {
    expect(lyingThrow(story(started))).toBeNull();
  });

  it("is of this game, not of the one before", () => {
    expect(lyingThrow(story(started, threw, started))).toBeNull();
  });

  it("fell with all its dice when it was the first of a turn", () => {
    expect(lyingThrow(story(started, threw))).toMatchObject({ id: 2, turn: 2, thrown: [0, 1, 2, 3, 4, 5] });
  });

  it("fell with as many dice as were thrown again, and is of the same turn", () => {
    expect(lyingThrow(story(started, threw, again))).toMatchObject({ id: 3, turn: 2, before: 2, thrown: [0, 2] });
  });

  it("stays there while other things happen", () => {
    expect(lyingThrow(story(started, threw, { type: "kept", seat: 0 }))?.event.dice).toEqual(threw.dice);
  });
});

describe("which dice were thrown again", () => {
  it("are those that show another face", () => {
    expect(likelyThrown([1, 2, 3], [1, 5, 6], 2)).toEqual([1, 2]);
  });

  it("are some of the others too where a face came again", () => {
    expect(likelyThrown([1, 2, 3], [1, 2, 6], 3)).toEqual([0, 1, 2]);
  });
});
