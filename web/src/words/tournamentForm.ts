/** Import this where a tournament is thought out. */

import messages from "#messages/en/page-tournament-form.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
