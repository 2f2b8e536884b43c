// Reading VP8's shown frames from IVF, however the stream is cut into pieces.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Vp8TimesReader } from './probe-frame-times.ts';

interface Packet {
  readonly tick: number;
  readonly isShown: boolean;
  readonly bytes: number;
}

/** An IVF stream at 1000 ticks a second. */
function ivf(packets: readonly Packet[]): Buffer {
  const file = Buffer.alloc(32);
  file.write('DKIF');
  file.writeUInt32LE(1000, 16);
  file.writeUInt32LE(1, 20);
  const frames = packets.map(({ tick, isShown, bytes }) => {
    const frame = Buffer.alloc(12 + bytes, 0xff);
    frame.writeUInt32LE(bytes);
    frame.writeBigInt64LE(BigInt(tick), 4);
    frame[12] = isShown ? 0x10 : 0x00;
    return frame;
  });
  return Buffer.concat([file, ...frames]);
}

const packet = fc.record({
  tick: fc.integer({ min: -50, max: 120_000 }),
  isShown: fc.boolean(),
  bytes: fc.integer({ min: 1, max: 60 }),
});

test('returns the time of each shown frame and of no hidden one', () => {
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 20 }), fc.integer({ min: 1, max: 100 }), (packets, pieceBytes) => {
      const stream = ivf(packets);
      const reader = new Vp8TimesReader();
      for (let at = 0; at < stream.length; at += pieceBytes) reader.read(stream.subarray(at, at + pieceBytes));
      const shown = packets.filter(({ isShown }) => isShown).map(({ tick }) => tick / 1000);
      expect(reader.times.map((time) => Math.round(time * 1000))).toEqual(shown.map((time) => Math.round(time * 1000)));
    }),
  );
});
