import { expect, test } from "vitest";
import { routeOf } from "../../src/route/routes";

const route = (path: string) => routeOf(new URL(path, "http://hall"));

test.each([
  ["/", { name: "hall" }],
  ["/t", { name: "hall" }],
  ["/t/KIRO", { name: "table", code: "kiro", key: "" }],
  ["/t/KIROMA#k=x-Y_9", { name: "table", code: "kiroma", key: "x-Y_9" }],
  ["/t/KIRO?tv", { name: "television", code: "kiro", key: "" }],
  ["/t/KIROMA?tv#k=x-Y_9", { name: "television", code: "kiroma", key: "x-Y_9" }],
  ["/tournaments", { name: "tournaments" }],
  ["/tournament", { name: "tournaments" }],
  ["/tournament/CUPRAMI", { name: "tournament", tournament: "cuprami", key: "" }],
  ["/tournament/CUPRAMI#k=x-Y_9", { name: "tournament", tournament: "cuprami", key: "x-Y_9" }],
  ["/tournament/CUPRAMI?tv", { name: "tournament_television", tournament: "cuprami", key: "" }],
  ["/rules", { name: "rules", game: null, paragraph: "" }],
  ["/rules/pig#the-end", { name: "rules", game: "pig", paragraph: "the-end" }],
  ["/leaderboard?game=pig", { name: "leaderboard", game: "pig", predictors: false }],
  ["/leaderboard?predictors", { name: "leaderboard", game: "", predictors: true }],
  ["/account", { name: "account" }],
  ["/people", { name: "people" }],
  ["/people/p-12", { name: "person", person: "p-12" }],
  ["/people/Amber%20Otter", { name: "person", person: "Amber Otter" }],
  ["/dice", { name: "dice" }],
  ["/nights", { name: "nights" }],
  ["/night", { name: "night", shared: "", change: "" }],
  ["/night#eyJ0", { name: "night", shared: "eyJ0", change: "" }],
  ["/night?change=lantern-dice", { name: "night", shared: "", change: "lantern-dice" }],
  ["/claim/s3cret", { name: "claim", secret: "s3cret" }],
])("%s is a view", (path, wanted) => {
  expect(route(path)).toEqual(wanted);
});

test.each(["/nothing", "/t/K1RO", "/claim", "/dice/6", "/tournaments/x", "/tournament/CUP1", "/people/a/b", "/people/%ff/x"])("%s is none", (path) => {
  expect(route(path)).toEqual({ name: "not_found" });
});
