/** A table as one person sees it: who sits where, what is theirs, and what the board is given. Pure. */

import type { Due, GameName, Person, PublicTable, Team, Who } from "#protocol";
import type { Player, View } from "./contract";
import type { TableState } from "../state/fold";
import type { TableOnScreen } from "../state/telling";
import type { Names, Narrator } from "../words/narrator";

const BOT = "bot:";

export const isBot = (who: Who): boolean => who.startsWith(BOT);

export function nameOf(table: Pick<TableState, "people">, who: Who, unknown: string): string {
  return table.people[who] ?? (isBot(who) ? who.slice(BOT.length) : unknown);
}

/** The badge that they wear, if any. Halls of an older make say nothing of teams. */
export function teamOf({ teams }: Partial<Pick<PublicTable, "teams">>, who: Who): Team | null {
  return teams?.find(([whose]) => whose === who)?.[1] ?? null;
}

/** The names that sentences about this table need; `you` is who reads them. */
export function namesAt(
  table: Pick<TableState, "people">,
  seats: readonly Who[],
  unknown: string,
  title: (game: string) => string,
  you: Person | null | undefined,
): Names {
  const isMe = (who: Who | undefined) => you != null && who === you.id;
  return {
    seat: (seat) => nameOf(table, seats[seat] ?? "", unknown),
    who: (who) => nameOf(table, who, unknown),
    title,
    isMySeat: (seat) => isMe(seats[seat]),
    isMe,
  };
}

/** The players of the running or the last game, by seat. Those of `before` of whom nothing has changed are the same
 * objects, so that nothing is drawn again because of them. */
export function playersOf(
  table: TableOnScreen,
  you: Person | null | undefined,
  unknown: string,
  before: readonly Player[] = [],
): readonly Player[] {
  const { shown } = table;
  const names = shown.players.map((who) => nameOf(table, who, unknown));
  const given = marks(names);
  return shown.players.map((who, seat) => {
    const [, until, since] = dueOf(table, seat) ?? [seat, null, 0];
    const player: Player = {
      seat,
      who,
      name: names[seat]!,
      mark: given[seat]!,
      isMe: who === you?.id,
      isBot: isBot(who),
      left: shown.left.includes(seat),
      handed: shown.handed.includes(seat),
      absent: table.absent.includes(who),
      due: dueOf(table, seat) !== undefined,
      until,
      since,
      won: table.won[who] ?? 0,
      team: teamOf(shown, who),
    };
    const old = before[seat];
    return old !== undefined && isSame(old, player) ? old : player;
  });
}

function isSame(one: Player, other: Player): boolean {
  return (Object.keys(other) as (keyof Player)[]).every((field) => one[field] === other[field]);
}

/** Nobody is awaited while there is still something to see. */
function dueOf({ shown, telling }: TableOnScreen, seat: number): Due | undefined {
  const { waiting } = shown;
  return telling || waiting === null || waiting.type === "over" ? undefined : waiting.due.find((due) => due[0] === seat);
}

/** The shortest beginnings of names that tell them apart; where names begin alike, letters and a number. */
export function marks(names: readonly string[]): string[] {
  const given: string[] = [];
  for (const name of names) {
    const letters = [...name.toUpperCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
    const tries = [
      letters[0] ?? "?",
      ...letters.slice(1).map((letter) => `${letters[0]}${letter}`),
      ...names.map((_, at) => `${letters[0] ?? ""}${at + 1}`),
    ];
    given.push(tries.find((mark) => !given.includes(mark)) ?? "?");
  }
  return given;
}

/** What the board of the game gets; null before the first game. */
export function viewOf(
  table: TableOnScreen,
  players: readonly Player[],
  words: Narrator,
  names: Names,
): View<GameName> | null {
  const { shown } = table;
  if (shown.game === null || shown.board === null || shown.waiting === null) return null;
  const mine = table.mine[0];
  return {
    game: shown.game,
    board: shown.board,
    rules: shown.options as View["rules"],
    waiting: shown.waiting,
    players,
    me: mine?.seat ?? null,
    secret: (mine?.secret ?? null) as View["secret"],
    fresh: table.story.filter((told) => told.id >= table.fresh).map((told) => told.event),
    telling: table.telling,
    cue: table.cue,
    events: table.events,
    progress: table.progress,
    isBehind: table.isBehind,
    skipped: table.skipped,
    wentBy: table.wentBy,
    words,
    names,
  };
}

/** Whether the dice are in my hand. */
export function mayThrow({ waiting, me, telling }: Pick<View, "waiting" | "me" | "telling">): boolean {
  return !telling && waiting.type === "chance" && me !== null && waiting.thrower === me;
}

export type Phase = "lobby" | "playing" | "over";

/** A game that was reset leaves no board behind that is worth looking at; one that is over makes room for the next one
 * when the table is set for another. */
export function phaseOf({ shown }: Pick<TableState, "shown">): Phase {
  if (shown.waiting === null) return "lobby";
  if (shown.waiting.type !== "over") return "playing";
  return shown.setting.game === shown.game ? "over" : "lobby";
}
