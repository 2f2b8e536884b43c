// The server is killed while links are sent, made, opened and withdrawn: each is whole or absent, or its upload goes on, and a start
// leaves nothing over.
import { mkdtempSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { SEALED_NAME } from '#contract/shares.ts';
import type { FaultPoint } from '#server/runtime/fault-point.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { RandomNumbers, seedOfRun } from '#tests/faults/chaos/random-numbers.ts';
import { inDatabase } from '#tests/faults/site/account-steps.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import {
  createLink,
  newLink,
  openedFile,
  type TestLink,
  uploadLink,
  withdrawLink,
} from '#tests/faults/site/link-steps.ts';
import { cutIntoChunks, type TestVisitor } from '#tests/server/test-visitor.ts';

const KILLS = scaled(25, 50);
const POINTS: readonly FaultPoint[] = [
  ...(['upload-begun', 'chunk-written', 'chunk-kept', 'share-stored', 'share-added'] as const),
  ...(['upload-file-removed', 'share-ended', 'share-file-removed'] as const),
];
const FILE = Buffer.alloc(1_500_000, 'a swing ');
const CHUNK_BYTES = 200_000;

const folder = mkdtempSync(join(tmpdir(), 'swingmark-link-kills-'));
const faultFile = join(folder, 'fault');
const site = faultySite({ settings: { FAULT_POINT_FILE: faultFile, TRUSTED_PROXIES: 'loopback' } });
afterAll(() => rm(folder, { recursive: true }));
const seed = seedOfRun();

const STEPS = ['send', 'create', 'open', 'withdraw'] as const;
type Step = (typeof STEPS)[number];

interface Round {
  readonly sender: TestVisitor;
  readonly links: Readonly<Record<Step, TestLink>>;
}

/** A sender whose links are each ready for their step. The network is new: one makes forty links a day. */
async function aRound(number: number): Promise<Round> {
  const sender = site.visitor(`198.51.100.${number}`);
  const made = () => newLink(new Blob([FILE]));
  const links = { send: await made(), create: await made(), open: await made(), withdraw: await made() };
  for (const step of ['create', 'open', 'withdraw'] as const) await uploadLink(sender, links[step], CHUNK_BYTES);
  for (const step of ['open', 'withdraw'] as const) expect((await createLink(sender, links[step])).status).toBe(200);
  return { sender, links };
}

/** Takes all steps, each after its delay. Where the server dies, they end early; nothing half is ever opened. */
async function takeSteps({ sender, links }: Round, delayMs: () => number = () => 0): Promise<void> {
  const does: Readonly<Record<Step, () => Promise<unknown>>> = {
    send: async () => {
      for (const chunk of chunksOf(links.send)) await sender.sendChunk(chunk);
    },
    create: () => createLink(sender, links.create),
    open: async () => {
      const opened = await openedFile(sender, links.open);
      half ||= opened === null || !opened.equals(FILE);
    },
    withdraw: () => withdrawLink(sender, links.withdraw),
  };
  let half = false;
  await Promise.allSettled(STEPS.map((step) => sleep(delayMs()).then(does[step])));
  expect(half).toBe(false);
}

const chunksOf = ({ id, sealed }: TestLink) => cutIntoChunks(id, sealed, SEALED_NAME, CHUNK_BYTES);

/** What became of a link: opened with its very bytes, absent, or an upload of which some chunks are there. */
async function stateOf(visitor: TestVisitor, link: TestLink): Promise<'whole' | 'absent' | 'resumable'> {
  const file = await openedFile(visitor, link);
  if (file) expect(file.equals(FILE)).toBe(true);
  if (file) return 'whole';
  const { status } = await visitor.call('getUpload', { params: { fileId: link.id } });
  expect([200, 404]).toContain(status);
  return status === 200 ? 'resumable' : 'absent';
}

/** As the page goes on: sends what is missing, and asks for the link again. */
async function resume(visitor: TestVisitor, link: TestLink): Promise<void> {
  const { body } = await visitor.call<{ received?: number[] }>('getUpload', { params: { fileId: link.id } });
  const missing = chunksOf(link).filter(({ chunkIndex }) => !body.received?.includes(chunkIndex));
  for (const chunk of missing) expect((await visitor.sendChunk(chunk)).status).toBe(200);
  expect((await createLink(visitor, link)).status).toBe(200);
}

/** Checks every link after a restart, and ends those that are left. Returns their states. */
async function check({ sender, links }: Round): Promise<Record<Step, string>> {
  const visitor = sender.at(site.url);
  const found = await Promise.all(STEPS.map(async (step) => [step, await stateOf(visitor, links[step])] as const));
  const states = Object.fromEntries(found) as Record<Step, string>;
  expect(states.open).toBe('whole');
  expect(['whole', 'resumable']).toContain(states.create);
  expect(['whole', 'absent']).toContain(states.withdraw);
  // The start has swept what the killed server left of a link.
  const ids = await inDatabase(site, (db) => db.selectFrom('shares').select('id').execute());
  const whole = STEPS.filter((step) => states[step] === 'whole').map((step) => links[step].id);
  expect(ids.map(({ id }) => id).toSorted()).toEqual(whole.toSorted());
  expect(await readdir(join(site.dataDir, 'media/shares'))).toHaveLength(whole.length);
  for (const step of ['send', 'create'] as const) {
    await resume(visitor, links[step]);
    expect((await openedFile(visitor, links[step]))?.equals(FILE)).toBe(true);
  }
  for (const step of STEPS) {
    const { status } = await withdrawLink(visitor, links[step]);
    expect(status).toBe(step === 'withdraw' && states.withdraw === 'absent' ? 404 : 200);
  }
  expect(await readdir(join(site.dataDir, 'media/shares'))).toEqual([]);
  expect(await readdir(join(site.dataDir, 'chunks'))).toEqual([]);
  await site.probe();
  return states;
}

test.each(POINTS)('killed at %s, every link is whole or absent, or its upload goes on', async (point) => {
  const round = await aRound(200 + POINTS.indexOf(point));
  await writeFile(faultFile, point);
  await takeSteps(round);
  await site.killed();
  await site.stop('SIGKILL');
  await writeFile(faultFile, '');
  await site.start();
  await check(round);
});

test(
  'killed at random moments, every link is whole or absent, or its upload goes on',
  async () => {
    const random = new RandomNumbers(seed);
    const counts = new Map<string, number>();
    let lastsMs = 0;
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const round = await aRound(kill);
      const begunAt = performance.now();
      const taken = takeSteps(round, () => (random.next() * lastsMs) / 2);
      if (kill === 0) {
        // Once to their end, to know how long they take.
        await taken;
        lastsMs = performance.now() - begunAt;
      } else await sleep(random.next() * lastsMs);
      await site.restart('SIGKILL');
      await taken;
      const states = await check(round);
      for (const step of kill === 0 ? [] : STEPS) {
        const key = `${step}: ${states[step]}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    const found = [...counts].toSorted().map(([key, count]) => `${key} ${count}`);
    console.log(`${KILLS} kills (seed ${seed}) within ${Math.round(lastsMs)} ms: ${found.join(', ')}`);
  },
  scaled(300_000, 600_000),
);
