// The export of all kept comparisons: read back byte for byte, or refused as a whole.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import type { GolferCard } from '#contract/golfers.ts';
import { keptSwing } from '#tests/fixtures/kept-swings.ts';
import { archiveOf, readArchive } from './archive.ts';
import { exportedFile, ImportError, partsOf, readExported } from './exported-file.ts';
import type { ComparisonWithMedia } from './kept-database.ts';

const OPTIONS = { signal: new AbortController().signal, onPercent: () => undefined };

/** Bytes that compress badly and never repeat; longer than a hashed piece on request. */
function bytes(length: number, seed: number): Blob {
  const content = new Uint8Array(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    content[at] = state >>> 24;
  }
  return new Blob([content], { type: 'video/mp4' });
}

async function threeKept(): Promise<readonly ComparisonWithMedia[]> {
  const [pro, first, second] = [bytes(5_000_001, 1), bytes(70_000, 2), bytes(512, 3)];
  return [await keptSwing(0, first, pro), await keptSwing(1, second, pro), await keptSwing(2, first, second)];
}

const problemOf = (file: Blob) =>
  partsOf(file)
    .then((parts) => readExported(parts, OPTIONS))
    .then(
      () => 'none',
      (error: unknown) => (error instanceof ImportError ? error.problem : error),
    );

const content = async (blob: Blob | null | undefined) => Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));

test('imports what was exported, every clip once and byte for byte', async () => {
  const kept = await threeKept();
  const file = exportedFile(kept);
  const read = await readExported(await partsOf(file), OPTIONS);
  expect(read.map(({ comparison }) => comparison)).toEqual(kept.map(({ comparison }) => comparison));
  for (const [index, { clips, thumbnail }] of read.entries()) {
    for (const [key, clip] of clips) {
      expect((await content(clip)).equals(await content(kept[index]?.clips.get(key)))).toBe(true);
    }
    expect((await content(thumbnail)).equals(await content(kept[index]?.thumbnail))).toBe(true);
  }
  // Three clips in three comparisons, with list, pictures and the archive's own blocks.
  expect(file.size).toBeLessThan(5_000_001 + 70_000 + 512 + 20_000);
});

test('any archive program opens an exported file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const kept = await threeKept();
  const path = join(folder, 'swings.tar');
  await writeFile(path, await content(exportedFile(kept)));
  await execa('tar', ['-xf', path, '-C', folder]);
  for (const [key, clip] of kept.flatMap(({ clips }) => [...clips])) {
    expect((await readFile(join(folder, 'clips', key))).equals(await content(clip))).toBe(true);
  }
});

test('refuses a truncated file', async () => {
  const file = exportedFile(await threeKept());
  for (const end of [513, 4096, 40_000, file.size - 70_000, file.size - 1025, file.size - 1024]) {
    expect(await problemOf(file.slice(0, end)), `at ${end}`).toBe('damaged');
  }
});

test('detects one changed byte of a clip', async () => {
  const file = exportedFile(await threeKept());
  for (const at of [file.size - 2000, 3_000_000]) {
    const [before, byte, after] = [file.slice(0, at), await content(file.slice(at, at + 1)), file.slice(at + 1)];
    const changed = new Blob([before, Uint8Array.of((byte[0] ?? 0) ^ 1), after]);
    expect(await problemOf(changed), `at ${at}`).toBe('damaged');
  }
});

test('refuses foreign files with the right reason', async () => {
  expect(await problemOf(new Blob([]))).toBe('not-ours');
  expect(await problemOf(new Blob(['a text about golf '.repeat(100)]))).toBe('not-ours');
  expect(await problemOf(archiveOf([{ name: 'notes.txt', content: new Blob(['x']) }]))).toBe('not-ours');
  const newer = JSON.stringify({ format: 'swingmark-my-swings', version: 2, comparisons: [] });
  expect(await problemOf(archiveOf([{ name: 'my-swings.json', content: new Blob([newer]) }]))).toBe('newer');
});

test('refuses a list whose entries do not match the other parts', async () => {
  const kept = await threeKept();
  const parts = await readArchive(exportedFile(kept));
  const list = JSON.parse((await content(parts[0]?.content)).toString()) as { comparisons: Record<string, unknown>[] };
  const withList = (change: (comparisons: Record<string, unknown>[]) => unknown[]) =>
    archiveOf([
      {
        name: 'my-swings.json',
        content: new Blob([JSON.stringify({ ...list, comparisons: change(list.comparisons) })]),
      },
      ...parts.slice(1),
    ]);
  expect(await problemOf(withList((all) => all))).toBe('none');
  for (const change of [
    { id: '../../etc' },
    { keptAtMs: 'yesterday' },
    { alignment: 'finish' },
    { user: { ...(list.comparisons[0]?.user as object), contentKey: `pieces-${'0'.repeat(64)}` } },
    { user: { ...(list.comparisons[0]?.user as object), sizeBytes: 1 } },
    { user: { ...(list.comparisons[0]?.user as object), annotations: { restTime: -1, topTime: 1, strikeTime: 2 } } },
    { pro: {} },
  ]) {
    expect(await problemOf(withList(([first, ...rest]) => [{ ...first, ...change }, ...rest]))).toBe('damaged');
  }
  // A comparison listed twice, and one whose clips are missing from the list.
  expect(await problemOf(withList(([first, ...rest]) => [first, first, ...rest]))).toBe('damaged');
  expect(await problemOf(withList(([first]) => [first]))).toBe('damaged');
});

const GOLFER: GolferCard = {
  id: 3,
  name: 'Driver',
  thumbnailUrl: '/uploads/thumbnails/3.jpg',
  majorChampionships: 0,
  club: 'Driver',
  height: null,
  level: null,
  tag: null,
  view: 'face-on',
  hand: 'right',
  videoUrl: '/media/golfers/3.mp4',
  tempo: { ratio: 3, seconds: 1 },
  loopUrl: '/uploads/loops/3.mp4',
  bodyUrl: '/uploads/bodies/3.json',
};

async function withGolfer(golfer: unknown): Promise<Blob> {
  const user = bytes(512, 9);
  const { comparison, clips } = await keptSwing(0, user, user);
  return exportedFile([{ comparison: { ...comparison, pro: { golfer } as never }, thumbnail: null, clips }]);
}

test('imports a golfer’s card as the contract defines it, also one of an earlier version', async () => {
  const [read] = await readExported(await partsOf(await withGolfer(GOLFER)), OPTIONS);
  expect(read?.comparison.pro).toEqual({ golfer: GOLFER });
  const { view: _, hand: __, bodyUrl: ___, loopUrl: ____, ...earlier } = GOLFER;
  const [old] = await readExported(await partsOf(await withGolfer(earlier)), OPTIONS);
  expect(old?.comparison.pro).toEqual({ golfer: { ...GOLFER, view: null, hand: null, bodyUrl: null, loopUrl: null } });
});

test.each<[string, object]>([
  ['a name that is no text', { name: { toString: 'x' } }],
  ['a name of 201 characters', { name: 'x'.repeat(201) }],
  ['a club that React cannot show', { club: { type: 'b' } }],
  ['an unknown view', { view: 'above' }],
  ['a tempo without seconds', { tempo: { ratio: 3 } }],
  ['a video of another site', { videoUrl: 'https://elsewhere.example/3.mp4' }],
  ['a video of another site without a protocol', { videoUrl: '//elsewhere.example/3.mp4' }],
  ['a loop of another site', { loopUrl: '//elsewhere.example/3.mp4' }],
  ['a body that is a script', { bodyUrl: 'javascript:alert(1)' }],
  ['a field that no card has', { onload: 'alert(1)' }],
])('a golfer’s card with %s is refused', async (_, change) => {
  expect(await problemOf(await withGolfer({ ...GOLFER, ...change }))).toBe('damaged');
});

test('stops reading when its signal is aborted', async () => {
  const stop = new AbortController();
  const parts = await partsOf(exportedFile(await threeKept()));
  const reading = readExported(parts, { signal: stop.signal, onPercent: () => stop.abort() });
  await expect(reading).rejects.toThrow('aborted');
});
