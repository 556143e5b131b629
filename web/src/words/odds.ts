/** Import this where odds are told. */

import messages from "#messages/en/page-odds.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
