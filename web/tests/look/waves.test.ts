import { expect, test } from "vitest";
import { LOUDEST, pitchOf, type SoundName, waveOf } from "../../src/look/waves";

const RATE = 8000;
const SOUNDS: readonly SoundName[] = ["roll", "land", "reveal", "hit", "win", "loss", "turn", "tick"];

test.each(SOUNDS)("%s can be heard, clips nowhere, and is short", (name) => {
  const wave = waveOf(name, 1, RATE);
  const peak = wave.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(peak).toBeGreaterThan(0.02);
  expect(peak).toBeLessThanOrEqual(LOUDEST + 1e-6);
  expect(wave.length / RATE).toBeLessThan(0.8);
});

test.each(SOUNDS)("%s begins and ends in silence: nothing cracks", (name) => {
  const wave = waveOf(name, 1, RATE);
  expect(Math.abs(wave[0]!)).toBeLessThan(0.05);
  expect(Math.abs(wave.at(-1)!)).toBeLessThan(0.05);
});

test("games sound different, and not far from one another", () => {
  const pitches = ["pig", "toy", "craps", "yacht", "farkle"].map(pitchOf);
  expect(new Set(pitches).size).toBe(pitches.length);
  for (const pitch of pitches) expect(pitch).toBeGreaterThan(0.8 - 1e-9);
  for (const pitch of pitches) expect(pitch).toBeLessThan(1.24);
});
