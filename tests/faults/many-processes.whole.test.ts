// Two web processes and two workers under mixed traffic, each killed at random moments, PostgreSQL and the store restarted too:
// nothing is lost, nothing is done twice where it is seen, and nothing is left over.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/runtime/config.ts';
import { openSite, PROJECT_ROOT } from '#server/site/open-site.ts';
import { siteSweep } from '#server/site/site-sweep.ts';
import { RandomNumbers, seedOfRun } from '#tests/faults/chaos/random-numbers.ts';
import { quantile } from '#tests/faults/site/load-monitor.ts';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { type Answer, cutIntoChunks, TestVisitor } from '#tests/server/test-visitor.ts';
import { startPostgresCluster } from '#tests/stores/postgres-cluster.ts';
import { HAS_S3, NEEDS_S3, newBucketUrl, startS3Server } from '#tests/stores/s3-server.ts';
import { SharedSite, type SiteProcess } from '#tests/stores/shared-site.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES } from '#tests/stores/test-database.ts';

const KILLS = Number(process.env.KILLS ?? 100);
const VISITORS = 4;
const seed = seedOfRun();
/** What a page tries again: a process or server that is not there at the moment. */
const TRY_AGAIN = [429, 500, 502, 503, 504, 507];
const GIVE_UP_AFTER_MS = 180_000;

/** A merge that was acknowledged. */
interface Done {
  readonly visitor: TestVisitor;
  readonly body: Record<string, unknown>;
  readonly url: string;
}

describe.skipIf(!HAS_POSTGRES || !HAS_S3)(`many processes${NEEDS_POSTGRES || NEEDS_S3}`, () => {
  test('killed at random moments under traffic, lose nothing and do nothing twice', async () => {
    const [cluster, store] = [await startPostgresCluster(), await startS3Server()];
    const s3Url = await newBucketUrl(store.endpoint, 'campaign');
    const site = await SharedSite.open(['web', 'web', 'worker', 'worker'], {
      databaseUrl: cluster.urlOf('postgres'),
      s3Url,
    });
    const random = new RandomNumbers(seed);
    const clip = await siteClip();
    const stop = new AbortController();
    const done: Done[] = [];
    const problems: string[] = [];
    const mergeTimes: number[] = [];
    const counts = { web: 0, worker: 0, postgres: 0, store: 0, uploads: 0, cancels: 0 };

    /** Sends to one of the web processes, again and again until one answers. */
    const persistently = async (what: string, send: (url: string) => Promise<Answer>): Promise<Answer> => {
      const begunAt = performance.now();
      let last = '';
      for (let index = random.below(2); performance.now() - begunAt < GIVE_UP_AFTER_MS; index += 1) {
        const answer = await send(site.web(index)).catch((error: unknown) => String(error));
        if (typeof answer !== 'string' && !TRY_AGAIN.includes(answer.status)) return answer;
        last = typeof answer === 'string' ? answer : JSON.stringify(answer.body);
        await sleep(200);
      }
      throw new Error(`${what} did not succeed: ${last}`);
    };

    const live = async (number: number) => {
      let visitor = new TestVisitor(site.web(), `192.0.2.${number + 1}`);
      const call = (what: string, send: (moved: TestVisitor) => Promise<Answer>) =>
        persistently(what, async (url) => {
          visitor = visitor.at(url);
          return send(visitor);
        });
      for (let round = 0; !stop.signal.aborted; round += 1) {
        let swing: unknown;
        for (const chunk of cutIntoChunks(
          `swing-${round % 3}-${number}`,
          clip,
          'swing.mp4',
          Math.ceil(clip.length / 3),
        )) {
          const answer = await call('a chunk', (moved) => moved.sendChunk(chunk));
          if (answer.status !== 200) problems.push(`chunk: ${answer.status} ${JSON.stringify(answer.body)}`);
          swing = answer.body.filePath ?? swing;
        }
        counts.uploads += 1;
        const [golfer] = (await call('the library', (moved) => moved.call('listGolfers'))).body as unknown as {
          id: number;
        }[];
        const body = {
          ...{ userVideoPath: swing, proVideoId: golfer?.id, alignmentType: 'strike' },
          ...{
            userRestTime: 0.2,
            userTopTime: 0.8,
            // Another merge each time: the strike is part of the plan.
            userStrikeTime: 1 + (round % 100) / 100,
          },
        };
        const begunAt = performance.now();
        const merged = await call('a merge', (moved) => moved.call('mergeVideos', { body }));
        if (merged.status !== 200) problems.push(`merge: ${merged.status} ${JSON.stringify(merged.body)}`);
        else done.push({ visitor, body, url: String(merged.body.mergedVideoUrl) });
        mergeTimes.push((performance.now() - begunAt) / 1000);
        if (round % 5 === 4) {
          const jobs = await call('the jobs', (moved) => moved.call('listJobs'));
          const [first] = (jobs.body.jobs ?? []) as { id: string }[];
          await call('a cancel', (moved) => moved.call('cancelJob', { params: { id: first?.id ?? 'none' } }));
          counts.cancels += 1;
        }
      }
    };

    try {
      const traffic = Promise.allSettled(Array.from({ length: VISITORS }, (_, number) => live(number)));
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(200 + random.below(2800));
        const what =
          kill % 20 === 13 ? 'postgres' : kill % 20 === 7 ? 'store' : random.below(2) === 0 ? 'web' : 'worker';
        counts[what] += 1;
        if (what === 'postgres') await cluster.restart();
        else if (what === 'store') await store.restartGateway();
        else {
          const all = site.processes(what);
          const killed = random.pick(all);
          await killed.process.end('SIGKILL');
          await restarted(site, killed);
        }
      }
      stop.abort();
      for (const outcome of await traffic) {
        if (outcome.status === 'rejected') problems.push(String(outcome.reason));
      }
      for (const { visitor, body, url } of done) {
        const file = await visitor.at(site.web()).fetch(url);
        if (file.status !== 200 || (await file.arrayBuffer()).byteLength < 1000) problems.push(`lost: ${url}`);
        const again = await persistently('the same merge', (web) => visitor.at(web).call('mergeVideos', { body }));
        if (again.body.mergedVideoUrl !== url) problems.push(`done twice: ${url}, ${JSON.stringify(again.body)}`);
      }
      const { db } = await site.rows();
      const unended = await db
        .selectFrom('jobs')
        .select(['kind', 'state'])
        .where('state', 'in', ['queued', 'running'])
        .execute();
      problems.push(...unended.map(({ kind, state }) => `left over: ${kind} ${state}`));
      const before = await site.strays();
      problems.push(...before.filter((line) => line.startsWith('missing')));
      await sweepNow(site);
      problems.push(...(await site.strays()));
      console.log(
        `seed ${seed}: ${KILLS} kills (${JSON.stringify(counts)}), ${done.length} merges, ` +
          `${quantile(mergeTimes, 0.5).toFixed(1)} s each in the middle, ${Math.max(...mergeTimes).toFixed(1)} s at most, ` +
          `${before.length} files without a row until the sweep`,
      );
      expect(problems, site.log.slice(-50).join('\n')).toEqual([]);
      expect(done.length).toBeGreaterThan(VISITORS);
    } finally {
      stop.abort();
      await site.close();
      await store.stop();
      await cluster.remove();
    }
  }, 3_600_000);
});

/** A process cannot start while PostgreSQL or the store restarts; its supervisor tries again. */
async function restarted(site: SharedSite, ended: SiteProcess): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await site.restart(ended);
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(500);
    }
  }
}

/** Sweeps as the leading worker does, without waiting for an hour. */
async function sweepNow(site: SharedSite): Promise<void> {
  const config = readConfig({
    ...site.settings,
    ROLE: 'worker',
    DATA_DIR: join(site.root, 'sweep'),
    LOG_LEVEL: 'silent',
  });
  const log = { warn: () => undefined, error: () => undefined, info: () => undefined } as never;
  const opened = await openSite({ config, contentRoot: join(PROJECT_ROOT, 'content'), log });
  const sweep = siteSweep(opened, { expire: async () => undefined }, async () => undefined, 0);
  await sweep.run();
  await sweep.run();
  await opened.close();
}
