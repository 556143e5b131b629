import { beforeEach, expect, test } from "vitest";
import { Watches } from "../../src/store/watches";

let asked: string[];
let answer: () => void;
let watches: Watches;

beforeEach(() => {
  asked = [];
  watches = new Watches((table) => {
    asked.push(table);
    return new Promise((settled) => (answer = settled));
  });
});

test("a table that two parts of the page want is asked for once, or its story would be told twice", () => {
  watches.add("kiro", false);
  watches.resume();
  watches.add("kiro", true);
  expect(asked).toEqual(["kiro"]);
});

test("once it is answered, the table can be asked for again, as after a break", async () => {
  watches.add("kiro", true);
  answer();
  await new Promise((later) => setTimeout(later));
  watches.resume();
  expect(asked).toEqual(["kiro", "kiro"]);
});

test("a table that was left meanwhile is asked for anew", () => {
  watches.add("kiro", true);
  watches.delete("kiro");
  watches.add("kiro", true);
  expect(asked).toEqual(["kiro", "kiro"]);
});

test("what is no longer looked at is not asked for after a break", () => {
  watches.add("kiro", false);
  expect(watches.delete("kiro")).toBe(true);
  expect(watches.delete("kiro")).toBe(false);
  watches.resume();
  expect(asked).toEqual([]);
});
