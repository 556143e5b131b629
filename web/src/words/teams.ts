/** Import this where teams are shown or chosen. */

import messages from "#messages/en/page-teams.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
