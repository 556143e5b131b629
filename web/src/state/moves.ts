/** A move of any game, as it goes over the wire. */
export interface AnyMove {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Every single move that these folded lines stand for, in their order. */
export function expandMoves(lines: readonly AnyMove[]): AnyMove[] {
  return lines.flatMap(expandMove);
}

function expandMove(line: AnyMove): AnyMove[] {
  for (const [field, value] of Object.entries(line)) {
    if (field === "type" || typeof value !== "string") continue;
    const folded = run(value) ?? sets(value);
    if (folded !== null) return folded.map((each) => ({ ...line, [field]: each }));
  }
  return [line];
}

/** "16..36" is every number from 16 to 36. */
function run(text: string): number[] | null {
  const found = /^(-?\d+)\.\.(-?\d+)$/.exec(text);
  if (found === null) return null;
  const [least, most] = [Number(found[1]), Number(found[2])];
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/** "any of 6" is every set of one or more of six dice; the smaller sets first. */
function sets(text: string): number[][] | null {
  const found = /^any of (\d+)$/.exec(text);
  if (found === null) return null;
  const dice = Array.from({ length: Number(found[1]) }, (_, die) => die);
  return dice.flatMap((_, fewer) => choose(dice, fewer + 1));
}

function choose(from: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return from.flatMap((first, at) => choose(from.slice(at + 1), count - 1).map((rest) => [first, ...rest]));
}
