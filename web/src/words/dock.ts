/** Import this where a game is played. */

import messages from "#messages/en/page-dock.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
