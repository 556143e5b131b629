/** Import this where something is said to those who run a tournament. */

import messages from "#messages/en/page-tournament-host.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
