// Repairs Firefox's H.264 description.
import { expect, test } from 'vitest';
import { mendedConfig } from './avc-record.ts';

const SPS = [0x67, 0x42, 0x00, 0x2a, 0x95];
const PPS = [0x68, 0xce, 0x38, 0x80];
const record = (lengths: number, count: number, sps: readonly number[], pps: readonly number[]) =>
  Uint8Array.from([1, 0x42, 0, 0x2a, lengths, count, 0, sps.length, ...sps, 1, 0, pps.length, ...pps]);
const mended = (description: Uint8Array<ArrayBuffer>) =>
  mendedConfig({ codec: 'avc1.42002a', description }).description;
const RIGHT = record(0xff, 0xe1, SPS, PPS);

test('repairs a repeated first byte and reserved bits of 0', () => {
  expect(mended(record(0x03, 0x01, [0x67, ...SPS], [0x68, ...PPS]))).toEqual(RIGHT);
});

test('keeps a correct record', () => {
  expect(mended(RIGHT)).toEqual(RIGHT);
});

test('keeps what follows the parameter sets', () => {
  const more = Uint8Array.from([...RIGHT, 0xfd, 0xf8, 0xf8, 0]);
  expect(mended(more)).toEqual(more);
});

test('keeps a truncated record', () => {
  const short = RIGHT.subarray(0, 10);
  expect(mended(short)).toBe(short);
});
