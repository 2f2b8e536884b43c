// After a hundred links, nobody can read or open one with the server's disk, database, backups and log alone.
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { entropyOf } from '#tests/faults/chaos/entropy.ts';
import { backUp } from '#tests/faults/site/backup-steps.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import {
  createLink,
  newLink,
  openedFile,
  type TestLink,
  uploadLink,
  withdrawLink,
} from '#tests/faults/site/link-steps.ts';
import { runScript } from '#tests/faults/site/run-script.ts';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { clipOfSize } from '#tests/faults/site/upload-steps.ts';
import { keptSwing } from '#tests/fixtures/kept-swings.ts';
import { exportedFile } from '#web/kept/exported-file.ts';
import { linkPath } from '#web/share/link-address.ts';
import { linkFile } from '#web/share/link-file.ts';

const LINKS = 100;
const PASSPHRASE = 'under the old oak';
const NAME = 'Rosalind Fairway';
const NOTE = 'Keep the left elbow close';
const STRIKE = 1.2345678901;

const folder = mkdtempSync(join(tmpdir(), 'swingmark-links-'));
// Each link comes from a network of its own: one network makes forty a day.
const site = faultySite({ settings: { TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'trace' } });
afterAll(() => rm(folder, { recursive: true }));

/** A comparison of real videos with a name, a note and positions; each number gives another one. */
async function aComparison(number: number): Promise<Blob> {
  const clip = await clipOfSize(150_000 + number);
  const { comparison, clips } = await keptSwing(
    number,
    new Blob([Buffer.from(clip)]),
    new Blob([Buffer.from(await siteClip())]),
  );
  const user = { ...comparison.user, annotations: { ...comparison.user.annotations, strikeTime: STRIKE } };
  const noted = { ...comparison, user, title: NAME, note: NOTE };
  return linkFile(
    { file: exportedFile([{ comparison: noted, thumbnail: null, clips }]) },
    { allowsSaving: true, preview: null },
  );
}

const STRIKE_BYTES = Buffer.alloc(8);
STRIKE_BYTES.writeDoubleLE(STRIKE);
const TEXTS = [NAME, NOTE, PASSPHRASE, String(STRIKE)];
/** What only the file of a link holds, in every form in which a program might store it. */
const CONTENT = [
  ...TEXTS.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]),
  ...[STRIKE_BYTES, Buffer.from(STRIKE_BYTES).reverse()],
];
/** The library's golfers begin in the same way. */
const IN_LIBRARY = /(^|\/)media\/(golfers|loops)\//;

/** Parts of a file that show what it is, each long enough not to come by chance. */
async function structure(): Promise<readonly Buffer[]> {
  const clip = await siteClip();
  const boxes = ['ftyp', 'moov'].map((box) => clip.subarray(clip.indexOf(box), clip.indexOf(box) + 12));
  return [...boxes, ...['ustar', 'contentKey', 'link.json'].map((text) => Buffer.from(text))];
}

interface Sought {
  readonly structure: readonly Buffer[];
  readonly secrets: readonly string[];
}

/** What can be read in bytes that are stored under a name. */
function readableIn(name: string, bytes: Buffer, sought: Sought): string[] {
  const content = [...CONTENT, ...(IN_LIBRARY.test(name) ? [] : sought.structure)].filter((each) =>
    bytes.includes(each),
  );
  // Keys and secrets are long words, of which encrypted bytes have none by chance.
  const words = (bytes.toString('latin1').match(/[\w-]{22,}/g) ?? []).join(' ');
  const secrets = sought.secrets.filter((each) => words.includes(each));
  return [...content.map(String), ...secrets].map((each) => `${name}: ${each}`);
}

async function filesBelow(root: string): Promise<readonly { readonly name: string; readonly bytes: Buffer }[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async (path) => ({ name: relative(root, path), bytes: await readFile(path) })));
}

test('a hundred links leave nothing readable in files, database, backups and log', async () => {
  const links: TestLink[] = [];
  const shape = await structure();
  for (let number = 0; number < LINKS; number += 1) {
    const file = await aComparison(number);
    const plain = Buffer.from(await file.arrayBuffer());
    // The search itself finds them all.
    if (number === 0) {
      expect(readableIn('plain', plain, { structure: shape, secrets: [] })).toHaveLength(
        TEXTS.length - 1 + shape.length,
      );
    }
    const link = await newLink(file, number % 20 === 0 ? PASSPHRASE : null);
    links.push(link);
    const [sender, receiver] = [site.visitor(`198.51.100.${number}`), site.visitor(`203.0.113.${number}`)];
    await sender.call('getUpload', { params: { fileId: link.id } });
    expect((await uploadLink(sender, link)).status).toBe(200);
    expect((await createLink(sender, link)).status).toBe(200);
    await receiver.fetch(linkPath({ ...link, needsPassphrase: link.passphrase !== null }));
    expect((await openedFile(receiver, link))?.equals(plain)).toBe(true);
    await sender.call('shareState', { params: { id: link.id }, body: { secret: link.secret } });
    if (number % 10 === 9) expect((await withdrawLink(sender, link)).status).toBe(200);
  }
  await backUp(await site.admin());
  const copy = join(folder, 'copy');
  expect((await runScript(site, 'backup', copy)).exitCode).toBe(0);

  const stored = await filesBelow(site.dataDir);
  const names = stored.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['swingmark.db', 'swingmark.db-wal']));
  const objects = stored.filter(({ name }) => name.startsWith('media/shares/'));
  const copied = await filesBelow(copy);
  expect([objects, copied.filter(({ name }) => name.startsWith('media/shares/'))].map(({ length }) => length)).toEqual([
    90, 90,
  ]);
  const log = { name: 'log', bytes: Buffer.from(site.log.map((line) => JSON.stringify(line)).join('\n')) };
  expect(site.log.length).toBeGreaterThan(5 * LINKS);
  const sought = { structure: shape, secrets: links.flatMap(({ key, secret }) => [key, secret]) };
  expect([...stored, ...copied, log].flatMap(({ name, bytes }) => readableIn(name, bytes, sought))).toEqual([]);
  // Nor do the log's readers learn which links there are.
  expect(links.map(({ id }) => id).filter((id) => log.bytes.includes(id))).toEqual([]);
  const entropies = objects.map(({ bytes }) => entropyOf(bytes));
  expect(Math.min(...entropies)).toBeGreaterThan(7.99);
  console.log(`lowest entropy of ${objects.length} files: ${Math.min(...entropies).toFixed(5)} bits per byte`);
});
