// What open uploads may still send counts before it is there, and no network takes all the room.
import { beforeEach, describe, expect, test } from 'vitest';
import { DiskPromises } from './disk-promises.ts';

const MB = 1_000_000;
let now = 0;
let free = 0;
let disk: DiskPromises;
beforeEach(() => {
  now = 0;
  free = 110 * MB;
  disk = new DiskPromises({ freeBytes: async () => free, diskReserveBytes: 10 * MB, now: () => now });
});

/** Claims room under the name of the upload; gives what came of it. */
const claim = (folder: string, network: string, megabytes: number) =>
  disk.claim(folder, network, megabytes * MB).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  );
/** A chunk arrives and fills the disk. */
const receive = (folder: string, megabytes: number) => {
  free -= megabytes * MB;
  disk.received(folder, megabytes * MB);
};

describe('open uploads', () => {
  test('together reserve no more than the disk has beyond the reserve', async () => {
    expect(await claim('a', 'one', 50)).toBe('taken');
    expect(await claim('b', 'two', 40)).toBe('taken');
    expect(await claim('c', 'three', 11)).toBe('no-space');
    expect(await claim('c', 'three', 10)).toBe('taken');
  });

  test('of one network hold half of the room at most, whether they have arrived or not', async () => {
    expect(await claim('a', 'one', 25)).toBe('taken');
    receive('a', 25);
    disk.completed('a');
    expect(await claim('b', 'one', 25)).toBe('taken');
    expect(await claim('c', 'one', 1)).toBe('no-space');
    expect(await claim('d', 'two', 25)).toBe('taken');
    disk.delete('a');
    free += 25 * MB;
    expect(await claim('c', 'one', 1)).toBe('taken');
  });

  test('free what they do not need when they are complete, cancelled or silent', async () => {
    expect(await claim('a', 'one', 50)).toBe('taken');
    receive('a', 5);
    disk.completed('a');
    expect(await claim('b', 'two', 90)).toBe('taken');
    disk.delete('b');
    expect(await claim('c', 'three', 90)).toBe('taken');
    expect(await claim('d', 'four', 10)).toBe('no-space');
    now += 16 * 60_000;
    expect(await claim('d', 'four', 10)).toBe('taken');
  });

  test('from before a restart are counted by what they still lack', async () => {
    disk.add('old', '', 80 * MB, 30 * MB);
    expect(await claim('a', 'one', 51)).toBe('no-space');
    expect(await claim('a', 'one', 50)).toBe('taken');
  });

  test('send no chunk into the reserve', async () => {
    free = 11 * MB;
    await disk.checkChunk(MB);
    await expect(disk.checkChunk(MB + 1)).rejects.toMatchObject({ code: 'no-space' });
  });
});
