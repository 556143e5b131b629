/** For tables, which load this only when it is wanted; nothing else imports it, so that it stays a part of its own. */

import { confirming } from "./confirming.svelte";

export const prove = (why: unknown): Promise<void> => confirming.prove(why);
