/** How an evening can look. The colours are in looks.css, which comes only where a look is worn. */

import type { Night } from "#protocol";

export type Look = Night["look"];

/** The hall's own first. */
export const LOOKS: readonly Look[] = ["hall", "harbour", "garden", "lantern", "frost", "carnival"];
