import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { networkOf } from '#server/runtime/client-network.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { AdminAccess, SLOW_FROM_ATTEMPTS } from './admin-access.ts';
import { PasswordHashing } from './password-hashing.ts';
import { callerHash, RateLimiter, siteRules } from './rate-limiter.ts';
import { SIGN_IN_LIVES, SignInStore } from './session-store.ts';

const hashing = new PasswordHashing();
const PASSWORD = 'the greens are fast today';
let db: Database;
let access: AdminAccess;
beforeEach(async () => {
  db = await openDatabase(':memory:');
  const passwordHash = await hashing.hash(PASSWORD);
  access = new AdminAccess({
    signIns: new SignInStore(db),
    hashing,
    passwordHash,
    limits: new RateLimiter(db, 'a secret', siteRules({ maxNewVisitorsOfNetwork: 1 })),
    slowPauseMs: 100,
  });
});

const wrong = (caller: string, token?: string) =>
  access.logIn('wrong', { caller, token }).then(
    () => 'in',
    (error: { code?: string }) => error.code,
  );

describe('guessing the administrator’s password', () => {
  it('110: ten failures in a row block an address, even with the right password, but not other addresses', async () => {
    for (let tries = 0; tries < 10; tries++) expect(await wrong('a')).toBe('wrong-password');
    expect(await wrong('a')).toBe('too-many-requests');
    await expect(access.logIn(PASSWORD, { caller: 'a', token: undefined })).rejects.toMatchObject({
      code: 'too-many-requests',
    });
    expect(await access.logIn(PASSWORD, { caller: 'b', token: undefined })).toMatch(/^[\w-]{43}$/);
  });

  it('110: a hundred attempts a day block an address although none were ten in a row', async () => {
    const seen: (string | undefined)[] = [];
    await wrong('a');
    // Pretends that each of the other attempts was followed by a successful one.
    await db.updateTable('attempts').set({ in_a_row: 0, in_window: 98 }).where('kind', '=', 'admin-login').execute();
    for (let tries = 0; tries < 4; tries++) seen.push(await wrong('a'));
    expect(seen).toEqual(['wrong-password', 'wrong-password', 'too-many-requests', 'too-many-requests']);
  });

  /** Pretends that many networks have guessed. */
  async function beginAttack(): Promise<void> {
    await db
      .insertInto('attempts')
      .values({
        kind: 'admin-login-all',
        caller: callerHash('*', 'a secret'),
        in_a_row: 1,
        in_window: SLOW_FROM_ATTEMPTS,
        blocked_until: 0,
        window_began_at: Date.now() - 1000,
      })
      .execute();
  }

  it('guesses from the networks of one IPv6 customer keep no administrator out who has not failed [F7]', async () => {
    await beginAttack();
    const guess = (index: number) => wrong(networkOf(`2001:db8:1:${index.toString(16)}::1`));
    const ipv4 = Array.from({ length: 15 }, (_, index) => `203.0.${index}.1`);
    // They fill the queue and have failed before.
    for (let round = 0; round < 2; round += 1)
      await Promise.all([...ipv4.map((address) => wrong(address)), guess(round)]);
    let isOver = false;
    const attack = Array.from({ length: 24 }, async (_, index) => {
      while (!isOver) {
        await (index < ipv4.length ? wrong(ipv4[index] ?? '') : guess(index));
        await nextTurn();
      }
    });
    for (const caller of ['198.51.100.7', networkOf('2001:db8:2:1::1')]) {
      for (let tries = 0; tries < 2; tries += 1) {
        expect(await access.logIn(PASSWORD, { caller, token: undefined })).toMatch(/^[\w-]{43}$/);
      }
    }
    isOver = true;
    await Promise.all(attack);
  });

  it('an IPv6 /48 or an IPv4 /24 has one place in the queue [F7]', async () => {
    await beginAttack();
    const ends = await Promise.all([
      ...[1, 2, 3].map((index) => wrong(networkOf(`2001:db8:1:${index}::1`))),
      ...[1, 2, 3].map((index) => wrong(`192.0.2.${index}`)),
    ]);
    expect(ends.filter((end) => end === 'wrong-password')).toHaveLength(2);
    expect(ends.filter((end) => end === 'too-many-requests')).toHaveLength(4);
  });

  it('110: guesses from many addresses are checked slowly, one by one, in a short queue', async () => {
    await beginAttack();
    const start = performance.now();
    const ends = await Promise.all(Array.from({ length: 30 }, (_, index) => wrong(`address ${index}`)));
    const tookMs = performance.now() - start;
    const looked = ends.filter((end) => end === 'wrong-password').length;
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThan(30);
    expect(tookMs).toBeGreaterThanOrEqual(looked * 90);
  });

  it('110: a caller with a live session is never blocked', async () => {
    const token = await access.logIn(PASSWORD, { caller: 'a', token: undefined });
    for (let tries = 0; tries < 12; tries++) await wrong('a');
    expect(await wrong('a')).toBe('too-many-requests');
    expect(await access.isAdmin(token)).toBe(true);
    expect(await access.logIn(PASSWORD, { caller: 'a', token })).not.toBe(token);
    expect(await access.isAdmin(token)).toBe(false);
  });

  it('115: a session expires after two idle hours, and after twelve hours in any case', async () => {
    const idle = await access.logIn(PASSWORD, { caller: 'a', token: undefined });
    await db
      .updateTable('sign_ins')
      .set({ last_seen_at: Date.now() - SIGN_IN_LIVES.admin.idleMs - 1000 })
      .execute();
    expect(await access.isAdmin(idle)).toBe(false);
    const old = await access.logIn(PASSWORD, { caller: 'a', token: undefined });
    await db
      .updateTable('sign_ins')
      .set({ created_at: Date.now() - SIGN_IN_LIVES.admin.maxMs - 1000 })
      .execute();
    expect(await access.isAdmin(old)).toBe(false);
    await new SignInStore(db).deleteExpired();
    expect(await db.selectFrom('sign_ins').selectAll().execute()).toEqual([]);
  });

  it('109: a wrong password takes the same time, however much of it is correct', async () => {
    const timeOf = async (password: string, round: number) => {
      const start = performance.now();
      await access.logIn(password, { caller: `${password} ${round}`, token: undefined }).catch(() => undefined);
      return performance.now() - start;
    };
    // The minimum of many alternating runs, because other load on the machine only adds time.
    let [near, far] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < scaled(8, 80); round++) {
      near = Math.min(near, await timeOf(`${PASSWORD.slice(0, -1)}x`, round));
      far = Math.min(far, await timeOf('x', round));
    }
    expect(near / far).toBeGreaterThan(0.4);
    expect(near / far).toBeLessThan(2.5);
  });
});
