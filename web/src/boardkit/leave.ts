/** Away from the table, to the hall. */

import { go } from "../route/here.svelte";
import type { AtTable } from "./context";

export async function leave(at: AtTable): Promise<void> {
  if (await at.act({ type: "leave" })) go("/");
}
