// What docs/lesson-file.md says about links, against the links that the product makes: read by a second reader that knows the document
// only.
import { expect, test } from 'vitest';
import { storedBodyTrack } from '#domain/body/stored-body-track.ts';
import { type DocumentedParts, documentedClipName, documentedParts } from '#tests/fixtures/documented-link.ts';
import { drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { aLesson } from '#tests/fixtures/kept-lesson.ts';
import { keptSwing } from '#tests/fixtures/kept-swings.ts';
import { exportedFile } from '#web/kept/exported-file.ts';
import { lessonFile } from '#web/kept/lesson-file.ts';
import { randomId } from '#web/lib/random-id.ts';
import { linkPath, newKey } from './link-address.ts';
import { linkFile } from './link-file.ts';
import { seal } from './sealed.ts';

async function readAsDocumented(file: Blob, passphrase: string | null): Promise<DocumentedParts> {
  const key = newKey();
  const path = linkPath({ id: randomId(), key, needsPassphrase: passphrase !== null });
  const sealed = Buffer.from(await new Response(await seal(file, { key, passphrase })).arrayBuffer());
  return documentedParts(`https://swing.example${path}`, sealed, passphrase);
}

const jsonIn = (parts: DocumentedParts, name: string) =>
  JSON.parse(String(parts.get(name))) as Readonly<Record<string, unknown>>;

/** The names of the clips, each of which is the hash of its bytes. */
function clipNamesIn(parts: DocumentedParts): string[] {
  const clips = [...parts].filter(([name]) => name.startsWith('clips/'));
  for (const [name, bytes] of clips) expect(documentedClipName(bytes)).toBe(name);
  return clips.map(([name]) => name);
}

test('a comparison sent by a link is read by its document', async () => {
  // More than one hashed piece.
  const swing = await keptSwing(0, new Blob(['user '.repeat(1_000_000)]), new Blob(['pro '.repeat(1000)]));
  const [user = '', pro = ''] = swing.clips.keys();
  const bodies = new Map([[user, storedBodyTrack(drawnSwing())]]);
  const file = linkFile(
    { file: exportedFile([{ ...swing, thumbnail: null }]), bodies },
    { allowsSaving: false, preview: null },
  );
  const parts = await readAsDocumented(file, 'fore! Ä');
  expect([...parts.keys()]).toEqual(['link.json', 'my-swings.json', `clips/${user}`, `clips/${pro}`]);
  expect(clipNamesIn(parts)).toHaveLength(2);
  expect(jsonIn(parts, 'link.json')).toEqual({
    ...{ format: 'swingmark-link', version: 2, allowsSaving: false },
    bodies: JSON.parse(JSON.stringify(Object.fromEntries(bodies))) as unknown,
  });
  const list = jsonIn(parts, 'my-swings.json');
  expect(list).toEqual({ format: 'swingmark-my-swings', version: 1, comparisons: [swing.comparison] });
});

test('a lesson sent by a link is read by its document', async () => {
  const lesson = await aLesson();
  const parts = await readAsDocumented(
    linkFile({ file: lessonFile(lesson) }, { allowsSaving: true, preview: null }),
    null,
  );
  const keys = [...lesson.clips.keys()];
  expect([...parts.keys()]).toEqual(['link.json', 'lesson.json', 'voice', ...keys.map((key) => `clips/${key}`)]);
  expect(clipNamesIn(parts)).toHaveLength(2);
  expect(jsonIn(parts, 'link.json')).toEqual({ format: 'swingmark-link', version: 2, allowsSaving: true });
  const { bodies, ...data } = jsonIn(parts, 'lesson.json');
  const { id, keptAtMs, title } = lesson.kept;
  expect(data).toEqual({
    ...{ format: 'swingmark-lesson', version: 1, id, keptAtMs, title, voiceType: 'audio/mp4' },
    ...{ comparison: lesson.kept.comparison, lesson: lesson.kept.lesson },
  });
  expect(Object.keys(bodies as object)).toEqual([...(lesson.bodies?.keys() ?? [])]);
  expect(parts.get('voice')?.toString()).toBe(await lesson.audio?.text());
});
