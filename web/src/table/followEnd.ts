/** Keeps the end of a text in sight as it grows, unless you have scrolled back to read. */

/** Pixels that do not count: where text is magnified, the end is met only nearly. */
const NEARLY = 8;

/** To be attached to what scrolls; it begins at the end. */
export function followEnd(scroller: HTMLElement): () => void {
  let following = true;
  let height = 0;
  const isAtEnd = () => height - scroller.scrollTop - scroller.clientHeight <= NEARLY;
  const look = () => {
    height = scroller.scrollHeight;
    following = isAtEnd();
  };
  const follow = () => {
    // The scroll event of a scroll to the end may come later than this: measure by the height until now.
    if (following || isAtEnd()) scroller.scrollTop = scroller.scrollHeight;
    look();
  };
  const words = new MutationObserver(follow);
  words.observe(scroller, { childList: true, characterData: true, subtree: true });
  const size = new ResizeObserver(follow); // tells of the first size, too
  size.observe(scroller);
  scroller.addEventListener("scroll", look, { passive: true });
  return () => {
    words.disconnect();
    size.disconnect();
    scroller.removeEventListener("scroll", look);
  };
}
