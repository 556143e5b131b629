/** Friends, blocks and invitations: on a person's page, on /people, and in every view. */

import { expect, test } from "vitest";
import { go } from "../../src/route/here.svelte";
import type { Blocked, Friend, Standing } from "../../src/wire/ties";
import { FakeHall } from "./kit/hall";
import { all, ANN, find, findText, open, press, settled, submit, textOf, until, write } from "./kit/page";
import { lobby } from "./kit/tables";

const STRANGER: Standing = { who: "ben", name: "Ben", friend: false, mutual: false, blocked: false, here: null, table: null };
const NO_RESULTS = { won: 0, lost: 0, games: 0, win_rate: null, streak: 0, points: null, rating: null };

function hasAPage(hall: FakeHall): void {
  hall.answers("GET /api/people/ben", { person: { id: "ben", name: "Ben", kind: "account" }, overall: NO_RESULTS, games: {} });
  hall.answers("GET /api/people/ben/games", { games: [], before: null });
}

/** Ann looks at Ben's page; what she does to him changes how she stands to him. */
function atBens(standing: Partial<Standing> = {}): FakeHall {
  const hall = new FakeHall(ANN);
  let now = { ...STRANGER, ...standing };
  const become = (changed: Partial<Standing>) => () => ((now = { ...now, ...changed }), now);
  hasAPage(hall);
  hall.answers("GET /api/me/people/ben", () => now);
  hall.answers("PUT /api/me/friends/ben", become({ friend: true }));
  hall.answers("DELETE /api/me/friends/ben", become({ friend: false }));
  hall.answers("PUT /api/me/blocks/ben", become({ blocked: true }));
  hall.answers("DELETE /api/me/blocks/ben", become({ blocked: false }));
  open("/people/ben", hall);
  return hall;
}

function atPeople(friends: () => readonly Friend[], blocks: () => readonly Blocked[] = () => []): FakeHall {
  const hall = new FakeHall(ANN);
  hall.answers("GET /api/me/friends", friends);
  hall.answers("GET /api/me/blocks", blocks);
  hall.answers("GET /api/me/opponents", []);
  open("/people", hall);
  return hall;
}
const BEN: Friend = { who: "ben", name: "Ben", mutual: true, here: true, table: null, since: 0 };

test("a friend is added and removed, and nobody is told", async () => {
  const hall = atBens();
  await press("Add friend");
  await findText("They aren’t told");
  await findText("You’ll see whether");
  await press("Remove friend");
  await find("button", "Add friend");
  expect(hall.requests.filter(([what]) => what.includes("friends"))).toEqual([["PUT /api/me/friends/ben", undefined], ["DELETE /api/me/friends/ben", undefined]]);
});

test("a friend is added by name, and seen here", async () => {
  let friends: readonly Friend[] = [];
  const hall = atPeople(() => friends);
  hall.answers("PUT /api/me/friends/Ben", () => ((friends = [BEN]), { ...STRANGER, friend: true }));
  const section = await find("region", "Friends");
  await findText("Nobody yet", section);
  submit(await write("Name", "Ben", section));
  await until(() => all("listitem", undefined, section).some((each) => /Ben.*here now/.test(textOf(each))));
});

test("a friend can be followed to a table", async () => {
  const hall = atPeople(() => [{ ...BEN, table: "kiro" }]);
  hall.says(lobby({ host: "ben" }));
  await press("Join Ben at table KIRO", await find("region", "Friends"), "link");
  await until(() => location.pathname === "/t/KIRO");
});

test("whoever is blocked is told of, and can be unblocked", async () => {
  const hall = atBens();
  await press("Block Ben");
  await findText("can’t invite you, sit down at your tables or write to you");
  expect(hall.requests.filter(([what]) => what.startsWith("PUT"))).toEqual([]);
  await press("Block Ben");
  await find("button", "Unblock Ben");
  expect(hall.requests).toContainEqual(["PUT /api/me/blocks/ben", undefined]);
});

test("the list of those that are blocked can be emptied", async () => {
  let blocked = [{ who: "ben", name: "Ben" }];
  const hall = atPeople(() => [], () => blocked);
  hall.answers("DELETE /api/me/blocks/ben", () => ((blocked = []), null));
  const section = await find("region", "Blocked");
  await press("Unblock Ben", section);
  await findText("You haven’t blocked anyone.", section);
});

test("someone is invited to a new private table", async () => {
  const hall = atBens();
  await press("Play Ben");
  (await find("radio", /^MindRoll/)).click();
  await press("Open the table and invite Ben");
  await until(() => location.pathname === "/t/NORA");
  expect(hall.all("open")[0]).toMatchObject({ game: "mindroll", public: false, invite: ["ben"] });
});

test("someone is invited to a table that is open", async () => {
  const hall = new FakeHall(ANN);
  hall.says(lobby());
  open("/t/kiro", hall);
  await find("button", /Start|I’m ready/);
  await settled();
  hasAPage(hall);
  hall.answers("GET /api/me/people/ben", STRANGER);
  go("/people/ben");
  await press("Invite Ben to table KIRO");
  await findText("is invited to table KIRO");
  expect(hall.done).toEqual([{ type: "invite", who: "ben" }]);
});

test("an invitation is shown wherever I am, and can be turned down or followed", async () => {
  const hall = new FakeHall({ id: "ben", name: "Ben", kind: "account" });
  open("/", hall);
  await find("button", /^Play now/);
  hall.says({ type: "invitation", table: "kiro", game: "mindroll", by: "Ann" });
  await findText("is keeping a seat");
  await press("No, thanks");
  await until(() => hall.done.length === 1);
  expect(hall.done).toEqual([{ type: "decline" }]);
  hall.says({ type: "invitation_over", table: "kiro" });
  await until(() => all("button", "Go there").length === 0);
  hall.says({ type: "invitation", table: "kiro", game: "mindroll", by: "Ann" });
  await press("Go there");
  await until(() => location.pathname === "/t/KIRO");
});
