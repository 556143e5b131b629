/** Plays the sounds of the hall: softly, after the first tap, and never in a hidden tab. */

import { preferences } from "./preferences.svelte";
import type { SoundName } from "./waves";

let context: AudioContext | null = null;
const buffers = new Map<string, AudioBuffer>();

// Browsers allow sound only after a gesture, and want it resumed inside one.
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { capture: true });

/** Where the browser allows it: a television may have no other chance. */
export function wake(): void {
  if (!preferences.sound) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

/** In a task of its own: to make a wave takes a while, and what is drawn does not wait for it. */
export function play(name: SoundName, game = ""): void {
  if (preferences.sound) setTimeout(start, 0, name, game);
}

async function start(name: SoundName, game: string): Promise<void> {
  if (context?.state !== "running" || document.hidden) return;
  const buffer = await bufferOf(context, name, game);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}

async function bufferOf(at: AudioContext, name: SoundName, game: string): Promise<AudioBuffer | null> {
  const key = `${name} ${game}`;
  const known = buffers.get(key);
  if (known !== undefined) return known;
  const made = await import("./waves").catch(() => null); // without it there is silence, and nothing else is amiss
  if (!made) return null; // nothing at all comes where the page is about to be loaded anew
  const wave = made.waveOf(name, game === "" ? 1 : made.pitchOf(game), at.sampleRate);
  const buffer = at.createBuffer(1, wave.length, at.sampleRate);
  buffer.copyToChannel(wave, 0);
  buffers.set(key, buffer);
  return buffer;
}

/** One short buzz, where the phone can. */
export function buzz(): void {
  if (!document.hidden && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
}
