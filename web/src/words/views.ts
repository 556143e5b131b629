/** Import this in views other than the hall and the table. */

import messages from "#messages/en/page-views.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
