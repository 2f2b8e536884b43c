// The file of a link: read back as it was, by the age format's own rules too, and 200 changed ones refused.
import { Decrypter } from 'age-encryption';
import { describe, expect, test } from 'vitest';
import { SEALED_BEGINNING } from '#contract/shares.ts';
import { storedBodyTrack } from '#domain/body/stored-body-track.ts';
import { entropyOf } from '#tests/faults/chaos/entropy.ts';
import { mutatedFile } from '#tests/faults/chaos/mutated-file.ts';
import { RandomNumbers } from '#tests/faults/chaos/random-numbers.ts';
import { drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { keptSwing } from '#tests/fixtures/kept-swings.ts';
import { exportedFile, partsOf, readExported } from '#web/kept/exported-file.ts';
import { linkPath, newKey, newSecret, readLinkAddress } from './link-address.ts';
import { linkFile, readLinkFile } from './link-file.ts';
import { OpenLinkError, openLink } from './open-link.ts';
import { type Bytes, begun, type SealKey, seal } from './sealed.ts';

const { signal } = new AbortController();
const OPTIONS = { signal, onPercent: () => undefined };

async function aFile(allowsSaving = true): Promise<Blob> {
  // Two pieces of the cipher and a part of a third.
  const swing = await keptSwing(0, new Blob(['user '.repeat(20_000)]), new Blob(['pro '.repeat(10_000)]));
  return linkFile({ file: exportedFile([{ ...swing, thumbnail: null }]) }, { allowsSaving, preview: null });
}

async function sealedBytes(key: SealKey, file?: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const stream = await seal(file ?? (await aFile()), key);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const begunOf = (bytes: Uint8Array<ArrayBuffer>) => begun(new Blob([bytes]).stream() as Bytes);
const opened = async (bytes: Uint8Array<ArrayBuffer>, key: SealKey) =>
  openLink(await begunOf(bytes), key, { signal, onPreview: () => undefined });
const problemOf = (bytes: Uint8Array<ArrayBuffer>, key: SealKey) =>
  opened(bytes, key).then(
    () => 'opened',
    (error: unknown) => (error instanceof OpenLinkError ? error.problem : error),
  );

describe('what is sent by a link', () => {
  test.each([null, 'fore! ⛳'])('is read back as it was, with the passphrase %s', async (passphrase) => {
    const key = { key: newKey(), passphrase };
    const file = await aFile(false);
    const read = await opened(await sealedBytes(key, file), key);
    expect(read.allowsSaving).toBe(false);
    if (read.content.kind !== 'comparison') throw new Error('Not a comparison');
    const [sent] = await readExported(read.parts, OPTIONS);
    expect(read.content.comparison.comparison).toEqual(sent?.comparison);
    const [own] = [...read.content.comparison.clips.values()];
    expect(await own?.text()).toBe('user '.repeat(20_000));
  });

  test('holds the tracked joints of its clips, without others and without broken ones', async () => {
    const swing = await keptSwing(0, new Blob(['user']), new Blob(['pro']));
    const [user = '', pro = ''] = swing.clips.keys();
    const track = storedBodyTrack(drawnSwing());
    const bodies = new Map([
      [user, track],
      [pro, { ...track, version: 99 } as unknown as typeof track],
      ['elsewhere', track],
    ]);
    const file = linkFile(
      { file: exportedFile([{ ...swing, thumbnail: null }]), bodies },
      { allowsSaving: true, preview: null },
    );
    const { content } = await readLinkFile(file, OPTIONS);
    if (content.kind !== 'comparison') throw new Error('Not a comparison');
    expect([...(content.comparison.bodies ?? [])]).toEqual([[user, track]]);
  });

  test('opens with any program for age files, and shows nothing of its content', async () => {
    const key = { key: newKey(), passphrase: 'fore' };
    const file = await aFile();
    const bytes = await sealedBytes(key, file);
    const decrypter = new Decrypter();
    decrypter.addPassphrase(`${key.key}:fore`);
    expect(await decrypter.decrypt(bytes)).toEqual(new Uint8Array(await file.arrayBuffer()));
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.startsWith(SEALED_BEGINNING)).toBe(true);
    for (const plain of ['user ', 'ustar', 'contentKey', 'link.json']) expect(text).not.toContain(plain);
    expect(entropyOf(bytes.subarray(300))).toBeGreaterThan(7.99);
  });

  test('is refused with another key or passphrase', async () => {
    const key = { key: newKey(), passphrase: null };
    expect(await problemOf(await sealedBytes(key), { ...key, key: newKey() })).toBe('wrong-key');
    const locked = { ...key, passphrase: 'fore' };
    expect(await problemOf(await sealedBytes(locked), { ...locked, passphrase: 'Fore' })).toBe('wrong-passphrase');
  });

  test('is refused when it is cut anywhere, continued, or its pieces change places', async () => {
    const key = { key: newKey(), passphrase: null };
    const bytes = await sealedBytes(key);
    const piece = 64 * 1024 + 16;
    const header = bytes.length - (Math.floor((bytes.length - 200) / piece) * piece + ((bytes.length - 200) % piece));
    for (const end of [0, 10, header, header + piece, header + 2 * piece, bytes.length - 1]) {
      expect(await problemOf(bytes.slice(0, end), key)).toBe('damaged');
    }
    expect(await problemOf(Uint8Array.from([...bytes, 0]), key)).toBe('damaged');
    const swapped = bytes.slice();
    const body = bytes.length - Math.min(bytes.length, 2 * piece);
    swapped.set(bytes.subarray(body, body + 1000), body + 2000);
    expect(await problemOf(swapped, key)).toBe('damaged');
  });

  test('is refused in all of 200 changed files', async () => {
    const key = { key: newKey(), passphrase: null };
    const bytes = Buffer.from(await sealedBytes(key));
    for (let seed = 0; seed < 200; seed += 1) {
      const changed = mutatedFile(bytes, new RandomNumbers(seed));
      if (changed.equals(bytes)) continue;
      expect(['damaged', 'wrong-key'], `seed ${seed}`).toContain(await problemOf(Uint8Array.from(changed), key));
    }
  });

  test('is refused before it costs memory when its header asks for much, or has no end', async () => {
    const key = { key: newKey(), passphrase: null };
    const text = Buffer.from(await sealedBytes(key)).toString('latin1');
    const costly = Buffer.from(text.replace(/(-> scrypt \S+) 10\n/, '$1 20\n'), 'latin1');
    expect(await problemOf(Uint8Array.from(costly), key)).toBe('damaged');
    const endless = Buffer.from(SEALED_BEGINNING + '-> x\n'.repeat(1_000_000));
    expect(await problemOf(Uint8Array.from(endless), key)).toBe('damaged');
  });

  test('is refused when it is whole and holds something else', async () => {
    const key = { key: newKey(), passphrase: null };
    const sealed = async (file: Blob) => problemOf(await sealedBytes(key, file), key);
    const swing = { ...(await keptSwing(0, new Blob(['user']), new Blob(['pro']))), thumbnail: null };
    const file = exportedFile([swing]);
    expect(await sealed(new Blob(['no archive']))).toBe('damaged');
    expect(await sealed(file)).toBe('damaged');
    expect(
      await sealed(
        linkFile(
          { file: exportedFile([swing, await keptSwing(1, new Blob(['a']), new Blob(['b']))]) },
          { allowsSaving: true, preview: null },
        ),
      ),
    ).toBe('damaged');
    const newer = new Blob([
      (await linkFile({ file }, { allowsSaving: true, preview: null }).text()).replace(
        '"version":1,"comp',
        '"version":2,"comp',
      ),
    ]);
    expect(await sealed(newer)).toBe('newer');
    expect((await readLinkFile(linkFile({ file }, { allowsSaving: true, preview: null }), OPTIONS)).parts).toEqual(
      await partsOf(file),
    );
  });
});

describe('the address of a link', () => {
  const id = '0123456789abcdef'.repeat(2);

  test.each([true, false])('is read back, with a passphrase: %s', (needsPassphrase) => {
    const link = { id, key: newKey(), needsPassphrase };
    const { pathname, hash } = new URL(linkPath(link), 'https://swing.example');
    expect(readLinkAddress({ pathname, hash })).toEqual(link);
  });

  test.each([
    ['/s/', `#${newKey()}`],
    [`/s/${id}`, ''],
    [`/s/${id}`, `#${newKey().slice(1)}`],
    [`/s/${id.slice(1)}`, `#${newKey()}`],
    [`/s/${id}`, `#${newKey()}?utm=1`],
  ])('%s%s is not complete', (pathname, hash) => {
    expect(readLinkAddress({ pathname, hash })).toBeNull();
  });

  test('has a key of 128 random bits, and its secret 256', () => {
    const keys = new Set(Array.from({ length: 200 }, newKey));
    expect(keys.size).toBe(200);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(newSecret()).toMatch(/^[0-9a-f]{64}$/);
  });
});
