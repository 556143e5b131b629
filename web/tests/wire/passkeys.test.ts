import { describe, expect, test } from "vitest";
import { toBytes, toText } from "../../src/wire/passkeys";

describe("bytes of passkeys", () => {
  test("survive the way to the hall and back", () => {
    for (const length of [0, 1, 2, 3, 32, 255]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + 251) % 256);
      expect(toBytes(toText(bytes.buffer))).toEqual(bytes);
    }
  });

  test("are written without padding and with letters that addresses allow", () => {
    expect(toText(Uint8Array.of(0xfb, 0xff, 0xfe, 0xff).buffer)).toBe("-__-_w");
  });

  test("are read with and without padding", () => {
    expect(toBytes("-__-_w")).toEqual(toBytes("-__-_w=="));
  });
});
