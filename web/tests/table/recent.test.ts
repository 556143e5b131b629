import { expect, test } from "vitest";
import { invitable } from "../../src/table/host/recent";

const opponents = ["host", "seated", "invited", "removed", "gone"].map((who) => ({ who, name: who }));

test("only those whom an invitation could bring are offered", () => {
  const shown = { host: "host", seated: [{ who: "seated" }], invited: ["invited"], kicked: ["removed"] };
  expect(invitable(opponents, { shown } as never).map(({ who }) => who)).toEqual(["gone"]);
});
