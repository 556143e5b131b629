/** The whole page, mounted in a DOM without a screen: what it says and offers, and what comes of pressing it. */

import type { Person } from "#protocol";
import { computeAccessibleName, getRole } from "dom-accessibility-api";
import { flushSync, mount, unmount } from "svelte";
import { vi } from "vitest";
import { become, FakeHall } from "./hall";
import App from "../../../src/App.svelte";
import { preferences } from "../../../src/look/preferences.svelte";
import { go, startRouting } from "../../../src/route/here.svelte";
import { NOTHING } from "../../../src/state/fold";
import { hall as store } from "../../../src/store/hall.svelte";

export const ANN: Person = { id: "ann", name: "Ann", kind: "account" };
export const GUEST: Person = { id: "gus", name: "Gus", kind: "guest" };

/** Longer than anything takes on a machine that does much else. */
const PATIENCE = { timeout: 10_000, interval: 5 };
const USUAL = { ...preferences, telling: "results", hints: false, sound: false } as const;

let mounted: object | null = null;
let isOpen = false;

/** The page at this address, in a hall that knows the visitor; what the hall shall answer is laid out before. */
export function open(path: string, hall: FakeHall): void {
  leave();
  become(hall);
  go(path, { replace: true });
  if (isOpen) void store.renew();
  else {
    startRouting();
    store.start();
  }
  isOpen = true;
  mounted = mount(App, { target: document.body });
  flushSync();
}

function leave(): void {
  if (mounted !== null) void unmount(mounted);
  mounted = null;
  document.body.replaceChildren();
}

/** As if the window was closed: nothing of it is left to the next test. */
export function close(): void {
  vi.useRealTimers();
  leave();
  for (const code of Object.keys(store.state.tables)) store.unwatch(code);
  become(new FakeHall(null));
  store.state = NOTHING;
  store.refusals = {};
  localStorage.clear();
  sessionStorage.clear();
  Object.assign(preferences, USUAL);
}
Object.assign(preferences, USUAL);

// What there is

export type Name = string | RegExp;

/** What cannot be seen: in a sheet or a section that is shut, or kept from everyone. */
const SHUT = "[hidden], [aria-hidden=true], [inert], dialog:not([open])";

function isSeen(element: Element): boolean {
  if (element.closest(SHUT)) return false;
  for (let shut = element.closest("details:not([open])"); shut; shut = shut.parentElement?.closest("details:not([open])") ?? null) {
    if (element.closest("summary")?.parentElement !== shut) return false;
  }
  return true;
}

export const textOf = (element: Element): string => (element.textContent ?? "").replace(/\s+/g, " ").trim();
export const nameOf = (element: Element): string => computeAccessibleName(element).replace(/\s+/g, " ").trim();
const fits = (found: string, wanted: Name | undefined) =>
  wanted === undefined || (typeof wanted === "string" ? found === wanted : wanted.test(found));

/** All that can be seen of this role, by the name that a screen reader says. */
export function all(role: string, name?: Name, within: ParentNode = document): HTMLElement[] {
  flushSync();
  return [...within.querySelectorAll<HTMLElement>("*")].filter(
    (each) => getRole(each) === role && isSeen(each) && (name === undefined || fits(nameOf(each), name)),
  );
}

/** The innermost elements that say this. */
export function saying(text: Name, within: ParentNode = document.body): HTMLElement[] {
  flushSync();
  const says = (each: Element) => (typeof text === "string" ? textOf(each).includes(text) : text.test(textOf(each)));
  return [...within.querySelectorAll<HTMLElement>("*")].filter(
    (each) => isSeen(each) && says(each) && ![...each.children].some(says),
  );
}

/** Look again until it is so. */
export function until<T>(look: () => T): Promise<NonNullable<T>> {
  return vi.waitFor(() => {
    flushSync();
    const found = look();
    if (found === undefined || found === null || (found as unknown) === false) throw new Error(`this has not come: ${look.toString()}\n${page()}`);
    return found;
  }, PATIENCE);
}

/** The first of this role and name, as soon as it is there. */
export function find(role: string, name?: Name, within?: ParentNode): Promise<HTMLElement> {
  return vi.waitFor(() => {
    const [found] = all(role, name, within);
    if (found === undefined) throw new Error(`there is no ${role} ${String(name ?? "")}\n${page()}`);
    return found;
  }, PATIENCE);
}

export function findText(text: Name, within?: ParentNode): Promise<HTMLElement> {
  return vi.waitFor(() => {
    const [found] = saying(text, within);
    if (found === undefined) throw new Error(`nothing says ${String(text)}\n${page()}`);
    return found;
  }, PATIENCE);
}

/** All parts of the page have been loaded, and all answers of the hall have been heard: what is not there now, never comes. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await vi.dynamicImportSettled();
    for (let moment = 0; moment < 10; moment++) await Promise.resolve();
    flushSync();
  }
}

/** For messages of failures. */
const page = () => `the page: ${textOf(document.body)}`;

// What is done

export async function press(name: Name, within?: ParentNode, role = "button"): Promise<void> {
  tap(await find(role, name, within));
}

/** As with a finger or a mouse, that means what is on the screen. */
export function tap(element: HTMLElement): void {
  element.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  element.click();
  flushSync();
}

export async function write(label: Name, text: string, within?: ParentNode, role = "textbox"): Promise<HTMLInputElement> {
  const field = (await find(role, label, within)) as HTMLInputElement;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  return field;
}

/** Enter, in a field of a form. */
export function submit(field: HTMLInputElement): void {
  field.form!.requestSubmit();
  flushSync();
}

export const isChecked = (element: HTMLElement): boolean =>
  (element as HTMLInputElement).checked ?? element.getAttribute("aria-checked") === "true";
