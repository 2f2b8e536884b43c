// Valid files with random damage, in every container (hostile case 82): each is accepted or refused, and none hangs.
// `npm run test:campaign` makes a thousand of each.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isCampaign, scaled } from '#tests/campaign-scale.ts';
import { randomNumbers } from '#tests/faults/chaos/chaos-proxy.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { chunkFolders } from '#tests/faults/site/upload-steps.ts';
import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';

const CONTAINERS: readonly NumberedClipOptions[] = [
  { container: 'mp4' },
  { container: 'mov', codec: 'mjpeg' },
  { container: 'm4v', codec: 'mpeg4' },
  { container: 'mkv' },
  { container: 'webm', codec: 'vp8' },
  { container: 'avi', codec: 'mpeg4' },
  { container: 'wmv', codec: 'wmv2' },
  { container: 'flv', codec: 'flv1' },
  { container: '3gp', codec: 'h263', widthPx: 176, heightPx: 144 },
];
/** The maximum response time: the time limits of probing. */
const MAX_MS = 80_000;

const site = faultySite();

/** Flips bits, removes a part, swaps two parts, or truncates. */
function mutant(bytes: Buffer, random: () => number): Buffer {
  const at = () => Math.floor(random() * bytes.length);
  const kind = Math.floor(random() * 4);
  const copy = Buffer.from(bytes);
  if (kind === 0) {
    // Half of the flips are in the header, which holds the structure.
    for (let flips = 1 + random() * 40; flips > 0; flips -= 1) {
      const place = random() < 0.5 ? at() : Math.floor(random() * Math.min(2_000, bytes.length));
      copy[place] = (copy[place] ?? 0) ^ (1 << Math.floor(random() * 8));
    }
    return copy;
  }
  const [from, to] = [at(), at()].sort((a, b) => a - b) as [number, number];
  if (kind === 1) return Buffer.concat([copy.subarray(0, from), copy.subarray(to)]);
  if (kind === 2) return Buffer.concat([copy.subarray(to), copy.subarray(from, to), copy.subarray(0, from)]);
  return copy.subarray(0, Math.max(1, to));
}

async function sendMutants(make: NumberedClipOptions, count: number, seed: number): Promise<number> {
  const random = randomNumbers(seed);
  const bytes = await readFile((await numberedClip({ frames: 20, ...make })).path);
  const visitor = site.visitor();
  let accepted = 0;
  for (let number = 0; number < count; number += 1) {
    const startedAt = performance.now();
    const answer = await visitor.upload(`mutant-${number}`, mutant(bytes, random));
    const facts = `${make.container}, seed ${seed}, mutant ${number}`;
    expect([facts, answer.status]).toEqual([facts, answer.status === 200 ? 200 : 422]);
    expect(performance.now() - startedAt).toBeLessThan(MAX_MS);
    if (answer.status === 200) accepted += 1;
    await visitor.call('deleteMyVideos');
  }
  return accepted;
}

test('case 82: random damage in files of nine kinds is accepted or refused', {
  timeout: scaled(120_000, 7_200_000),
}, async () => {
  const count = scaled(1, 1_000);
  const queue = [...CONTAINERS.entries()];
  const accepted: string[] = [];
  const workers = [1, 2].map(async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [index, make] = next;
      accepted.push(`${make.container} ${await sendMutants(make, count, index + 1)}`);
    }
  });
  await Promise.all(workers);
  if (isCampaign) process.stdout.write(`Accepted of ${count} mutants each: ${accepted.join(', ')}\n`);
  expect(await chunkFolders(site.dataDir)).toEqual([]);
});
