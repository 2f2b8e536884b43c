// The database of 'My swings' in the IndexedDB of Chromium: opened as every released version left it.
import { expect, test } from 'vitest';
import { freshPageForTests } from '#tests/fixtures/player-page.ts';

const evaluate = freshPageForTests();

/** Opens the database with a number of versions and changes it; the connection is closed again. */
const OPEN = `const opened = (version, upgrade) => new Promise((resolve, reject) => {
    const opening = indexedDB.open('swingmark-my-swings', version);
    opening.onupgradeneeded = (event) => upgrade(opening.result, event.oldVersion, opening.transaction);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => { const names = [...opening.result.objectStoreNames]; opening.result.close(); resolve(names); };
  });
  const stores = [['comparisons', 'thumbnails', 'clips'], ['lessons', 'lessonAudio', 'lessonParts'], ['bodies']];
  const create = (database, names) => names.map((name) =>
    database.createObjectStore(name, ['comparisons', 'lessons'].includes(name) ? { keyPath: 'id' } : {}));`;

/** Runs a script on a fresh page without databases. */
async function onFreshPage(script: string): Promise<unknown> {
  return evaluate(`(async () => {
    await new Promise((resolve) => { indexedDB.deleteDatabase('swingmark-my-swings').onsuccess = resolve; });
    const kept = await import('/web/kept/kept-database.ts');
    ${OPEN} ${script}
  })()`);
}

test.each([1, 2, 3])('opens the database of version %i with what is in it [F26]', async (version) => {
  const script = `await opened(${version}, (database, _, upgrade) => {
      for (const names of stores.slice(0, ${version})) create(database, names);
      upgrade.objectStore('comparisons').put({ id: 'a', keptAtMs: 1 });
    });
    const all = await kept.keptComparisons();
    return { all, body: await kept.keptBody('none'), stores: [...(await kept.keptDatabase()).objectStoreNames] };`;
  expect(await onFreshPage(script)).toEqual({
    all: [{ id: 'a', keptAtMs: 1 }],
    body: null,
    stores: ['bodies', 'clips', 'comparisons', 'golfers', 'lessonAudio', 'lessonParts', 'lessons', 'thumbnails'],
  });
});

test('adds nothing that is there already when a later version opens it [F26]', async () => {
  const script = `const now = await kept.keptDatabase();
    const { version } = now;
    const before = [...now.objectStoreNames];
    now.close();
    return { before, after: await opened(version + 1, (database, from) => kept.upgradeKept(database, from)) };`;
  const { before, after } = (await onFreshPage(script)) as { before: string[]; after: string[] };
  expect(after).toEqual(before);
});
