/** Has the dice of a game checked beside the page. */

import type { Answer, Question } from "./checker";

/** Null where the checker cannot be had, as when the hall is away. */
export function checkApart(question: Question): Promise<Answer | null> {
  return new Promise((done) => {
    const checker = new Worker(new URL("./checker.ts", import.meta.url), { type: "module" });
    const end = (answer: Answer | null) => {
      checker.terminate();
      done(answer);
    };
    checker.onmessage = ({ data }: MessageEvent<Answer | null>) => end(data);
    checker.onerror = () => end(null);
    checker.postMessage(question);
  });
}
