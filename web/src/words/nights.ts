/** Import this where theme nights are spoken of. */

import messages from "#messages/en/page-nights.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
