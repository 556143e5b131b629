/** Import this where something is said about bots. */

import messages from "#messages/en/page-bots.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
