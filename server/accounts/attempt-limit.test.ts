import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { networkOf } from '#server/runtime/client-network.ts';
import { AttemptLimit, callerHash, TooManyAttemptsError } from './attempt-limit.ts';

const RULE = { kind: 'try', maxInARow: 3, blockMs: 60_000, maxInWindow: 5, windowMs: 3600_000 };

async function outcomes(limit: AttemptLimit, caller: string, tries: number): Promise<string> {
  const seen: string[] = [];
  for (let index = 0; index < tries; index++) {
    seen.push(
      await limit.admit(caller).then(
        () => 'in',
        (error: unknown) => (error as TooManyAttemptsError).code,
      ),
    );
  }
  return seen.join(' ').replaceAll('too-many-requests', 'out');
}

describe('counting attempts (hostile case 110)', () => {
  it('blocks a caller after too many failures in a row, and returns the waiting time', async () => {
    const db = await openDatabase(':memory:');
    const limit = new AttemptLimit(db, RULE, 'a secret');
    expect(await outcomes(limit, 'a', 4)).toBe('in in in out');
    await expect(limit.admit('a')).rejects.toSatisfy(
      (error) => error instanceof TooManyAttemptsError && error.waitSeconds > 50 && error.waitSeconds <= 60,
    );
    expect(await outcomes(limit, 'b', 1)).toBe('in');
    await db.destroy();
  });

  it('resets the failures in a row after a success, but not the window', async () => {
    const db = await openDatabase(':memory:');
    const limit = new AttemptLimit(db, { ...RULE, maxInWindow: 4 }, 'a secret');
    expect(await outcomes(limit, 'a', 2)).toBe('in in');
    await limit.succeeded('a');
    expect(await limit.countOf('a')).toBe(1);
    expect(await outcomes(limit, 'a', 3)).toBe('in in in');
    expect(await outcomes(limit, 'a', 1)).toBe('out');
    await db.destroy();
  });

  it('admits no more attempts when many are concurrent', async () => {
    const db = await openDatabase(':memory:');
    const limit = new AttemptLimit(db, RULE, 'a secret');
    const ends = await Promise.allSettled(Array.from({ length: 30 }, () => limit.admit('a')));
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(3);
    await db.destroy();
  });

  it('survives a restart, and expires with the window', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'swingmark-limit-'));
    const file = join(folder, 'test.db');
    const first = await openDatabase(file);
    await outcomes(new AttemptLimit(first, RULE, 'a secret'), 'a', 3);
    await first.destroy();
    const second = await openDatabase(file);
    const limit = new AttemptLimit(second, RULE, 'a secret');
    expect(await outcomes(limit, 'a', 1)).toBe('out');
    await limit.deleteExpired();
    expect(await outcomes(limit, 'a', 1)).toBe('out');
    await second.updateTable('attempts').set({ window_began_at: 0, blocked_until: 0 }).execute();
    await limit.deleteExpired();
    expect(await second.selectFrom('attempts').selectAll().execute()).toEqual([]);
    await second.destroy();
    await rm(folder, { recursive: true });
  });
});

describe('the identity of a caller', () => {
  it('is an IPv4 address, however it is written', () => {
    expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'));
    expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'));
  });

  it('is a whole 64-bit network of IPv6 addresses', () => {
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:0db8:0001:0002:ffff:ffff:ffff:ffff'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8:0:0:5::'));
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'));
    expect(networkOf('::1')).toBe(networkOf('::2'));
  });

  it('is stored as a hash that cannot be found without the secret', () => {
    expect(callerHash('192.0.2.1', 'a secret')).toMatch(/^[\w-]{22}$/);
    expect(callerHash('192.0.2.1', 'a secret')).not.toBe(callerHash('192.0.2.1', 'another'));
  });
});
