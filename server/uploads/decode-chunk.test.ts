// Base64 text is validated strictly.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHUNK_BYTES, isUploadName } from '#domain/video/video-file.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { decodeChunk } from './uploads.ts';

const codeOf = (text: string) => {
  try {
    return decodeChunk(text).length;
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

describe('a chunk', () => {
  test('is decoded to the original bytes (seed 11)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (bytes) => {
        expect(decodeChunk(Buffer.from(bytes).toString('base64')).equals(bytes)).toBe(true);
      }),
      { seed: 11 },
    );
  });

  test('is refused unless its text is exactly an encoder’s output (seed 12)', () => {
    const unit = fc.constantFrom(...'AZaz09+/=-_ \n%');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 12 }), (text) => {
        const isStandard = Buffer.from(text, 'base64').toString('base64') === text;
        expect(codeOf(text) === 'invalid-base64').toBe(!isStandard);
      }),
      { seed: 12, numRuns: 2000 },
    );
  });

  test('may have exactly the maximum size', () => {
    expect(codeOf(Buffer.alloc(CHUNK_BYTES).toString('base64'))).toBe(CHUNK_BYTES);
    expect(codeOf(Buffer.alloc(CHUNK_BYTES + 1).toString('base64'))).toBe('chunk-too-large');
    expect(codeOf('')).toBe('empty-chunk');
  });
});

test('a file name is accepted with a video extension or without one', () => {
  const good = ['a.mp4', 'A.MOV', 'my.swing.webm', 'swing', 'a.mp4. .', 'x'.repeat(900)];
  const bad = ['', '.', '.mp4', 'a.exe', 'a.mp4.html', 'a.m3u8', 'swing.final', '   '];
  expect(good.filter((name) => !isUploadName(name))).toEqual([]);
  expect(bad.filter(isUploadName)).toEqual([]);
});
