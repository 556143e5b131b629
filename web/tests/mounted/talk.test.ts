/** What is said in the chat is neither lost, nor said twice, nor overlooked. */

import type { ChatLine, ChatMessage } from "#protocol";
import { expect, test } from "vitest";
import { FakeHall, No } from "./kit/hall";
import { all, ANN, find, nameOf, open, press, settled, submit, textOf, until, write } from "./kit/page";
import { CODE, lobby } from "./kit/tables";

const line = (number: number, text: string, name = "Vera"): ChatLine => ({ number, who: name.toLowerCase(), name, text });
const says = (said: ChatLine): ChatMessage => ({ type: "chat", table: CODE, channel: "all", line: said });

async function atTable(): Promise<FakeHall> {
  const hall = new FakeHall(ANN);
  hall.says(lobby());
  open(`/t/${CODE}`, hall);
  await press(/^Chat/, document, "tab");
  return hall;
}
const lines = () => all("listitem", undefined, all("tabpanel")[0]).map(textOf);
const chatTab = () => nameOf(all("tab", /^Chat/)[0]!);
const field = () => find("textbox", "Say something") as Promise<HTMLInputElement>;

test("lines that are told again after a break are not new, and the next one is", async () => {
  const hall = await atTable();
  const said = Array.from({ length: 12 }, (_, at) => line(at + 1, `${at} la la`));
  hall.says(...said.map(says));
  await until(() => lines().length === 12);
  await press(/^Story/, document, "tab");
  hall.tables[CODE] = lobby({}, { chat: { all: said.slice(2) } });
  hall.breaks();
  await until(() => hall.all("watch").length === 2);
  await settled();
  expect(chatTab()).toBe("Chat");
  hall.says(says(line(13, "And I say one thing more.")));
  await until(() => /^Chat 1\b/.test(chatTab()));
  await press(/^Chat/, document, "tab");
  expect(lines().at(-1)).toContain("And I say one thing more.");
  expect(chatTab()).toBe("Chat");
});

test("what is sent twice in a hurry is said once, and what is typed meanwhile stays", async () => {
  const hall = await atTable();
  hall.ignores("say");
  submit(await write("Say something", "Hello, hall."));
  submit(await field());
  await until(() => hall.all("say").length === 1);
  expect((await field()).value).toBe("");
  await write("Say something", "Who is there?");
  submit(await field());
  await settled();
  expect(hall.all("say").map(({ text }) => text)).toEqual(["Hello, hall."]);
  hall.does("say");
  hall.says(says(line(1, "Hello, hall.", "Ann")));
  await until(() => lines().join() === "Ann Hello, hall.");
  await until(() => all("button", "Send")[0]?.getAttribute("aria-disabled") === "false");
  expect((await field()).value).toBe("Who is there?");
  submit(await field());
  await until(() => hall.all("say").length === 2);
  expect((await field()).value).toBe("");
});

test("what is refused is given back, and the reason is said", async () => {
  const hall = await atTable();
  hall.refuses("say", new No("too_fast", "At most 5 lines in 10 seconds"));
  submit(await write("Say something", "One line too many"));
  expect(textOf(await find("alert"))).toContain("At most 5 lines in 10 seconds");
  expect((await field()).value).toBe("One line too many");
});

test("who gives a name in the chat stays in the chat", async () => {
  const hall = new FakeHall(null);
  hall.says(lobby());
  hall.answers("POST /api/guests", () => (hall.you = { id: "eve", name: "Eve", kind: "guest" }));
  open(`/t/${CODE}`, hall);
  await press("Chat", document, "tab");
  const talk = await find("complementary");
  const name = (await find("textbox", undefined, talk)) as HTMLInputElement;
  name.value = "Eve";
  name.dispatchEvent(new Event("input", { bubbles: true }));
  submit(name);
  await find("button", "Send", talk);
  expect(hall.requests).toContainEqual(["POST /api/guests", { name: "Eve" }]);
  expect(all("tab", "Chat")[0]!.getAttribute("aria-selected")).toBe("true");
});
