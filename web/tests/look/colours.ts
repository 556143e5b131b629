/** Colours as WCAG 2 compares them. */

export type Colours = Readonly<Record<string, string>>;

/** The custom properties in the rules of a style sheet that have this selector, the later ones last. */
export function propertiesOf(sheet: string, selector: string): Colours {
  const bare = sheet.replaceAll(/\/\*.*?\*\//gs, "");
  const rules = [...bare.matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  const mine = rules.filter(([, selectors]) => selectors!.split(",").some((each) => each.trim() === selector));
  const declared = mine.flatMap(([, , body]) => [...body!.matchAll(/--([\w-]+):\s*([^;]+);/g)]);
  return Object.fromEntries(declared.map(([, name, value]) => [name!, value!.trim()]));
}

/** From 1, the same, to 21, black on white. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function channels(colour: string): number[] {
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour)) throw new Error(`this is no plain colour: ${colour}`);
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.slice(1).match(/../g)!;
  return digits.map((digit) => parseInt(digit, 16) / 255);
}
