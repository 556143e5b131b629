/** The dice tower: every draw of a game follows from the hall's secret and the players' seeds. The same construction as
 * `rules/tower.py` and `rules/chance.py`, and docs/fair-dice.md says it in words.
 *
 * Browsers hash by themselves only over TLS or on the machine of the hall. Most halls are neither, hence the library. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Dice, OneOf, Shuffle } from "#protocol";

export type Source = Dice | OneOf | Shuffle;

export type NatureMove =
  | { readonly type: "rolled"; readonly faces: readonly number[] }
  | { readonly type: "drawn"; readonly seat: number }
  | { readonly type: "shuffled"; readonly order: readonly number[] };

const BLOCK_BITS = 256n;

/** Of text, or of bytes. */
export function digest(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return sha256(concatBytes(...parts.map((part) => (typeof part === "string" ? utf8ToBytes(part) : part))));
}

/** The commitment to a secret. */
export function commitmentTo(secret: Uint8Array): string {
  return bytesToHex(sha256(secret));
}

export class Tower {
  readonly #key: Uint8Array;

  constructor(secret: Uint8Array, seeds: readonly string[]) {
    this.#key = hmac(sha256, secret, utf8ToBytes(JSON.stringify(seeds)));
  }

  /** The result of draw `number` of the game, counted from 0. */
  draw(source: Source, number: number): NatureMove {
    const bits = new Bits(this.#key, inEightBytes(BigInt(number)));
    switch (source.type) {
      case "dice":
        return { type: "rolled", faces: facesOf(source.sides, bits) };
      case "one_of":
        return { type: "drawn", seat: source.seats[Number(bits.below(BigInt(source.seats.length)))]! };
      case "shuffle":
        return { type: "shuffled", order: shuffled(source.seats, bits) };
    }
  }

  /** The same with duplicate dice, of a game with so many seats: each die has a name, and a lot puts all seats in an order. */
  drawNamed(source: Source, names: readonly string[], seats: number): NatureMove {
    const bits = names.map((name) => new Bits(this.#key, utf8ToBytes(name)));
    if (source.type === "dice") return { type: "rolled", faces: source.sides.map((sides, die) => facesOf([sides], bits[die]!)[0]!) };
    const everyone = shuffled(Array.from({ length: seats }, (_, seat) => seat), bits[0]!);
    const order = everyone.filter((seat) => source.seats.includes(seat));
    return source.type === "one_of" ? { type: "drawn", seat: order[0]! } : { type: "shuffled", order };
  }
}

/** Throws are numbered like an odometer: the last die turns fastest. */
function facesOf(sides: readonly number[], bits: Bits): number[] {
  let number = bits.below(sides.reduce((product, each) => product * BigInt(each), 1n));
  const faces: number[] = [];
  for (const each of [...sides].reverse()) {
    faces.unshift(Number(number % BigInt(each)) + 1);
    number /= BigInt(each);
  }
  return faces;
}

/** Fisher and Yates. */
function shuffled(seats: readonly number[], bits: Bits): number[] {
  const order = [...seats];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Number(bits.below(BigInt(last + 1)));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** The random bits of one draw, block after block, the highest bit first. */
class Bits {
  #block = 0n;
  #pool = 0n;
  #left = 0n;

  constructor(
    private readonly key: Uint8Array,
    private readonly name: Uint8Array,
  ) {}

  /** All equally likely: what is too large is drawn again. */
  below(limit: bigint): bigint {
    if (limit < 1n) throw new RangeError("nothing can be drawn from nothing"); // as a forged record may ask for
    const width = limit > 1n ? BigInt((limit - 1n).toString(2).length) : 0n;
    let number = this.#take(width);
    while (number >= limit) number = this.#take(width);
    return number;
  }

  #take(width: bigint): bigint {
    while (this.#left < width) {
      const block = hmac(sha256, this.key, concatBytes(this.name, inEightBytes(this.#block)));
      this.#pool = (this.#pool << BLOCK_BITS) | BigInt(`0x${bytesToHex(block)}`);
      this.#left += BLOCK_BITS;
      this.#block += 1n;
    }
    this.#left -= width;
    const taken = this.#pool >> this.#left;
    this.#pool &= (1n << this.#left) - 1n;
    return taken;
  }
}

function inEightBytes(number: bigint): Uint8Array {
  return hexToBytes(number.toString(16).padStart(16, "0"));
}
