import { beforeEach, expect, test } from "vitest";
import { isOneTooMany, Presses } from "../../src/table/host/presses";

let done: string[];
let answer: (() => void)[];
let presses: Presses;
const press = (type: "add_bot" | "start") =>
  presses.take({ type } as { type: "start" }, async () => {
    await new Promise<void>((answered) => answer.push(answered));
    done.push(type);
    return true;
  });
const settled = () => new Promise((later) => setTimeout(later));

beforeEach(() => {
  [done, answer, presses] = [[], [], new Presses()];
});

test("three quick presses of add a bot are three bots, one after the other", async () => {
  const all = [press("add_bot"), press("add_bot"), press("add_bot")];
  for (let bot = 1; bot <= 3; bot++) {
    await settled();
    expect(answer).toHaveLength(bot);
    answer.at(-1)!();
  }
  expect(await Promise.all(all)).toEqual([true, true, true]);
  expect(done).toEqual(["add_bot", "add_bot", "add_bot"]);
});

test("any other second press is no press", async () => {
  const first = press("start");
  expect(await press("start")).toBeNull();
  await settled();
  answer[0]!();
  expect(await first).toBe(true);
  void press("start");
  await settled();
  expect(answer).toHaveLength(2);
});

test("what fails does not keep the next one from its turn", async () => {
  const failed = presses.take({ type: "add_bot" }, () => Promise.reject(new Error("no")));
  await expect(failed).rejects.toThrow("no");
  void press("add_bot");
  await settled();
  expect(answer).toHaveLength(1);
});

test("only a bot too many goes without a word", () => {
  expect(isOneTooMany({ type: "add_bot" }, "full")).toBe(true);
  expect(isOneTooMany({ type: "add_bot" }, "locked")).toBe(false);
  expect(isOneTooMany({ type: "sit" }, "full")).toBe(false);
});

test("another press waits for the answer to the first: nothing pressed is lost", async () => {
  const both = [press("start"), press("add_bot")];
  await settled();
  expect(answer).toHaveLength(1);
  answer[0]!();
  await settled();
  answer[1]!();
  expect(await Promise.all(both)).toEqual([true, true]);
  expect(done).toEqual(["start", "add_bot"]);
});

test("the same holds where neither is a press to repeat", async () => {
  const first = presses.take({ type: "unready" }, async () => "unready");
  expect(await Promise.all([first, presses.take({ type: "lock" }, async () => "lock")])).toEqual(["unready", "lock"]);
});
