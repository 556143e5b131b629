/** Import this on the television, and where it is offered. */

import messages from "#messages/en/page-television.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
