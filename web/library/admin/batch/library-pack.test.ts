// Library files: read back as they were; hostile ones are refused as a whole.
import { expect, test } from 'vitest';
import { mutatedFile } from '#tests/faults/chaos/mutated-file.ts';
import { mutatedValue } from '#tests/faults/chaos/random-json.ts';
import { RandomNumbers } from '#tests/faults/chaos/random-numbers.ts';
import { archiveOf, readArchive } from '#web/kept/archive.ts';
import { contentKeyOf } from '#web/kept/content-key.ts';
import { ImportError, partsOf } from '#web/kept/exported-file.ts';
import { packedRow, standingOf } from './batch.ts';
import { type PackedGolfer, type PackedVideo, packOf, readLibraryPack } from './library-pack.ts';

const OPTIONS = { signal: new AbortController().signal, onPercent: () => undefined };

async function packed(name: string, changed: Partial<PackedGolfer> = {}): Promise<PackedVideo> {
  const file = new File([`video of ${name} `.repeat(200)], name, { type: 'video/mp4' });
  const golfer: PackedGolfer = {
    ...({ name, majorChampionships: 3, club: '7 iron', height: `6'1"`, view: 'face-on', hand: 'left' } as const),
    restTime: 0.5,
    topTime: 1.25,
    strikeTime: 1.5,
    slowMotionFactor: 4,
    contentKey: await contentKeyOf(file),
    sizeBytes: file.size,
    type: file.type,
    ...changed,
  };
  return { golfer, file };
}

const read = async (file: Blob) => readLibraryPack(await partsOf(file), OPTIONS);
const aPack = async () => packOf([await packed('Ann'), await packed('Ben')]);

/** A library file whose data is changed. */
async function withData(change: (data: Record<string, unknown>) => unknown): Promise<Blob> {
  const [data, ...others] = await readArchive(await aPack());
  const changed = JSON.stringify(change(JSON.parse((await data?.content.text()) ?? '')));
  return archiveOf([{ name: 'library.json', content: new Blob([changed]) }, ...others]);
}

/** A library file whose first golfer is changed. */
function withGolfer(change: Partial<Record<keyof PackedGolfer, unknown>>): Promise<Blob> {
  return withData((data) => {
    const [first, ...others] = data.golfers as object[];
    return { ...data, golfers: [{ ...first, ...change }, ...others] };
  });
}

test('golfers are read back as they were, each with its video, and need no search', async () => {
  const [ann, ben] = [await packed('Ann'), await packed('Ben', { club: null, height: null, view: null })];
  const golfers = await read(packOf([ann, ben]));
  expect(golfers.map(({ golfer }) => golfer)).toEqual([ann.golfer, ben.golfer]);
  expect(await golfers[1]?.file.text()).toBe(await ben.file.text());
  const [{ golfer, file } = ann] = golfers;
  const { contentKey } = golfer;
  const row = packedRow({ id: 'a', addedAtMs: 0, contentKey, fileName: file.name }, golfer);
  expect(row).toMatchObject({ name: 'Ann', club: 'iron', hand: 'left', slowMotionFactor: 4 });
  expect(standingOf(row, new Map())).toEqual({ at: 'ready' });
});

test('a video that two golfers share is in the file once', async () => {
  const ann = await packed('Ann');
  expect(await read(packOf([ann, { ...ann, golfer: { ...ann.golfer, name: 'Anna' } }]))).toHaveLength(1);
});

test.each<readonly [string, () => Promise<Blob>]>([
  ['a video in place of a library', async () => new Blob([new Uint8Array(9000).fill(7)])],
  ['a newer version', () => withData((data) => ({ ...data, version: 2 }))],
  ['another format', () => withData((data) => ({ ...data, format: 'swingmark-lesson' }))],
  ['a golfer without a name', () => withGolfer({ name: ' ' })],
  ['a name of 201 characters', () => withGolfer({ name: 'a'.repeat(201) })],
  ['positions out of order', () => withGolfer({ topTime: 0.2 })],
  ['a position that is not marked', () => withGolfer({ restTime: 0 })],
  ['a position at an endless time', () => withGolfer({ strikeTime: 1e308 })],
  ['a slow-motion factor of 0', () => withGolfer({ slowMotionFactor: 0 })],
  ['an unknown view', () => withGolfer({ view: 'above' })],
  ['a video that is a page', () => withGolfer({ type: 'text/html' })],
  ['a video of another size', () => withGolfer({ sizeBytes: 9 })],
  ['a video of other bytes', () => withGolfer({ contentKey: `pieces-${'0'.repeat(64)}` })],
  ['a key that is a path', () => withGolfer({ contentKey: '../../x' })],
  ['the same video twice', () => withData((data) => ({ ...data, golfers: [data.golfers, data.golfers].flat() }))],
  [
    'a video that is missing',
    async () => archiveOf((await readArchive(await aPack())).filter(({ name }) => name === 'library.json')),
  ],
  [
    'a part that nothing names',
    async () => archiveOf([...(await readArchive(await aPack())), { name: 'clips/x', content: new Blob(['x']) }]),
  ],
])('refuses %s', async (_, file) => {
  await expect(read(await file())).rejects.toBeInstanceOf(ImportError);
});

test('200 mutated files are refused with a reason, or read with nothing but valid values', async () => {
  const random = new RandomNumbers(62);
  const original = Buffer.from(await (await aPack()).arrayBuffer());
  let refused = 0;
  for (let count = 0; count < 200; count += 1) {
    const file =
      count % 2 === 0
        ? new Blob([Buffer.from(mutatedFile(original, random))])
        : await withData((data) => mutatedValue(data, random));
    const golfers = await read(file).catch((error: unknown) => {
      if (!(error instanceof ImportError)) throw error;
      refused += 1;
      return [];
    });
    for (const { golfer } of golfers) {
      expect(golfer.name.trim()).not.toBe('');
      expect(golfer.restTime > 0 && golfer.restTime < golfer.topTime && golfer.topTime < golfer.strikeTime).toBe(true);
    }
  }
  expect(refused).toBeGreaterThan(100);
});
