/** Import this where dice are kept or rolled again. */

import messages from "#messages/en/page-keep.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
