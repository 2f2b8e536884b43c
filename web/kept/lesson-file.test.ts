// Lesson files: read back as they were, and 300 hostile ones refused or opened safely.
import { expect, test } from 'vitest';
import { readLesson } from '#domain/lesson/read-lesson.ts';
import { mutatedFile } from '#tests/faults/chaos/mutated-file.ts';
import { mutatedValue } from '#tests/faults/chaos/random-json.ts';
import { RandomNumbers } from '#tests/faults/chaos/random-numbers.ts';
import { aLesson } from '#tests/fixtures/kept-lesson.ts';
import { archiveOf, readArchive } from './archive.ts';
import { ImportError, partsOf } from './exported-file.ts';
import { lessonFile, readLessonFile } from './lesson-file.ts';
import { readKept } from './read-kept.ts';

const OPTIONS = { signal: new AbortController().signal, onPercent: () => undefined };

test('a lesson is read back as it was, with its voice and its clips', async () => {
  const lesson = await aLesson();
  const read = await readLessonFile(await partsOf(lessonFile(lesson)), OPTIONS);
  expect(read.kept).toEqual(lesson.kept);
  expect(read.bodies).toEqual(lesson.bodies);
  expect(read.audio?.type).toBe('audio/mp4');
  expect(await read.audio?.text()).toBe(await lesson.audio?.text());
  for (const [key, clip] of lesson.clips) expect(await read.clips.get(key)?.text()).toBe(await clip.text());
});

test('a lesson without voice is read back, too', async () => {
  const read = await readLessonFile(await partsOf(lessonFile({ ...(await aLesson()), audio: null })), OPTIONS);
  expect(read.audio).toBeNull();
});

/** Refused with a reason, or opened with nothing but valid values. */
async function outcomeOf(file: Blob): Promise<'opened' | 'refused'> {
  const read = await partsOf(file)
    .then((parts) => readLessonFile(parts, OPTIONS))
    .catch((error: unknown) => {
      if (error instanceof ImportError) return null;
      throw error;
    });
  if (!read) return 'refused';
  const { comparison, lesson, title, keptAtMs } = read.kept;
  expect(readLesson(JSON.parse(JSON.stringify(lesson)))).toEqual(lesson);
  expect(readKept(JSON.parse(JSON.stringify(comparison)))).toEqual(comparison);
  expect(title.length).toBeLessThanOrEqual(100);
  expect(Number.isNaN(new Date(keptAtMs).getTime())).toBe(false);
  expect(read.clips.size).toBeGreaterThan(0);
  return 'opened';
}

/** A lesson file whose data is changed. */
async function withData(change: (data: unknown) => unknown): Promise<Blob> {
  const parts = await readArchive(lessonFile(await aLesson()));
  const [data, ...others] = parts;
  const changed = JSON.stringify(change(JSON.parse((await data?.content.text()) ?? '')));
  return archiveOf([{ name: 'lesson.json', content: new Blob([changed]) }, ...others]);
}

/** The file with the name of one part overwritten, and its checksum corrected as an attacker would. */
async function renamed(from: string, to: string): Promise<Blob> {
  const bytes = Buffer.from(await lessonFile(await aLesson()).arrayBuffer());
  const at = bytes.indexOf(from.padEnd(100, '\0'), 0, 'latin1');
  bytes.write(to.padEnd(100, '\0').slice(0, 100), at, 'latin1');
  bytes.fill(0x20, at + 148, at + 156);
  const sum = bytes.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1');
  return new Blob([bytes]);
}

test('140 files with flipped, removed, inserted or forged bytes are refused or opened safely', async () => {
  const random = new RandomNumbers(40);
  const original = Buffer.from(await lessonFile(await aLesson()).arrayBuffer());
  const outcomes = new Map<string, number>();
  for (let count = 0; count < 140; count += 1) {
    const outcome = await outcomeOf(new Blob([Buffer.from(mutatedFile(original, random))]));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  expect(outcomes.get('refused')).toBeGreaterThan(100);
});

test('140 files with fields that are missing, added or of another type are refused or opened safely', async () => {
  const random = new RandomNumbers(41);
  for (let count = 0; count < 140; count += 1) {
    await outcomeOf(await withData((data) => mutatedValue(data, random)));
  }
});

const NAMES = [
  '../../etc/passwd',
  '/etc/passwd',
  '..',
  'voice/../x',
  'C:\\boot.ini',
  'voice\u202e',
  '__proto__',
  'lesson.json',
];

test.each(NAMES)('a part named %j is refused', async (name) => {
  expect(await outcomeOf(await renamed('voice', name))).toBe('refused');
});

const many = { time: 0, does: 'place', at: 0, rate: 0, apart: null };

test.each<readonly [string, () => Promise<Blob>]>([
  ['an empty file', async () => new Blob([])],
  ['a compressed file', async () => new Blob([Buffer.from('504b0304140000000800', 'hex'), new Uint8Array(2000)])],
  ['a file of zeros', async () => new Blob([new Uint8Array(100_000)])],
  ['an archive of 20,000 empty parts', async () => manyParts(20_000)],
  ['100,001 events', async () => withData((data) => withLesson(data, { events: Array(100_001).fill(many) }))],
  ['events nested 500 deep', async () => withData((data) => withLesson(data, { events: nested(500) }))],
  ['a clip that is missing', async () => without('clips/')],
  ['a voice that is missing', async () => without('voice')],
  ['a newer version', async () => withData((data) => ({ ...(data as object), version: 2 }))],
  ['another format', async () => withData((data) => ({ ...(data as object), format: 'swingmark-my-swings' }))],
  ['a voice that is a page', async () => withData((data) => ({ ...(data as object), voiceType: 'text/html' }))],
  ['joints of a clip that is not in it', async () => withBodies((body) => ({ [`pieces-${'0'.repeat(64)}`]: body }))],
  ['joints that are none', async () => withBodies(() => ({ '../x': { frames: 1e9 } }))],
  ['an id that is a path', async () => withData((data) => ({ ...(data as object), id: '../x' }))],
])('refuses %s', async (_, file) => {
  expect(await outcomeOf(await file())).toBe('refused');
});

/** The file with other joints. */
function withBodies(change: (body: unknown) => object): Promise<Blob> {
  return withData((data) => {
    const { bodies, ...rest } = data as { bodies: object };
    return { ...rest, bodies: change(Object.values(bodies)[0]) };
  });
}

function withLesson(data: unknown, change: object): unknown {
  const { lesson, ...rest } = data as { lesson: object };
  return { ...rest, lesson: { ...lesson, ...change } };
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

async function without(start: string): Promise<Blob> {
  const parts = await readArchive(lessonFile(await aLesson()));
  return archiveOf(parts.filter(({ name }) => !name.startsWith(start)));
}

async function manyParts(count: number): Promise<Blob> {
  const parts = Array.from({ length: count }, (_, number) => ({ name: `part${number}`, content: new Blob([]) }));
  // In one piece, like a file: Node slices a blob of many pieces slowly.
  return new Blob([await archiveOf(parts).arrayBuffer()]);
}
