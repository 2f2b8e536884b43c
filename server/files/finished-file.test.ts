// The key of a file's content, as browsers make it of the same bytes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HASHED_PIECE_BYTES } from '#domain/video/video-file.ts';
import { contentKeyOf } from '#web/kept/content-key.ts';
import { contentKeyOfFile } from './finished-file.ts';

test.each([0, 1, HASHED_PIECE_BYTES, HASHED_PIECE_BYTES + 1])(
  'gives a file of %i bytes the key that browsers give it',
  async (length) => {
    const folder = await mkdtemp(join(tmpdir(), 'swingmark-key-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const bytes = new Uint8Array(length).map((_, at) => (at * 31) & 0xff);
    await writeFile(join(folder, 'clip'), bytes);
    expect(await contentKeyOfFile(join(folder, 'clip'))).toBe(await contentKeyOf(new Blob([bytes])));
  },
);
