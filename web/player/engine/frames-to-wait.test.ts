import { expect, test } from 'vitest';
import { withFramesToWait } from './frames-to-wait.ts';

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const configOf = (hex: string, codec = 'avc1.64000a') => ({ codec, description: bytesOf(hex) });
const mended = (hex: string) => withFramesToWait(configOf(hex)).description;

/** x264's record of 96 by 64 pixels with two frames that wait. */
const SAYS = '0164000affe100186764000aacd94626c044000003000400000300f03c48965801000668ebe3cb22c0fdf8f800';
/** The same without: its usability information ends with a zero. */
const UNSAID = '0164000affe100186764000aacd94626c044000003000400000300f01000000001000668ebe3cb22c0fdf8f800';

test('a record that says how many frames wait stays as it is', () => {
  expect(mended(SAYS)).toEqual(bytesOf(SAYS));
});

test('a record that does not say it gets the most that its level allows', () => {
  // Level 1 has room for 396 blocks of 16 by 16 pixels, and a picture has 24: 16 frames, the maximum of any level. The
  // rest is as in mediabunny.
  const expected = '0164000affe1001a6764000aacd94626c044000003000400000300f036822110884601000668ebe3cb22c0fdf8f800';
  expect(mended(UNSAID)).toEqual(bytesOf(expected));
});

test('a record without any usability information gets some', () => {
  const bare = '014d000affe10007674d000af6313201000468ce0f2c';
  const expected = '014d000affe1000e674d000af631340368221108846001000468ce0f2c';
  expect(mended(bare)).toEqual(bytesOf(expected));
});

test('pictures that are shown as they are coded never wait', () => {
  // According to their profile (baseline), and according to their order.
  for (const record of ['0142000affe100076742000adb189901000468ce0f2c', '014d000affe10007674d000adb189901000468ce0f2c'])
    expect(mended(record)).toEqual(bytesOf(record));
});

test('other codecs and records that end early stay as they are', () => {
  const hevc = configOf(UNSAID, 'hvc1.1.6.L93.B0');
  expect(withFramesToWait(hevc)).toBe(hevc);
  const short = configOf(UNSAID.slice(0, 40));
  expect(withFramesToWait(short)).toBe(short);
  const none = { codec: 'avc1.64000a' };
  expect(withFramesToWait(none)).toBe(none);
});
