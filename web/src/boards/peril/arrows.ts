/** Arrow keys on a grid of buttons: left and right go on by one, up and down go to the nearest one of the next row. */

export function move(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button:enabled")];
  const from = buttons.indexOf(event.target as HTMLButtonElement);
  const to = from === -1 ? undefined : target(event.key, buttons, from);
  if (to === undefined) return;
  event.preventDefault();
  to.focus();
}

function target(key: string, buttons: readonly HTMLButtonElement[], from: number): HTMLButtonElement | undefined {
  switch (key) {
    case "ArrowRight":
      return buttons[from + 1];
    case "ArrowLeft":
      return buttons[from - 1];
    case "ArrowDown":
      return nearest(buttons[from]!, buttons.slice(from + 1));
    case "ArrowUp":
      return nearest(buttons[from]!, buttons.slice(0, from).reverse());
    default:
      return undefined;
  }
}

function nearest(from: HTMLButtonElement, others: readonly HTMLButtonElement[]): HTMLButtonElement | undefined {
  const start = from.getBoundingClientRect();
  const away = others.map((button) => ({ button, box: button.getBoundingClientRect() }));
  const row = away.find(({ box }) => box.top !== start.top)?.box.top;
  const inRow = away.filter(({ box }) => box.top === row);
  const distance = ({ box }: (typeof away)[number]) => Math.abs(box.left - start.left);
  return inRow.sort((one, other) => distance(one) - distance(other))[0]?.button;
}
