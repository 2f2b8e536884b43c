// What a visitor does on a site in a bare machine: two clips uploaded and merged, whose marked frames have to line up.
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { mergedResult } from '#tests/fixtures/merged-result.ts';
import { readPaneNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

/** Merges two clips on the site and compares the frames on both sides. */
export async function expectCorrectMerge(url: string): Promise<void> {
  await expectSameFrames((await mergedResult(new TestVisitor(url))).bytes);
}

/** The frames on both sides of a merge of two equal clips. */
export async function expectSameFrames(bytes: Uint8Array): Promise<void> {
  const file = join(tmpdir(), `swingmark-bare-${process.pid}.mp4`);
  await writeFile(file, bytes);
  const pane = { yPx: 0, widthPx: 160, heightPx: 120 };
  const panes = [
    { ...pane, xPx: 0 },
    { ...pane, xPx: 160 },
  ];
  const numbers = await readPaneNumbers(file, { widthPx: 320, heightPx: 120 }, panes);
  await rm(file);
  expect(numbers.length).toBeGreaterThan(30);
  for (const [user, pro] of numbers) expect(user).toBe(pro);
}
