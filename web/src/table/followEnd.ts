/** Keeps the end of a text in sight as it grows, unless you have scrolled back to read. */

/** Pixels that do not count: where text is magnified, the end is met only nearly. */
const NEARLY = 8;

/** To be attached to what scrolls, with the text that grows as its child; it begins at the end. */
export function followEnd(scroller: HTMLElement): () => void {
  let following = true;
  let height = 0;
  // By the height that was followed: a scroll event may come between a new line and its following.
  const look = () => {
    following = height - scroller.scrollTop - scroller.clientHeight <= NEARLY;
  };
  const follow = () => {
    if (following) scroller.scrollTop = scroller.scrollHeight;
    height = scroller.scrollHeight;
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
