/** MindRoll on node and `ws`, in the hall's own messages: a move is checked, made and told, and kept nowhere. */

import { randomInt } from "node:crypto";
import { WebSocketServer } from "ws";
import { SEATS, call, options, reveal, start } from "./mindroll.mjs";

const draw = (sides) => randomInt(sides) + 1;
const tables = new Map();

function moves(game, seat) {
  if (seat !== game.turn) return [];
  const { least, most } = options(game);
  const calls = least > most ? [] : [{ type: "call", total: `${least}..${most}` }];
  return game.call === null ? calls : [{ type: "reveal" }, ...calls];
}

/** What only this seat knows and may do; its die only where it is new. */
function mine(game, seat, dealt) {
  const secret = dealt ? { secret: game.dice[seat] } : {};
  return JSON.stringify([{ seat, ...secret, moves: moves(game, seat) }]);
}

/** Everyone gets the same text, encoded once, and `mine` behind it where there is something to say. */
function tell(table, events, changes, dealt) {
  const { game, sockets, code } = table;
  const text = JSON.stringify({ type: "update", table: code, version: ++table.version, events, changes });
  sockets.forEach((socket, seat) => {
    const own = dealt || seat === game.turn;
    socket.send(own ? `${text.slice(0, -1)},"mine":${mine(game, seat, dealt)}}` : text);
  });
}

function act(table, seat, { id, do: command }) {
  const { game } = table;
  const [move] = command?.type === "move" && Array.isArray(command.moves) ? command.moves : [];
  const reveals = move?.type === "reveal";
  const events = reveals ? reveal(game, seat, draw) : move?.type === "call" ? call(game, seat, move.total) : null;
  if (events === null) return { type: "refused", id, reason: "illegal", message: "You cannot make this move now." };
  const { scores, turn, caller, calls } = game;
  const phase = reveals ? { type: "opening", starter: turn } : { call: game.call, caller, turn, calls };
  tell(table, events, { board: reveals ? { scores, phase } : { phase }, waiting: { due: [turn] } }, reveals);
  return { type: "done", id };
}

const server = new WebSocketServer({ host: "127.0.0.1", port: 0, backlog: 4096, perMessageDeflate: false });
server.on("connection", (socket, request) => {
  const code = request.url.split("?")[1];
  if (!tables.has(code)) tables.set(code, { code, version: 0, game: start(draw), sockets: [] });
  const table = tables.get(code);
  const seat = table.sockets.push(socket) - 1;
  socket.on("message", (text) => socket.send(JSON.stringify(act(table, seat, JSON.parse(text)))));
  if (seat === SEATS - 1) tell(table, [], { board: table.game.scores }, true);
});
server.on("listening", () => console.log(`http://127.0.0.1:${server.address().port}`));
