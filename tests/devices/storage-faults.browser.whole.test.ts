// The browser's storage fails while clips and swings are kept: what can be kept is, and the reason is the true one otherwise.
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openCleanPage } from '#tests/browser/clean-page.ts';
import { openWorkbench, type Workbench } from '#tests/fixtures/player-page.ts';
import { BYTES_GONE, CLOSED_UNDERNEATH, FULL, NEVER_ANSWERS, NO_FILES } from './storage-faults.ts';

let workbench: Workbench;
let page: Page;

beforeEach(async () => {
  workbench ??= await openWorkbench();
  page = await openCleanPage(workbench.browser, {}, workbench.address);
  await page.goto(workbench.address);
  return () => page.close();
});

afterAll(() => workbench?.close());

const MODULES = `
  const clips = await import('/web/clip/clip-storage.ts');
  const kept = await import('/web/kept/kept-database.ts');
  const results = await import('/web/render/device-results.ts');
  const swing = { comparison: { id: 'a', keptAtMs: 1, user: { contentKey: 'c' }, pro: { golfer: { id: 1 } } }, thumbnail: null, clips: new Map([['c', new Blob(['swing'])]]) };
  const whyNot = (work) => work.then(() => 'kept', kept.whyNotKept);`;

const inPage = (script: string): Promise<unknown> => page.evaluate(`(async () => { ${MODULES} ${script} })()`);

const clip = `new File(['a swing'], 'swing.mp4', { type: 'video/mp4', lastModified: 5 })`;

test(`a storage that ${NO_FILES.title} keeps their bytes for the next visit`, async () => {
  await page.evaluate(NO_FILES.injection);
  const id = await inPage(`const { clipId, isKept } = await clips.storeClip(${clip}); return isKept && clipId;`);
  await page.reload();
  const read = `const file = await clips.getClip('${id}'); return [file.name, file.type, file.lastModified, await file.text()];`;
  expect(await inPage(read)).toEqual(['swing.mp4', 'video/mp4', 5, 'a swing']);
});

test(`a storage that ${FULL.title} loses nothing of the open page, and is named`, async () => {
  await page.evaluate(FULL.injection);
  const script = `const { clipId, isKept, file } = await clips.storeClip(${clip});
    return [isKept, await file.text(), await (await clips.getClip(clipId)).text(), await whyNot(kept.keep(swing)), (await kept.keptComparisons()).length];`;
  expect(await inPage(script)).toEqual([false, 'a swing', 'a swing', 'no-room', 0]);
});

test(`where a storage ${BYTES_GONE.title}, the video is made again`, async () => {
  await inPage(`await results.keepResult({ key: 'k', file: new Blob(['video']) });`);
  await page.reload();
  expect(await inPage(`return (await results.findResult('k')) !== null;`)).toBe(true);
  await page.reload();
  await page.evaluate(BYTES_GONE.injection);
  expect(await inPage(`return results.findResult('k');`)).toBeNull();
});

test(`where a storage ${CLOSED_UNDERNEATH.title}, it is opened again`, async () => {
  await page.evaluate(CLOSED_UNDERNEATH.injection);
  const script = `await kept.keep(swing); const stored = await clips.storeClip(${clip});
    for (const connection of connections) connection.close();
    const { length } = await kept.keptComparisons();
    return [length, (await clips.storeClip(${clip})).isKept, connections.length];`;
  expect(await inPage(script)).toEqual([1, true, 4]);
});

test('what was removed between two visits is missed, and new swings are kept', async () => {
  const id = await inPage(`await kept.keep(swing); return (await clips.storeClip(${clip})).clipId;`);
  await page.goto('about:blank');
  await page.goto(workbench.address);
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  const script = `const before = [await clips.getClip('${id}'), (await kept.keptComparisons()).length];
    return [...before, await whyNot(kept.keep(swing))];`;
  expect(await inPage(script)).toEqual([null, 0, 'kept']);
});

test('an older tab that holds the database is named as the reason, and so is a newer one that has changed it', async () => {
  const open = (version: number) => `new Promise((resolve) => {
    const opening = indexedDB.open('swingmark-my-swings', ${version});
    opening.onsuccess = () => { self.held = opening.result; resolve(); };
  })`;
  const other = await page.context().newPage();
  await other.goto(workbench.address);
  await other.evaluate(open(1));
  expect(await inPage(`return whyNot(kept.keep(swing));`)).toBe('other-version');
  await other.evaluate('held.close()');
  await other.evaluate(open(1000));
  expect(await inPage(`return whyNot(kept.keep(swing));`)).toBe('other-version');
  await other.close();
});

test(`a storage that ${NEVER_ANSWERS.title} is given up`, async () => {
  await page.evaluate(NEVER_ANSWERS.injection);
  expect(await inPage(`return whyNot(kept.keep(swing));`)).toBe('refused');
});
