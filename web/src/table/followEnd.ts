/** Keeps the end of a text in sight as it grows, unless you have scrolled back to read. */

/** Pixels that do not count: where text is magnified, the end is met only nearly. */
const NEARLY = 8;

/** To be attached to what scrolls, with the text that grows as its child; it begins at the end. */
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
  // Told of the first size, too, and always after the layout: to measure then costs nothing.
  const sizes = new ResizeObserver(follow);
  for (const each of [scroller, ...scroller.children]) sizes.observe(each);
  scroller.addEventListener("scroll", look, { passive: true });
  return () => {
    sizes.disconnect();
    scroller.removeEventListener("scroll", look);
  };
}
