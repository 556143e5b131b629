/** Two small sounds, made on the spot: dice that fall, and a knock on wood when it is my turn. */

import { preferences } from "./preferences.svelte";

let context: AudioContext | null = null;

/** Browsers allow sound only after a first touch. */
addEventListener("pointerdown", wake);
addEventListener("keydown", wake);

function wake(): void {
  if (preferences.sound) context ??= new AudioContext();
}

export function rattle(): void {
  for (const [at, loudness] of [[0, 0.5], [0.09, 0.35], [0.16, 0.4], [0.21, 0.2]] as const) click(at, loudness, 2400);
}

export function knock(): void {
  click(0, 0.6, 320);
  click(0.14, 0.5, 320);
}

function click(at: number, loudness: number, pitch: number): void {
  if (!preferences.sound || context === null) return;
  const start = context.currentTime + at;
  const noise = context.createBufferSource();
  const samples = context.createBuffer(1, Math.ceil(context.sampleRate * 0.06), context.sampleRate);
  const wave = samples.getChannelData(0);
  for (let index = 0; index < wave.length; index++) wave[index] = (Math.random() * 2 - 1) * (1 - index / wave.length) ** 4;
  noise.buffer = samples;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  const volume = context.createGain();
  volume.gain.value = loudness;
  noise.connect(filter).connect(volume).connect(context.destination);
  noise.start(start);
}
