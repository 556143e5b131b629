/** Import this where a place beside hall and table speaks. */

import messages from "#messages/en/page-places.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
