// Open uploads reserve disk space before it is used, and no network reserves all of it.
import { beforeEach, describe, expect, test } from 'vitest';
import { DiskReservations } from './storage-limit.ts';

const MB = 1_000_000;
let now = 0;
let free = 0;
let disk: DiskReservations;
beforeEach(() => {
  now = 0;
  free = 110 * MB;
  disk = new DiskReservations({ freeBytes: async () => free, diskReserveBytes: 10 * MB, now: () => now });
});

/** Reserves space for an upload; resolves with 'reserved' or the error's code. */
const claim = (folder: string, network: string, megabytes: number) =>
  disk.claim(folder, network, megabytes * MB).then(
    () => 'reserved',
    (error: { code: string }) => error.code,
  );
/** A chunk arrives and fills the disk. */
const receive = (folder: string, megabytes: number) => {
  free -= megabytes * MB;
  disk.received(folder, megabytes * MB);
};

describe('open uploads', () => {
  test('together reserve no more than the disk has beyond the reserve', async () => {
    expect(await claim('a', 'one', 50)).toBe('reserved');
    expect(await claim('b', 'two', 40)).toBe('reserved');
    expect(await claim('c', 'three', 11)).toBe('no-space');
    expect(await claim('c', 'three', 10)).toBe('reserved');
  });

  test('of one network reserve at most half of the space, whether received or not', async () => {
    expect(await claim('a', 'one', 25)).toBe('reserved');
    receive('a', 25);
    disk.completed('a');
    expect(await claim('b', 'one', 25)).toBe('reserved');
    expect(await claim('c', 'one', 1)).toBe('no-space');
    expect(await claim('d', 'two', 25)).toBe('reserved');
    disk.delete('a');
    free += 25 * MB;
    expect(await claim('c', 'one', 1)).toBe('reserved');
  });

  test('release unused space when they are complete, cancelled or idle', async () => {
    expect(await claim('a', 'one', 50)).toBe('reserved');
    receive('a', 5);
    disk.completed('a');
    expect(await claim('b', 'two', 90)).toBe('reserved');
    disk.delete('b');
    expect(await claim('c', 'three', 90)).toBe('reserved');
    expect(await claim('d', 'four', 10)).toBe('no-space');
    now += 16 * 60_000;
    expect(await claim('d', 'four', 10)).toBe('reserved');
  });

  test('from before a restart reserve their missing bytes', async () => {
    disk.add('old', '', 80 * MB, 30 * MB);
    expect(await claim('a', 'one', 51)).toBe('no-space');
    expect(await claim('a', 'one', 50)).toBe('reserved');
  });

  test('cannot use the reserve', async () => {
    free = 11 * MB;
    await disk.checkChunk(MB);
    await expect(disk.checkChunk(MB + 1)).rejects.toMatchObject({ code: 'no-space' });
  });
});
