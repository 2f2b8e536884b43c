import { describe, expect, it } from 'vitest';
import {
  CHUNK_BYTES,
  chunkCount,
  chunkRange,
  hasVideoExtension,
  MAX_VIDEO_BYTES,
  uploadProgress,
  VIDEO_EXTENSIONS,
  VIDEO_MIME_TYPES,
  videoFileProblem,
} from './video-file.ts';

const file = (name: string, type = '', sizeBytes = 1) => ({ name, type, sizeBytes });

describe('which files are accepted', () => {
  it.each(VIDEO_MIME_TYPES)('accepts the type %s whatever the name [S5.1]', (type) => {
    expect(videoFileProblem(file('swing', type))).toBeNull();
  });
  it.each(VIDEO_EXTENSIONS)('accepts names that end in .%s, in any case', (extension) => {
    expect(videoFileProblem(file(`Swing.${extension.toUpperCase()}`))).toBeNull();
  });
  it.each(['swing.txt', 'swing', 'mp4', '.mp4', 'swing.mp4.html', ''])('refuses the name %j', (name) => {
    expect(videoFileProblem(file(name))).toBe('invalid-type');
  });
  it('accepts exactly 500 MB and refuses one byte more [S5.2]', () => {
    expect(videoFileProblem(file('a.mp4', '', MAX_VIDEO_BYTES))).toBeNull();
    expect(videoFileProblem(file('a.mp4', '', MAX_VIDEO_BYTES + 1))).toBe('too-large');
  });
  it('refuses an empty file', () => {
    expect(videoFileProblem(file('a.mp4', 'video/mp4', 0))).toBe('empty');
  });
  it('does not treat a hidden file’s name as an extension', () => {
    expect(hasVideoExtension('.mov')).toBe(false);
  });
});

describe('chunks', () => {
  it.each([
    [1, 1],
    [CHUNK_BYTES, 1],
    [CHUNK_BYTES + 1, 2],
    [MAX_VIDEO_BYTES, 500],
    [0, 0],
  ])('cuts %d bytes into %d', (sizeBytes, count) => {
    expect(chunkCount(sizeBytes)).toBe(count);
  });

  it('covers every byte once', () => {
    const sizeBytes = 3 * CHUNK_BYTES + 17;
    const ranges = Array.from({ length: chunkCount(sizeBytes) }, (_, index) => chunkRange(index, sizeBytes));
    expect(ranges[0]?.from).toBe(0);
    expect(ranges.at(-1)?.to).toBe(sizeBytes);
    for (const [index, range] of ranges.entries()) expect(range.from).toBe(index === 0 ? 0 : ranges[index - 1]?.to);
  });

  it.each([-1, 1.5, 4])('has no chunk %d of a file of four', (index) => {
    expect(() => chunkRange(index, 4 * CHUNK_BYTES)).toThrow(RangeError);
  });

  it('reports 100 % only after every chunk has been sent', () => {
    expect(uploadProgress(499, 500).percent).toBe(99);
    expect(uploadProgress(500, 500).percent).toBe(100);
    expect(uploadProgress(0, 0).percent).toBe(0);
  });
});
