/** Import this where predictions are told. */

import messages from "#messages/en/page-predictions.ftl?raw";
import { learn } from "./words.svelte";

learn(messages);
