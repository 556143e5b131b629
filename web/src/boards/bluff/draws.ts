/** What Bluff's dice and lots were. Which players are tied follows from their scores: only the whole rules know that later. */

import { ascending, dice, type Draws, oneOf, seatsOf, shuffle } from "../../fair/draws";
import { dealTo, lot, type Purpose } from "../../fair/purpose";
import type { GameRecord } from "../../fair/record";
import type { Source } from "../../fair/tower";

const DICE_EACH = 3;

/** In the first round nobody has a score: those with most games won are tied. */
function firstTied({ header }: GameRecord, players: readonly number[]): Source {
  const won = (header.options.games_won as readonly number[] | null | undefined) ?? [];
  const most = Math.max(...players.map((seat) => won[seat] ?? 0));
  return oneOf(players.filter((seat) => (won[seat] ?? 0) === most));
}

function sources(record: GameRecord): (Source | null)[] {
  let players = seatsOf(record);
  let shuffles = 0;
  let deals = 0;
  const found: (Source | null)[] = [];
  for (const { actor, move } of record.entries) {
    if (actor === "table" && move.type === "withdraw") players = players.filter((seat) => seat !== move.seat);
    if (actor !== "nature") continue;
    if (move.type === "shuffled") {
      players = ascending(move.order);
      shuffles += 1;
      found.push(shuffle(players));
    } else if (move.type === "rolled") {
      deals += 1;
      found.push(dice(move.faces.length, 6));
    } else {
      found.push(shuffles === 1 && deals === 0 ? firstTied(record, players) : null);
    }
  }
  return found;
}

/** A bluff that is called shows the dice of whoever claimed last. */
function written(record: GameRecord): number[] {
  let players = seatsOf(record);
  let dealt: ReadonlyMap<number, readonly number[]> = new Map();
  let circle: number[] = [];
  return record.entries.flatMap(({ actor, move }) => {
    if (actor === "table" && move.type === "withdraw") {
      players = players.filter((seat) => seat !== move.seat);
      circle = circle.filter((seat) => seat !== move.seat);
    }
    if (actor === "nature" && move.type === "shuffled") players = ascending(move.order);
    if (actor === "nature" && move.type === "rolled") {
      const { faces } = move;
      dealt = new Map(players.map((seat, index) => [seat, faces.slice(DICE_EACH * index, DICE_EACH * (index + 1))]));
      circle = [];
    }
    if (typeof actor === "number" && move.type === "claim") circle = [...circle, actor];
    return move.type === "call_bluff" ? (dealt.get(circle.at(-1) ?? -1) ?? []) : [];
  });
}

/** Every round begins with an order. */
function purposes(record: GameRecord): Purpose[] {
  let players = seatsOf(record);
  let round = 0;
  let isDealt = false;
  return record.entries.flatMap(({ actor, move }) => {
    if (actor === "table" && move.type === "withdraw") players = players.filter((seat) => seat !== move.seat);
    if (actor !== "nature") return [];
    if (move.type === "drawn") return [lot(round, isDealt ? "tiebreak" : "leader")];
    isDealt = move.type === "rolled";
    if (move.type === "rolled") return [dealTo(round, players, DICE_EACH)];
    players = ascending(move.order);
    round += 1;
    return [lot(round, "order")];
  });
}

const draws: Draws = {
  edition: 1,
  sources,
  purposes,
  written,
  shown: (events) => events.flatMap((event) => (event.type === "shown" && "dice" in event ? event.dice : [])),
};

export default draws;
