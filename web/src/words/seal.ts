/** Import this where the dice of a game have been checked. */

import messages from "#messages/en/page-seal.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
