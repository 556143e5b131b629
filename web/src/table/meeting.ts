/** Whoever is tapped on in the room is met there: nobody has to leave the table for it. */

const PERSON = 'a[href^="/people/"]';

/** An attachment for the room; a tap with a key held down opens their page as ever. */
export function meeting(meet: (who: string) => void): (room: HTMLElement) => () => void {
  return (room) => {
    const tapped = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>(PERSON);
      if (link === null || event.metaKey || event.ctrlKey || event.shiftKey || link.closest("dialog") !== null) return;
      event.preventDefault();
      meet(decodeURIComponent(link.pathname.split("/").at(-1)!));
    };
    room.addEventListener("click", tapped);
    return () => room.removeEventListener("click", tapped);
  };
}
