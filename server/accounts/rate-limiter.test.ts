import { describe, expect, it } from 'vitest';
import type { Database } from '#server/database/open-database.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { addressIn, networkOf } from '#server/runtime/client-network.ts';
import { describeDatabases } from '#tests/stores/test-database.ts';
import { callerHash, RateLimiter, type RateRule, siteRules } from './rate-limiter.ts';

const RULE: RateRule = { max: 5, windowMs: 3600_000, inARow: { max: 3, blockMs: 60_000 } };

const limiter = (db: Database, rule = RULE) => new RateLimiter(db, 'a secret', { try: rule });

async function outcomes(limit: RateLimiter<'try'>, caller: string, tries: number): Promise<string> {
  const seen: string[] = [];
  for (let index = 0; index < tries; index++) {
    seen.push(
      await limit.admit('try', caller).then(
        () => 'in',
        (error: unknown) => (error as AppError).code,
      ),
    );
  }
  return seen.join(' ').replaceAll('too-many-requests', 'out');
}

describe('counting attempts (hostile case 110)', () => {
  describeDatabases((open) => {
    it('blocks a caller after too many failures in a row, and returns the waiting time', async () => {
      const { db, close } = await open();
      const limit = limiter(db);
      expect(await outcomes(limit, 'a', 4)).toBe('in in in out');
      await expect(limit.admit('try', 'a')).rejects.toSatisfy(
        (error) => error instanceof AppError && Number(error.waitMs) > 50_000 && Number(error.waitMs) <= 60_000,
      );
      expect(await outcomes(limit, 'b', 1)).toBe('in');
      await close();
    });

    it('resets the failures in a row after a success, but not the window', async () => {
      const { db, close } = await open();
      const limit = limiter(db, { ...RULE, max: 4 });
      expect(await outcomes(limit, 'a', 2)).toBe('in in');
      await limit.succeeded('try', 'a');
      expect(await limit.countOf('try', 'a')).toBe(1);
      expect(await outcomes(limit, 'a', 3)).toBe('in in in');
      expect(await outcomes(limit, 'a', 1)).toBe('out');
      await close();
    });

    it('admits a caller again when the window has ended', async () => {
      const { db, close } = await open();
      const limit = limiter(db, { max: RULE.max, windowMs: RULE.windowMs });
      expect(await outcomes(limit, 'a', 6)).toBe('in in in in in out');
      const { window_began_at: began } = await db.selectFrom('attempts').selectAll().executeTakeFirstOrThrow();
      await db
        .updateTable('attempts')
        .set({ window_began_at: began - RULE.windowMs })
        .execute();
      expect(await outcomes(limit, 'a', 6)).toBe('in in in in in out');
      await close();
    });

    it('admits no more attempts when many are concurrent, in several processes', async () => {
      const one = await open();
      const other = await one.connect();
      const limits = [one, other].map(({ db }) => limiter(db));
      const ends = await Promise.allSettled(
        Array.from({ length: 30 }, async (_, index) => limits[index % 2]?.admit('try', 'a')),
      );
      expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(3);
      await other.close();
      await one.close();
    });

    it('counts the attempts of one IPv6 customer together, whatever size of network they have [F7]', async () => {
      const { db, close } = await open();
      const limit = limiter(db, { max: 2, windowMs: RULE.windowMs });
      const admittedFrom = async (prefix: (index: number) => string, tries: number) => {
        let admitted = 0;
        for (let index = 0; index < tries; index += 1) {
          admitted += Number(await limit.isAdmitted('try', networkOf(`${prefix(index)}::1`)));
        }
        return admitted;
      };
      const hex = (index: number) => index.toString(16).padStart(2, '0');
      expect(await admittedFrom(() => '2001:db8:1:100', 5)).toBe(2);
      // Of the same /56, then of the same /48.
      expect(await admittedFrom((index) => `2001:db8:1:1${hex(index + 1)}`, 20)).toBe(8 - 2);
      expect(await admittedFrom((index) => `2001:db8:1:${hex(index + 2)}00`, 60)).toBe(32 - 8);
      expect(await admittedFrom((index) => `2001:db8:${hex(index + 2)}:100`, 3)).toBe(3);
      expect(await limit.countOf('try', networkOf('2001:db8:1:ffff::'))).toBe(32);
      await close();
    });

    it('survives a restart, and expires with the window', async () => {
      const first = await open();
      await outcomes(limiter(first.db), 'a', 3);
      const second = await first.connect();
      const limit = limiter(second.db);
      expect(await outcomes(limit, 'a', 1)).toBe('out');
      await limit.deleteExpired();
      expect(await outcomes(limit, 'a', 1)).toBe('out');
      const site = new RateLimiter(second.db, 'a secret', { ...siteRules({ maxNewVisitorsOfNetwork: 1 }), try: RULE });
      expect([await site.isAdmitted('new-visitor', 'a'), await site.isAdmitted('new-visitor', 'a')]).toEqual([
        true,
        false,
      ]);
      await second.db.updateTable('attempts').set({ window_began_at: 0, blocked_until: 0 }).execute();
      await site.deleteExpired();
      expect(await second.db.selectFrom('attempts').selectAll().execute()).toEqual([]);
      await second.close();
      await first.close();
    });
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

  it('is one network for all that cannot be parsed, and never holds a port [F54]', () => {
    expect(['', 'nonsense', '1.2.3', '[::1', '1.2.3.4:5:6'].map(addressIn).map(networkOf)).toEqual(
      Array.from({ length: 5 }, () => 'unknown'),
    );
    expect(
      ['192.0.2.1:4711', ' 192.0.2.1 ', '"[2001:db8::1]:80"', '[2001:db8::1]', '2001:db8::1'].map(addressIn),
    ).toEqual(['192.0.2.1', '192.0.2.1', '2001:db8::1', '2001:db8::1', '2001:db8::1']);
  });

  it('is stored as a hash that cannot be found without the secret', () => {
    expect(callerHash('192.0.2.1', 'a secret')).toMatch(/^[\w-]{22}$/);
    expect(callerHash('192.0.2.1', 'a secret')).not.toBe(callerHash('192.0.2.1', 'another'));
  });
});
