import { describe, expect, it } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { PasswordHashing } from './password-hashing.ts';

describe('hashing passwords', () => {
  const hashing = new PasswordHashing();

  it('stores an Argon2id hash of 19 MiB and two passes, with a new salt each time', async () => {
    const [first, second] = await Promise.all([hashing.hash('a long enough one'), hashing.hash('a long enough one')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await hashing.matches(first, 'a long enough one')).toBe(true);
    expect(await hashing.matches(first, 'a long enough on')).toBe(false);
  });

  it('treats composed and decomposed letters as the same password (case 111)', async () => {
    const composed = await hashing.hash('caf\u00e9 au lait');
    expect(await hashing.matches(composed, 'cafe\u0301 au lait')).toBe(true);
  });

  it('takes the same time without a hash to compare with', async () => {
    const kept = await hashing.hash('a long enough one');
    // The shortest of many, in turns: what else the machine does only adds to it.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const timeOf = async (passwordHash: string | null) => {
      const start = performance.now();
      expect(await hashing.matches(passwordHash, 'guess')).toBe(false);
      return performance.now() - start;
    };
    for (let round = 0; round < scaled(6, 60); round++) {
      known = Math.min(known, await timeOf(kept));
      unknown = Math.min(unknown, await timeOf(null));
    }
    expect(unknown / known).toBeGreaterThan(0.3);
    expect(unknown / known).toBeLessThan(3);
  });

  it('keeps fifty concurrent hashes within the memory of a few (case 122)', async () => {
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 2);
    await Promise.all(Array.from({ length: 50 }, (_, index) => hashing.hash(`password number ${index}`)));
    clearInterval(watch);
    expect(most - before).toBeLessThan(300 * 1024 * 1024);
  });

  it('refuses further requests when too many are waiting', async () => {
    const small = new PasswordHashing(4);
    const crowd = Array.from({ length: 20 }, () => Promise.resolve().then(() => small.matches(null, 'x')));
    const ends = await Promise.allSettled(crowd);
    const refused = ends.filter((end) => end.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.reason).toMatchObject({ code: 'busy' });
  });
});
