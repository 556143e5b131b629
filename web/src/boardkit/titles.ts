/** How what is shouted and what is told stand together. Pure. */

/** What is left to tell below a title that the sentence begins with: "🔄 PLOT TWIST! Ann had picked it" says it again.
 * Empty where nothing is left. The sign before the title goes with it, and so does its twin at the end. */
export function withoutTitle(sentence: string, title: string): string {
  const at = sentence.indexOf(title);
  const ornament = sentence.slice(0, at).trim();
  if (at === -1 || hasWords(ornament)) return sentence;
  const rest = sentence.slice(at + title.length).trim();
  const left = ornament !== "" && rest.endsWith(ornament) ? rest.slice(0, -ornament.length).trim() : rest;
  return hasWords(left) ? left : "";
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
