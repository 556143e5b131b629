/** Quick reactions: seen at the face of their sender, and by nobody who does not want them. */

import type { ReactionMessage } from "#protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences } from "../../src/look/preferences.svelte";
import { REACTION_MS } from "../../src/state/reactions";
import { FakeHall } from "./kit/hall";
import { all, ANN, find, nameOf, open, press, settled, textOf, until } from "./kit/page";
import { asked, CODE, seenBy, update } from "./kit/tables";

const NOBODY_SAID_ANYTHING = "Nobody has said anything yet. Say hello!";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.advanceTimersByTime(REACTION_MS + 1)); // none is left to the next test

/** Ann waits for Ben, and has room for reactions. */
async function waiting(): Promise<FakeHall> {
  const hall = new FakeHall(ANN);
  hall.says(seenBy(asked("bluff", "call_bluff claim"), 0));
  open(`/t/${CODE}`, hall);
  await offered();
  return hall;
}

const offered = () => find("button", "Laugh");
const reacts = (who: string, name: string, reaction: ReactionMessage["reaction"]): ReactionMessage =>
  ({ type: "reaction", table: CODE, channel: "all", who, name, reaction });
const reacting = () => [...document.querySelectorAll(".strip li:has(.reaction) .called")].map(textOf);

async function told(tab: RegExp): Promise<string[]> {
  await press(tab, document, "tab");
  const panel = await find("tabpanel");
  return all("listitem", undefined, panel).map(textOf);
}

test("a reaction is seen at the sender’s face for a moment, and in neither story nor chat", async () => {
  const hall = await waiting();
  const story = await told(/^Story/);
  await press("Laugh");
  await until(() => hall.all("react").length === 1);
  expect(hall.all("react")[0]).toMatchObject({ table: CODE, reaction: "laugh" });
  hall.says(reacts("ann", "Ann", "laugh"));
  await until(() => reacting().length > 0);
  expect(reacting()).toEqual(["You"]);
  hall.says(reacts("ben", "Ben", "heart"));
  await until(() => reacting().length === 2);
  expect(reacting()).toEqual(["You", "Ben"]);
  await vi.advanceTimersByTimeAsync(REACTION_MS + 1);
  await until(() => reacting().length === 0);
  expect(await told(/^Story/)).toEqual(story);
  expect(await told(/^Chat/)).toEqual([NOBODY_SAID_ANYTHING]);
});

test("who wants no reactions sees none and sends none, until they are wanted again", async () => {
  const hall = await waiting();
  await press("Host this table");
  const sheet = await find("dialog", "Host this table");
  const mine = await find("switch", /Quick faces/, sheet);
  mine.click();
  hall.says(reacts("ben", "Ben", "heart"));
  await settled();
  expect(reacting()).toEqual([]);
  expect(all("group", "Reactions")).toEqual([]);
  mine.click();
  hall.says(reacts("ben", "Ben", "heart"));
  await until(() => reacting().join() === "Ben");
});

test("a screen reader hears of reactions only if it is to", async () => {
  const hall = await waiting();
  const said = await find("log");
  hall.says(reacts("ben", "Ben", "laugh"));
  await until(() => reacting().join() === "Ben");
  await vi.advanceTimersByTimeAsync(4000);
  expect(textOf(said)).not.toContain("Laugh");
  preferences.reactionsSaid = true;
  hall.says(reacts("ben", "Ben", "heart"));
  await vi.advanceTimersByTimeAsync(4000);
  expect(textOf(said)).toContain("Ben: Heart");
  expect(said.getAttribute("aria-live")).toBe("polite");
});

test("the host switches reactions off for the table, and they go and come for everyone", async () => {
  const hall = await waiting();
  await press("Host this table");
  const table = await find("switch", /Reactions at this table/);
  table.click();
  await until(() => hall.done.length === 1);
  expect(hall.done).toMatchObject([{ type: "forbid_reactions" }]);
  hall.says(update({ changes: { reactions: false } }));
  await until(() => all("group", "Reactions").length === 0);
  hall.says(update({ version: 7, changes: { reactions: true } }));
  await offered();
  expect(all("button", undefined, all("group", "Reactions")[0]).map(nameOf)).toHaveLength(6);
});
