/** MindRoll for six as the peers play it: a match without end, in the order of the seats. */

export const SEATS = 6;
const LEAST = 3 * SEATS + 1;
const MOST = 6 * SEATS;
const COLOURS = ["red", "yellow", "green", "blue", "black"];

const die = (draw) => ({ number: draw(6), colour: COLOURS[draw(5) - 1] });

/** `draw(sides)` throws one die. */
export function start(draw) {
  const scores = Array(SEATS).fill(0);
  return { round: 1, scores, turn: 0, call: null, caller: null, calls: [], dice: scores.map(() => die(draw)) };
}

/** The totals that may be called now; `least` above `most` leaves only a reveal. */
export const options = (game) => ({ least: game.call === null ? LEAST : game.call + 1, most: MOST });

/** Changes the game and returns what everyone is told, or null where the move is against the rules. */
export function call(game, seat, total) {
  const { least, most } = options(game);
  if (seat !== game.turn || !Number.isInteger(total) || total < least || total > most) return null;
  game.call = total;
  game.caller = seat;
  game.calls.push({ seat, total });
  game.turn = (seat + 1) % SEATS;
  return [{ type: "called", seat, total }];
}

export function reveal(game, seat, draw) {
  if (seat !== game.turn || game.call === null) return null;
  const [mine, theirs] = [game.dice[seat], game.dice[game.caller]];
  const total = game.dice.reduce((sum, { number }) => sum + number, 0);
  const reason = mine.colour === theirs.colour ? "colour" : mine.number === theirs.number ? "number" : "sum";
  const wins = reason === "sum" && game.call > total;
  const [winner, loser] = wins ? [seat, game.caller] : [game.caller, seat];
  const told = [
    { type: "revealed", seat, caller: game.caller, call: game.call },
    ...game.dice.map((shown, at) => ({ type: "shown", seat: at, ...shown })),
    { type: "verdict", winner, loser, reason, call: game.call, total, too_high: game.call > total },
    { type: "gained", seat: winner, score: ++game.scores[winner] },
    { type: "lost", seat: loser, score: --game.scores[loser] },
    { type: "dealt", round: ++game.round, least: LEAST, most: MOST },
    { type: "starts", seat: loser },
  ];
  Object.assign(game, { turn: loser, call: null, caller: null, calls: [], dice: game.dice.map(() => die(draw)) });
  return told;
}
