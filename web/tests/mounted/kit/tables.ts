/** Tables as the hall tells them: everything is as usual but what a test says. */

import type { GameName, Games, MineShown, PublicTable, Row, TableMessage, UpdateMessage } from "#protocol";
import data from "./games.json";

export const CODE = "kiro";
/** By seat: the first hosts. */
const WHO = ["ann", "ben", "cem", "dan", "eve", "fay", "gus"] as const;
const PEOPLE = { ann: "Ann", ben: "Ben", cem: "Cem", dan: "Dan", eve: "Eve", fay: "Fay", gus: "Gus" };
const OPTIONS = Object.fromEntries(
  data.games.map(({ name, options }) => [name, Object.fromEntries(options.map((each) => [each.name, each.default]))]),
);

const SHOWN: PublicTable = {
  setting: {
    game: "bluff", options: {}, seats: 4, clock: 60, on_timeout: "play", public: true, quick: false, people_only: false, fill: false,
    rated: null, odds: false,
  },
  host: "ann", seated: [{ who: "ann", level: null, ready: false }], locked: false, kicked: [], muted: [], spectators_talk: false,
  reactions: true, knocks: true, wins: [], invited: [], commit: "c0ffee", fills_at: null, games: 0, key: "", players: [], handed: [],
  left: [], game: null, edition: null, options: {}, rated: false, agreed: [], board: null, waiting: null, fixture: null,
  starts_by: null, no_shows: [], settled: false, night: null, disclosed: false, predictions: true, teams: [],
};

const STARTED = { type: "game_started", number: 1, edition: 1, options: {}, commit: "c0ffee", client_seeds: [], allowances: true, rated: false };

type Fields = Omit<Partial<TableMessage>, "shown">;
type Shown = Omit<Partial<PublicTable>, "setting"> & { readonly setting?: Partial<PublicTable["setting"]> };

/** Before the first game; Ann hosts and sits there. */
export function lobby({ setting, ...shown }: Shown = {}, fields: Fields = {}): TableMessage {
  return {
    type: "table", table: CODE, version: 5, now: 1000, people: PEOPLE, won: {}, mine: [], absent: [], watching: 0, events: [],
    missed: false, chat: {}, head: "", ...fields,
    shown: { ...SHOWN, ...shown, setting: { ...SHOWN.setting, ...setting } },
  };
}

/** A game at the first moment at which this is asked, as whoever is asked sees it; "over" is its end. See games.json. */
export function asked(game: GameName, question: string, shown: Shown = {}, fields: Fields = {}): TableMessage {
  const moment = data.moments.find((each) => each.game === game && each.question === question);
  if (moment === undefined) throw new Error(`no game of ${game} asks: ${question}`);
  const players = WHO.slice(0, moment.seats);
  const { waiting } = moment;
  return lobby(
    {
      game, edition: 1, games: 1, players, seated: players.map((who) => ({ who, level: null, ready: false })),
      options: { ...OPTIONS[game], ...moment.options } as Games[GameName]["options"],
      board: moment.board as unknown as Games[GameName]["board"],
      waiting: (waiting.type === "over" ? waiting : { ...waiting, due: [[moment.mine.seat, null, 0]] }) as PublicTable["waiting"],
      ...shown,
      setting: { game, seats: Math.max(2, moment.seats), options: moment.options as object, ...shown.setting },
    },
    {
      mine: waiting.type === "over" ? [] : [moment.mine as unknown as MineShown],
      events: [{ ...STARTED, game, seats: players, levels: players.map(() => null) }, ...moment.events] as unknown as TableMessage["events"],
      ...fields,
    },
  );
}

/** Who sits on the seat that is asked. */
export function who(table: TableMessage): string {
  return table.shown.players[table.mine[0]!.seat]!;
}

/** The same table as a spectator sees it, or a player of whom nothing is asked. */
export function seenBy(table: TableMessage, seat: number | null): TableMessage {
  return { ...table, mine: seat === null ? [] : [{ seat, secret: null, moves: [] }] };
}

export function update(fields: Partial<UpdateMessage>): UpdateMessage {
  return { type: "update", table: CODE, version: 6, events: [], changes: {}, ...fields };
}

/** As the list of tables shows it. */
export function row(fields: Partial<Row> = {}): Row {
  return {
    table: CODE, game: "bluff", host: "Ann", people: 1, present: 1, bots: 0, seats: 4, state: "waiting", locked: false, fills_at: null,
    clock: 60, rated: true, odds: false, night: "", ...fields,
  };
}
