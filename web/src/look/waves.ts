/** The sounds of the hall as waves, made by arithmetic. Pure: what can be heard is tested without a loudspeaker. */

export type SoundName = "roll" | "land" | "reveal" | "hit" | "win" | "loss" | "turn" | "tick";

interface Note {
  /** Seconds from the start. */
  readonly at: number;
  readonly lasts: number;
  /** Of a tone; noise is bent towards it. */
  readonly hz: number;
  readonly loud: number;
  readonly isNoise?: true;
}

const click = (at: number, loud: number, hz = 2400): Note => ({ at, lasts: 0.06, hz, loud, isNoise: true });
const tone = (at: number, hz: number, lasts: number, loud: number): Note => ({ at, lasts, hz, loud });

const SOUNDS: Readonly<Record<SoundName, readonly Note[]>> = {
  roll: [click(0, 0.5), click(0.09, 0.35), click(0.16, 0.4), click(0.25, 0.3), click(0.31, 0.2)],
  land: [click(0, 0.6, 1200), tone(0, 180, 0.08, 0.2)],
  reveal: [tone(0, 392, 0.12, 0.25), tone(0.08, 523, 0.22, 0.25)],
  hit: [click(0, 0.7, 500), tone(0, 110, 0.25, 0.35)],
  win: [tone(0, 523, 0.18, 0.22), tone(0.12, 659, 0.18, 0.22), tone(0.24, 784, 0.45, 0.26)],
  loss: [tone(0, 330, 0.25, 0.22), tone(0.2, 262, 0.4, 0.22)],
  turn: [tone(0, 659, 0.14, 0.22), tone(0.14, 880, 0.26, 0.2)],
  tick: [click(0, 0.3, 3200)],
};

/** No sample is louder. */
export const LOUDEST = 0.6;

/** The wave of a sound; games differ by `pitch`, which is 1 for the hall itself. */
export function waveOf(name: SoundName, pitch: number, rate: number): Float32Array<ArrayBuffer> {
  const notes = SOUNDS[name];
  const wave = new Float32Array(Math.ceil(Math.max(...notes.map(({ at, lasts }) => at + lasts)) * rate));
  for (const note of notes) add(wave, note, pitch, rate);
  const peak = wave.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return peak > LOUDEST ? wave.map((sample) => (sample * LOUDEST) / peak) : wave;
}

function add(wave: Float32Array, { at, lasts, hz, loud, isNoise }: Note, pitch: number, rate: number): void {
  const length = Math.floor(lasts * rate);
  const start = Math.floor(at * rate);
  const step = (2 * Math.PI * hz * pitch) / rate;
  let held = 0;
  let seed = 1 + start;
  for (let index = 0; index < length && start + index < wave.length; index++) {
    const fades = (1 - index / length) ** (isNoise ? 4 : 2) * Math.min(1, index / (0.004 * rate)); // no crack at the start
    if (isNoise) {
      seed = (seed * 16807) % 2147483647;
      held += ((seed / 1073741824 - 1) - held) * Math.min(1, step); // a filter that lets low tones pass
    } else held = Math.sin(step * index) + 0.3 * Math.sin(2 * step * index);
    wave[start + index]! += held * fades * loud;
  }
}

/** Every game has a pitch of its own, somewhere around that of the hall. */
export function pitchOf(game: string): number {
  const sum = [...game].reduce((so, letter) => (so * 31 + letter.codePointAt(0)!) % 997, 7);
  return 2 ** ((sum / 997 - 0.5) * 0.6);
}
