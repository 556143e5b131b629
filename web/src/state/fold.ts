/** All that the page knows, as a pure fold over what the hall says. */

import type {
  ChatMessage,
  GoneMessage,
  InvitationMessage,
  ChatLine,
  MineShown,
  Person,
  Row,
  ServerMessage,
  PublicTable,
  TableEvent,
  TableMessage,
  UpdateMessage,
  Who,
  Games,
  GameName,
} from "#protocol";
import { applyChanges } from "./changes";
import { type AnyMove, expandMoves } from "./moves";
import { type HeardPool, withPool } from "./pools";

export type AnyEvent = TableEvent | Games[GameName]["event"];

/** Something that happened, with who sat where when it did. */
export interface Told {
  /** Counts on for as long as the page is open. */
  readonly id: number;
  readonly event: AnyEvent;
  readonly game: string;
  readonly seats: readonly Who[];
}

export interface Mine {
  readonly seat: number;
  readonly secret: unknown;
  /** One by one, the safe one first. */
  readonly moves: readonly AnyMove[];
}

export interface TableState {
  readonly code: string;
  readonly version: number;
  readonly shown: PublicTable;
  readonly people: Readonly<Record<Who, string>>;
  readonly won: Readonly<Record<Who, number>>;
  readonly mine: readonly Mine[];
  readonly absent: readonly Who[];
  readonly watching: number;
  readonly story: readonly Told[];
  /** The id of the first event of the last change; what is new moves. */
  readonly fresh: number;
  /** Whether something has happened that the story lacks. */
  readonly missed: boolean;
  readonly chat: readonly Said[];
  readonly warning: { readonly seat: number; readonly seconds: number } | null;
  /** Whether the last command was written or not is more than the hall knows. */
  readonly uncertain: boolean;
  readonly gone: GoneMessage["reason"] | null;
  /** What those who watch have predicted; not all of it may be shown yet. */
  readonly pools?: readonly HeardPool[];
  /** What proves to the hall how far the table was, should it lose that. */
  readonly head?: string;
}

export interface Said extends ChatLine {
  readonly channel: "all" | "spectators";
}

export interface State {
  /** Undefined before the hall has said it; null is nobody. */
  readonly you: Person | null | undefined;
  readonly url: string;
  /** Whether spectators can predict here who wins. */
  readonly predictions: boolean;
  /** What the hall's clock said, and what ours said then. */
  readonly clock: { readonly hall: number; readonly here: number };
  /** By code; null before the hall has listed them. */
  readonly rows: Readonly<Record<string, Row>> | null;
  /** Where the next page of them begins; null if there is none. */
  readonly nextRows: number | null;
  readonly invitations: readonly InvitationMessage[];
  readonly tables: Readonly<Record<string, TableState>>;
  readonly restarting: boolean;
  /** For how long the hall could do nothing, and when we heard of it. */
  readonly away: { readonly seconds: number; readonly here: number } | null;
}

export const NOTHING: State = {
  you: undefined,
  url: "",
  predictions: false,
  clock: { hall: 0, here: 0 },
  rows: null,
  nextRows: null,
  invitations: [],
  tables: {},
  restarting: false,
  away: null,
};

/** What happens before a game is told in the voice of the one that will be played. */
const LOBBY = new Set(["sat", "bot_sat", "readied", "unreadied"]);

/** Long enough for a whole game of ten. */
const LONGEST_STORY = 4000;
const LONGEST_CHAT = 200;

/** `here` is our own clock in seconds, when the message came. */
export function fold(state: State, message: ServerMessage, here: number): State {
  switch (message.type) {
    case "welcome":
      return {
        ...state,
        you: message.you,
        url: message.url,
        predictions: message.predictions,
        clock: { hall: message.now, here },
        restarting: false,
        invitations: [],
        // What one person was shown is not for the next one at the same browser; nobody was shown what all may see.
        tables: state.you == null || message.you?.id === state.you.id ? state.tables : {},
      };
    case "hall":
      return {
        ...state,
        clock: { hall: message.now, here },
        rows: {
          ...(message.after === null ? {} : state.rows),
          ...Object.fromEntries(message.tables.map((row) => [row.table, row])),
        },
        nextRows: message.next,
      };
    case "listed":
      return { ...state, rows: { ...state.rows, [message.row.table]: message.row } };
    case "unlisted":
      return { ...state, rows: without(state.rows ?? {}, message.table) };
    case "invitation":
      return { ...state, invitations: [...state.invitations.filter((each) => each.table !== message.table), message] };
    case "invitation_over":
      return { ...state, invitations: state.invitations.filter((each) => each.table !== message.table) };
    case "away":
      return { ...state, clock: { hall: message.now, here }, away: { seconds: message.seconds, here } };
    case "tournament":
    case "tournament_update":
      return { ...state, clock: { hall: message.now, here } };
    case "uncertain":
      return change(state, message.table, (table) => ({ ...table, uncertain: !message.known }));
    case "restarting":
      return { ...state, restarting: true };
    case "table":
      return withTable({ ...state, clock: { hall: message.now, here } }, shownAnew(state.tables[message.table], message));
    case "update":
      return change(state, message.table, (table) => updated(table, message));
    case "people":
      return change(state, message.table, (table) => ({ ...table, people: { ...table.people, ...message.people } }));
    case "present":
      return change(state, message.table, (table) => ({
        ...table,
        absent: message.absent,
        watching: message.watching,
      }));
    case "clock_warning":
      return change(state, message.table, (table) => ({
        ...table,
        warning: { seat: message.seat, seconds: message.seconds },
      }));
    case "chat":
      return change(state, message.table, (table) => ({
        ...table,
        chat: heardAlready(table, message) ? table.chat : said(table, message),
      }));
    case "pool":
      return change(state, message.table, (table) => ({ ...table, pools: withPool(table.pools ?? [], message, table.version) }));
    case "gone":
      return change(state, message.table, (table) => ({ ...table, gone: message.reason, mine: [] }));
    case "done":
    case "refused":
      return state; // answers go to the request
    default:
      return state; // a newer hall may say what this page does not know
  }
}

/** A table that is no longer looked at. */
export function forget(state: State, code: string): State {
  return { ...state, tables: without(state.tables, code) };
}

/** What the hall's clock says when ours says this. */
export function hallTime(state: State, here: number): number {
  return state.clock.hall + (here - state.clock.here);
}

function shownAnew(known: TableState | undefined, message: TableMessage): TableState {
  const old = known !== undefined && known.version <= message.version ? known : undefined; // else another table has its code
  const story = old?.story ?? [];
  const told = message.missed
    ? tell(story, sinceStart(message.events), message.shown)
    : tell(story, message.events, message.shown, old?.shown);
  return {
    code: message.table,
    version: message.version,
    shown: message.shown,
    people: message.people,
    won: message.won,
    mine: message.mine.map((each) => own(undefined, each)),
    absent: message.absent,
    watching: message.watching,
    story: [...story, ...told].slice(-LONGEST_STORY),
    // After a break only the last of it is news.
    fresh: told.at(-1)?.id ?? nextId(story),
    missed: old === undefined ? message.missed && told.length > 0 : old.missed || message.missed,
    chat: saidBefore(message),
    warning: null,
    uncertain: false,
    gone: null,
    pools: old?.pools ?? [],
    head: headOf(message),
  };
}

function updated(table: TableState, message: UpdateMessage): TableState {
  if (message.version <= table.version) return table;
  const shown = applyChanges(table.shown, message.changes);
  const told = tell(table.story, message.events, shown, table.shown);
  return {
    ...table,
    version: message.version,
    shown,
    people: withMore(table.people, message.people),
    won: withMore(table.won, message.won),
    mine: mineAfter(table, message).filter((each) => !shown.left.includes(each.seat)),
    story: [...table.story, ...told].slice(-LONGEST_STORY),
    fresh: told[0]?.id ?? table.fresh,
    warning: message.changes.waiting === undefined ? table.warning : null,
    head: headOf(message),
  };
}

/** As `watch` takes it. */
function headOf({ version, head }: { version: number; head?: string }): string {
  return head ? `${version}:${head}` : "";
}

function mineAfter(table: TableState, { mine }: UpdateMessage): readonly Mine[] {
  if (mine === undefined) return table.mine.map((each) => ({ ...each, moves: [] }));
  return mine.map((each) => own(table.mine.find((known) => known.seat === each.seat), each));
}

/** A secret stays until another one is told. */
function own(known: Mine | undefined, mine: MineShown): Mine {
  return {
    seat: mine.seat,
    secret: mine.secret === undefined ? (known?.secret ?? null) : mine.secret,
    moves: expandMoves(mine.moves as readonly AnyMove[]),
  };
}

/** Events before the first start belong to a game that nothing is known about. */
function sinceStart(events: readonly AnyEvent[]): readonly AnyEvent[] {
  return events.slice(Math.max(0, events.findIndex((event) => event.type === "game_started")));
}

/** Events before a start belong to the game that was played `before`. */
function tell(story: readonly Told[], events: readonly AnyEvent[], shown: PublicTable, before: PublicTable = shown): Told[] {
  const first = nextId(story);
  let seats = before.players;
  let game: string = before.game ?? before.setting.game;
  return events.map((event, index) => {
    if (event.type === "game_started") {
      seats = event.seats;
      game = event.game;
    }
    return { id: first + index, event, game: LOBBY.has(event.type) ? shown.setting.game : game, seats };
  });
}

function nextId(story: readonly Told[]): number {
  return (story.at(-1)?.id ?? 0) + 1;
}

/** A line may come with the table, and then once more. */
function heardAlready(table: TableState, { channel, line }: ChatMessage): boolean {
  return table.chat.some((each) => each.channel === channel && each.number === line.number);
}

function said(table: TableState, { channel, line }: ChatMessage): readonly Said[] {
  return [...table.chat, { ...line, channel }].slice(-LONGEST_CHAT);
}

function saidBefore(message: TableMessage): Said[] {
  const { all = [], spectators = [] } = message.chat;
  return [
    ...all.map((line): Said => ({ ...line, channel: "all" })),
    ...spectators.map((line): Said => ({ ...line, channel: "spectators" })),
  ];
}

function change(state: State, code: string, how: (table: TableState) => TableState): State {
  const table = state.tables[code];
  return table === undefined ? state : withTable(state, how(table));
}

function withTable(state: State, table: TableState): State {
  return { ...state, tables: { ...state.tables, [table.code]: table } };
}

/** The same object where nothing is new, so that nothing is told again because of it. */
function withMore<T>(record: Readonly<Record<string, T>>, more: Readonly<Record<string, T>> = {}): Readonly<Record<string, T>> {
  return Object.entries(more).every(([key, value]) => record[key] === value) ? record : { ...record, ...more };
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _, ...rest } = record;
  return rest;
}
