/** Import this where the result of a game is shown. */

import messages from "#messages/en/page-result.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
