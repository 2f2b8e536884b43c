// The click of the strike as a WAV: silence, one short knock at the strike, a little ring, silence. Pure.
import type { ClubName } from '#studio/motion/club.ts';

const RATE = 48_000;
/** Ring of the head: a driver's hollow shell sounds lower and longer than an iron's blade. */
const RING: Record<ClubName, { pitch: number; decay: number }> = {
  Driver: { pitch: 3300, decay: 60 },
  '7 iron': { pitch: 2300, decay: 140 },
  'Pitching wedge': { pitch: 2000, decay: 150 },
};

export function impactSound(club: ClubName, strike: number, duration: number): Buffer {
  const count = Math.round(duration * RATE);
  const samples = new Int16Array(count);
  const { pitch, decay } = RING[club];
  let noise = 12345;
  for (let i = Math.round(strike * RATE); i < Math.min(count, Math.round((strike + 0.25) * RATE)); i++) {
    const t = i / RATE - strike;
    noise = (noise * 1103515245 + 12345) % 2147483648;
    const hiss = noise / 1073741824 - 1;
    const knock = hiss * Math.exp(-t * 420);
    const ring =
      (Math.sin(2 * Math.PI * pitch * t) + 0.5 * Math.sin(2 * Math.PI * pitch * 1.73 * t)) * Math.exp(-t * decay);
    samples[i] = Math.round(32767 * 0.55 * Math.min(1, t * 4000) * (0.75 * knock + 0.25 * ring));
  }
  return Buffer.concat([header(samples.byteLength), Buffer.from(samples.buffer)]);
}

function header(bytes: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return head;
}
