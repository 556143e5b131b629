/** Import this in the hall: a table need not load these words. */

import messages from "#messages/en/page-hall.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
