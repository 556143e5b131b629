/** Import this where a game has no board of its own. */

import messages from "#messages/en/page-plain.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
