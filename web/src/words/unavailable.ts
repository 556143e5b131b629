/** Import this where a table cannot be shown. */

import messages from "#messages/en/page-unavailable.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
