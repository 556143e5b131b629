/** Administrators prove again who they are before what is hard to undo; the hall says when, and with what. */

import { mount } from "svelte";
import { ask, Problem } from "../../wire/api";
import { confirmWithPasskey } from "../../wire/passkeys";
import { Refused } from "../../wire/socket";
import "../../words/views";
import Confirm from "./Confirm.svelte";
import { inWords } from "./submission.svelte";

class Confirming {
  /** Whether the password is wanted now. */
  open = $state(false);
  #mounted = false;
  #settle: ((done: boolean) => void) | undefined;

  /** Do something; where the hall wants a proof first, get it and do it then. */
  async around<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.prove(error);
    }
    return await work();
  }

  /** Get the proof for lack of which the hall has refused something; throws where it is not given, or not wanted. */
  async prove(why: unknown): Promise<void> {
    const reason = why instanceof Problem || why instanceof Refused ? why.reason : "";
    if (reason === "confirm_passkey") await byPasskey();
    else if (reason !== "confirm_password" || !(await this.#byPassword())) throw why;
  }

  async confirm(password: string): Promise<void> {
    await ask("POST", "/api/me/confirmation", { password });
    this.#end(true);
  }

  /** The sheet is closed, by whatever. */
  closed(): void {
    this.#end(false);
  }

  /** The sheet stands beside the page: it is wanted at tables as well. */
  #byPassword(): Promise<boolean> {
    this.#end(false);
    if (!this.#mounted) mount(Confirm, { target: document.body });
    this.#mounted = true;
    this.open = true;
    return new Promise((settle) => (this.#settle = settle));
  }

  #end(done: boolean): void {
    this.#settle?.(done);
    this.#settle = undefined;
    this.open = false;
  }
}

/** What a device does not do is told in words, as what the hall refuses is. */
async function byPasskey(): Promise<void> {
  try {
    await confirmWithPasskey();
  } catch (error) {
    throw new Problem(403, "confirm_passkey", inWords(error));
  }
}

export const confirming = new Confirming();
