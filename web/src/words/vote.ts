/** Import this where the host asks to end a rated game. */

import messages from "#messages/en/page-vote.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
