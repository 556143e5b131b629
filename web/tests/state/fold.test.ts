import type { ServerMessage, PublicTable, TableMessage, UpdateMessage } from "#protocol";
import { expect, test } from "vitest";
import { fold, forget, hallTime, NOTHING, type State } from "../../src/state/fold";

const SHOWN: PublicTable = {
  reactions: true,
  knocks: true, fixture: null, starts_by: null, no_shows: [], settled: false, night: null, disclosed: false,
  predictions: true, teams: [],
  setting: { game: "mindroll", options: {}, seats: 4, clock: 60, on_timeout: "play", public: true, quick: false, people_only: false, fill: false, rated: null, odds: false },
  host: "ann",
  seated: [{ who: "ann", level: null, ready: false }],
  locked: false,
  kicked: [],
  muted: [],
  spectators_talk: false,
  wins: [],
  invited: [],
  commit: "c0ffee",
  fills_at: null,
  games: 1,
  key: "",
  players: ["ann", "ben"],
  handed: [],
  left: [],
  game: "mindroll",
  edition: 1,
  options: {},
  rated: false,
  agreed: [],
  board: null,
  waiting: { type: "ask", due: [[0, 90, 30]] },
};

const TABLE: TableMessage = {
  type: "table",
  table: "kiro",
  version: 5,
  now: 100,
  shown: SHOWN,
  people: { ann: "Ann", ben: "Ben" },
  won: { ann: 2 },
  mine: [{ seat: 0, secret: { number: 4, colour: "red" }, moves: [{ type: "call", total: "7..9" }] }],
  absent: [],
  watching: 3,
  events: [],
  missed: false,
  chat: { all: [{ number: 1, who: "ben", name: "Ben", text: "hello" }] },
  head: "AAAAAAAAAAAAAAAA",
};

const update = (fields: Partial<UpdateMessage>): UpdateMessage => ({
  type: "update",
  table: "kiro",
  version: 6,
  events: [],
  changes: {},
  ...fields,
});

const after = (...messages: readonly ServerMessage[]): State =>
  messages.reduce((state, message) => fold(state, message, 50), NOTHING);

const table = (...messages: readonly ServerMessage[]) => after(TABLE, ...messages).tables["kiro"]!;

test("welcome says who one is and what time it is in the hall", () => {
  const state = after({ type: "welcome", protocol: 2, you: null, now: 1000, url: "http://hall", predictions: false });
  expect(state.you).toBeNull();
  expect(hallTime(state, 53)).toBe(1003);
});

test("a table comes whole, its moves unfolded", () => {
  expect(table().mine).toEqual([
    {
      seat: 0,
      secret: { number: 4, colour: "red" },
      moves: [7, 8, 9].map((total) => ({ type: "call", total })),
    },
  ]);
  expect(table().chat).toEqual([{ number: 1, who: "ben", name: "Ben", text: "hello", channel: "all" }]);
});

test("changes are laid over what is shown", () => {
  const { shown, version } = table(update({ changes: { locked: true, waiting: { due: [[1, 99, 40]] } } }));
  expect([shown.locked, shown.waiting, version]).toEqual([true, { type: "ask", due: [[1, 99, 40]] }, 6]);
});

test("an update without mine leaves no moves, but the secret stays", () => {
  expect(table(update({})).mine).toEqual([{ seat: 0, secret: { number: 4, colour: "red" }, moves: [] }]);
});

test("mine without a secret keeps the one that was told, and null takes it away", () => {
  const moves = [{ type: "reveal" }] as const;
  expect(table(update({ mine: [{ seat: 0, moves }] })).mine[0]?.secret).toEqual({ number: 4, colour: "red" });
  expect(table(update({ mine: [{ seat: 0, secret: null, moves }] })).mine[0]?.secret).toBeNull();
});

test("every event is told once, in order, and the last ones are fresh", () => {
  const first = update({ events: [{ type: "called", seat: 0, total: 9 }] });
  const second = update({ version: 7, events: [{ type: "called", seat: 1, total: 10 }, { type: "locked" }] });
  const { story, fresh } = table(first, second);
  expect(story.map((told) => [told.id, told.event.type])).toEqual([[1, "called"], [2, "called"], [3, "locked"]]);
  expect(fresh).toBe(2);
});

test("what was missed on a broken line is added to the story", () => {
  const called = update({ events: [{ type: "called", seat: 0, total: 9 }] });
  const { story, missed } = table(called, { ...TABLE, version: 8, events: [{ type: "unlocked" }], missed: true });
  expect(story.map((told) => told.event.type)).toEqual(["called", "unlocked"]);
  expect(missed).toBe(true);
});

const started = {
  type: "game_started", number: 2, game: "bluff", edition: 1, options: {} as never, no_shows: [], scheme: "counted", seats: ["ben", "ann"],
  levels: [null, null], commit: "", allowances: true, rated: true, accounts: null, client_seeds: ["", ""],
} as const;
const BLUFF: PublicTable = { ...SHOWN, game: "bluff", players: ["ben", "ann"] };

test("what was said of one game before another has begun is told of that one", () => {
  const events = [{ type: "called", seat: 0, total: 9 }, started, { type: "locked" }] as const;
  const told = (state: State) => state.tables["kiro"]!.story.map(({ event, game, seats }) => [event.type, game, seats[0]]);
  const both = [["called", "mindroll", "ann"], ["game_started", "bluff", "ben"], ["locked", "bluff", "ben"]];
  expect(told(after(TABLE, { ...TABLE, version: 8, shown: BLUFF, events }))).toEqual(both);
  expect(told(after(TABLE, update({ changes: { game: "bluff", players: ["ben", "ann"] } as never, events })))).toEqual(both);
  // Where the beginning is lost, nobody knows which game it was.
  expect(told(after({ ...TABLE, shown: BLUFF, events, missed: true }))).toEqual(both.slice(1));
});

test("an event keeps the seats of its own game", () => {
  const { story } = table({ ...TABLE, shown: { ...SHOWN, game: "bluff", players: ["ben", "ann"] }, events: [started] });
  expect(story.at(-1)).toMatchObject({ game: "bluff", seats: ["ben", "ann"] });
});

test("a warning lasts until the game waits for something else", () => {
  const warning = { type: "clock_warning", table: "kiro", seat: 0, seconds: 20 } as const;
  expect(table(warning).warning).toEqual({ seat: 0, seconds: 20 });
  expect(table(warning, update({ events: [{ type: "locked" }] })).warning).not.toBeNull();
  expect(table(warning, update({ changes: { waiting: { due: [] } } })).warning).toBeNull();
});

test("a hall that was away sets our clock again", () => {
  const state = fold({ ...NOTHING, clock: { hall: 100, here: 5 } }, { type: "away", now: 101, seconds: 30 }, 36);
  expect(hallTime(state, 37)).toBe(102);
  expect(state.away).toEqual({ seconds: 30, here: 36 });
});

test("what the hall is uncertain of is said until it knows, or shows the table again", () => {
  const uncertain = { type: "uncertain", table: "kiro", known: false } as const;
  expect(table(uncertain).uncertain).toBe(true);
  expect(table(uncertain, { ...uncertain, known: true }).uncertain).toBe(false);
  expect(table(uncertain, TABLE).uncertain).toBe(false);
});

test("who was kicked knows nothing more of what was theirs", () => {
  const { gone, mine } = table({ type: "gone", table: "kiro", reason: "kicked" });
  expect([gone, mine]).toEqual(["kicked", []]);
});

test("the list of tables follows what is listed and unlisted", () => {
  const row = {
    table: "kiro", game: "peril", host: "Ann", people: 1, present: 1, bots: 0, seats: 4, state: "waiting", locked: false,
    fills_at: null, clock: 60, rated: true, odds: false, night: "",
  } as const;
  const state = after(
    { type: "hall", now: 1, tables: [row], after: null, next: null },
    { type: "listed", row: { ...row, table: "miro" } },
    { type: "listed", row: { ...row, people: 2 } },
    { type: "unlisted", table: "miro" },
  );
  expect(state.rows).toEqual({ kiro: { ...row, people: 2 } });
});

test("the list comes page by page, and the first page replaces what was known", () => {
  const row = (table: string) => ({
    table, game: "peril", host: "Ann", people: 1, present: 1, bots: 0, seats: 4, state: "waiting", locked: false,
    fills_at: null, clock: 60, rated: true, odds: false, night: "",
  } as const);
  const first = { type: "hall", now: 1, tables: [row("kiro")], after: null, next: 7 } as const;
  const second = { type: "hall", now: 2, tables: [row("miro")], after: 7, next: null } as const;
  expect(after(first).nextRows).toBe(7);
  expect(Object.keys(after(first, second).rows ?? {})).toEqual(["kiro", "miro"]);
  expect(after(first, second).nextRows).toBeNull();
  expect(Object.keys(after(first, second, { ...first, tables: [] }).rows ?? {})).toEqual([]);
});

test("an invitation is there once, until it is over", () => {
  const invitation = { type: "invitation", table: "kiro", game: "bluff", by: "Ann" } as const;
  expect(after(invitation, invitation).invitations).toHaveLength(1);
  expect(after(invitation, { type: "invitation_over", table: "kiro" }).invitations).toEqual([]);
});

test("news of a table that nobody watches any more changes nothing", () => {
  const state = forget(after(TABLE), "kiro");
  expect(fold(state, update({}), 51)).toBe(state);
});

test("what a newer hall says and this page does not know changes nothing", () => {
  const state = after(TABLE);
  expect(fold(state, { type: "weather" } as never, 51)).toBe(state);
});

test("who gets a name at a table stays there", () => {
  const welcome = { type: "welcome", protocol: 2, you: null, now: 0, url: "", predictions: false } as const;
  const ann = { id: "ann", name: "Ann", kind: "guest" } as const;
  expect(after(welcome, TABLE, { ...welcome, you: ann }).tables).toHaveProperty("kiro");
});

test("another person at the same browser finds nothing of the former one", () => {
  const welcome = (id: string) =>
    ({ type: "welcome", protocol: 2, you: { id, name: id, kind: "guest" }, now: 0, url: "", predictions: false }) as const;
  expect(after(welcome("ann"), TABLE, welcome("ann")).tables["kiro"]).toBeDefined();
  expect(after(welcome("ann"), TABLE, welcome("ben")).tables).toEqual({});
});

test("a line of chat that came with the table is not heard twice", () => {
  const line = { number: 1, who: "ben", name: "Ben", text: "hello" };
  expect(table({ type: "chat", table: "kiro", channel: "all", line }).chat).toHaveLength(1);
  expect(table({ type: "chat", table: "kiro", channel: "spectators", line }).chat).toHaveLength(2);
});

test("an update that is older than the table is no news", () => {
  expect(table(update({ version: 4, changes: { locked: true } })).shown.locked).toBe(false);
});

test("who has left the game has no secret any more", () => {
  expect(table(update({ changes: { left: [0] } })).mine).toEqual([]);
});

test("after a break only the last thing that happened is fresh", () => {
  const events = [{ type: "locked" }, { type: "unlocked" }] as const;
  const { story, fresh } = table({ ...TABLE, version: 8, events });
  expect(story.filter((told) => told.id >= fresh).map((told) => told.event.type)).toEqual(["unlocked"]);
});

test("what happens in the lobby is told in the voice of the game that will be played", () => {
  const changes = { setting: { game: "bluff" } } as const;
  const { story } = table(update({ changes, events: [{ type: "readied", who: "ben", seed: "" }, { type: "locked" }] }));
  expect(story.map((told) => told.game)).toEqual(["bluff", "mindroll"]);
});

test("nothing is changed in place", () => {
  const frozen = freeze(after(TABLE));
  expect(() => fold(frozen, update({ changes: { locked: true }, events: [{ type: "locked" }] }), 51)).not.toThrow();
});

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

test("the head of the latest version is kept, to be shown to the hall again", () => {
  expect(table().head).toBe("5:AAAAAAAAAAAAAAAA");
  expect(table(update({ head: "BBBBBBBBBBBBBBBB" })).head).toBe("6:BBBBBBBBBBBBBBBB");
  expect(table(update({})).head).toBe("");
});

test("a table that went back is shown as it is now, and says so", () => {
  const lost = { ...TABLE, version: 3, events: [{ type: "went_back", lost: 2 }], head: "CCCCCCCCCCCCCCCC" } as TableMessage;
  const shown = table(lost);
  expect([shown.version, shown.head]).toEqual([3, "3:CCCCCCCCCCCCCCCC"]);
  expect(shown.story.map(({ event }) => event.type)).toEqual(["went_back"]);
});
