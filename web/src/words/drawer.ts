/** Import this where the host's drawer says something. */

import messages from "#messages/en/page-drawer.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
