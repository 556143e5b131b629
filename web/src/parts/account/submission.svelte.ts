/** Something that is asked of the hall, once at a time: whether it goes on, and what was wrong with it. */

import { tick } from "svelte";
import { Problem } from "../../wire/api";
import { NoPasskeys } from "../../wire/passkeys";
import { t } from "../../words/words.svelte";

const SHOWN_FOR = 10_000;

/** What was done last, for the whole view: the form that did it is often gone by then. */
class Notice {
  text = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  async tell(text: string): Promise<void> {
    clearTimeout(this.#timer);
    this.text = ""; // so that the same sentence is heard a second time
    await tick();
    this.text = text;
    this.#timer = setTimeout(() => this.clear(), SHOWN_FOR);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.text = "";
  }
}

export const notice = new Notice();

export class Submission {
  busy = $state(false);
  wrong = $state("");

  /** Whether it was done; `done` is then told. */
  async run(what: () => Promise<unknown>, done: string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.wrong = "";
    notice.clear();
    try {
      await what();
      await notice.tell(done);
      return true;
    } catch (error) {
      this.wrong = inWords(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** The hall says itself what was wrong, where it answers; a device does not. */
export function inWords(error: unknown): string {
  if (error instanceof Problem) return error.message || t("account-silent");
  if (error instanceof NoPasskeys) return t("account-no-passkeys");
  if (!(error instanceof DOMException)) throw error;
  switch (error.name) {
    case "NotAllowedError":
      return t("account-passkey-cancelled");
    case "InvalidStateError":
      return t("account-passkey-known");
    default:
      return t("account-passkey-failed");
  }
}

/** What had the focus may be gone: the keyboard goes on where it was, or at the top of the view. */
export async function keepFocus(section: Element | null): Promise<void> {
  await tick();
  const active = document.activeElement;
  if (active !== null && active !== document.body) return;
  const heading = section?.isConnected ? section.querySelector<HTMLElement>("h2") : null;
  (heading ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: heading !== null });
}
