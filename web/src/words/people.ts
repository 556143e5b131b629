/** Import this where something is said of friends, blocks and invitations. */

import messages from "#messages/en/page-people.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
