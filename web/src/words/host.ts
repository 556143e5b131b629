/** Import this where something is said to hosts. */

import messages from "#messages/en/page-host.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
