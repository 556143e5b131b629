/** MindRoll on boardgame.io with its own store in memory: its server checks the turn, the moves below the rest. */

import { createRequire } from "node:module";
import { call, options, reveal, start } from "./mindroll.mjs";

const require = createRequire(import.meta.url);
const { INVALID_MOVE } = require("boardgame.io/core");
const { Origins, Server } = require("boardgame.io/server");

function told(game, events, next) {
  if (next === null) return INVALID_MOVE;
  game.told = next;
  events.endTurn({ next: String(game.turn) });
}

const mindroll = {
  name: "mindroll",
  disableUndo: true, // or a player could look at new dice and take the reveal back
  setup: ({ random }) => start((sides) => random.Die(sides)),
  moves: {
    call: {
      client: false,
      move: ({ G, playerID, events }, total) => told(G, events, call(G, Number(playerID), total)),
    },
    reveal: {
      client: false,
      move: ({ G, playerID, events, random }) =>
        told(G, events, reveal(G, Number(playerID), (sides) => random.Die(sides))),
    },
  },
  playerView: ({ G: { dice, ...shown }, playerID }) => ({ ...options(shown), die: dice[playerID] ?? null, ...shown }),
};

const server = Server({ games: [mindroll], origins: [Origins.LOCALHOST] });
const log = console.log;
console.log = console.info = () => {}; // it would write a line for every socket
server.run(0).then(({ appServer }) => log(`http://127.0.0.1:${appServer.address().port}`));
