// Damaged files of every container, uploaded as visitors' swings: each is accepted, or refused as unusable, in time, and
// leaves nothing. An accepted file can be compared, or its comparison is refused.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { mutatedFile } from '#tests/faults/chaos/mutated-file.ts';
import { RandomNumbers, seedOfRun } from '#tests/faults/chaos/random-numbers.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { type SiteSwings, setUpSwings } from '#tests/faults/site/site-swings.ts';
import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';

/** Files that once failed, by container and seed; repeated on every run. */
const REGRESSIONS: readonly (readonly [container: string, seed: number])[] = [
  // A frame in the middle has a time before the beginning, which could not be serialized.
  ['wmv', 310107837],
];
const MUTANTS = scaled(1, 1_000);
/** One per core; more would only wait. */
const AT_ONCE = 2;
const MAX_ANSWER_MS = 60_000;
/** Every n-th accepted file is also compared. */
const COMPARED = scaled(2, 10);
const seed = seedOfRun();

const CONTAINERS: readonly NumberedClipOptions[] = [
  { container: 'mp4', audio: 'aac' },
  { container: 'mov' },
  { container: 'm4v', bFrames: 2 },
  { container: 'mkv', codec: 'hevc' },
  { container: 'webm', codec: 'vp8', audio: 'opus' },
  { container: 'avi', codec: 'mpeg4', audio: 'mp3' },
  { container: 'wmv', codec: 'wmv2', audio: 'wmav2' },
  { container: 'flv', codec: 'flv1' },
  { container: '3gp', codec: 'h263', widthPx: 176, heightPx: 144 },
];

/** The most usual one, and the one that once failed. */
const SOME_CONTAINERS = CONTAINERS.filter(({ container }) => container === 'mp4' || container === 'wmv');

const site = faultySite();
let swings: SiteSwings;
beforeAll(async () => {
  swings = await setUpSwings(site);
});

interface Tally {
  accepted: number;
  refused: number;
  compared: number;
  longestMs: number;
  readonly wrong: string[];
}

async function uploadMutant(name: string, bytes: Buffer, tally: Tally, isKnown: boolean): Promise<void> {
  const begunAt = performance.now();
  const answer = await swings.visitor.upload(name, bytes, `${name}.mp4`);
  tally.longestMs = Math.max(tally.longestMs, performance.now() - begunAt);
  if (answer.status === 422) tally.refused += 1;
  else if (answer.status !== 200) tally.wrong.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  else {
    tally.accepted += 1;
    if (tally.accepted % COMPARED === 0 || isKnown) await compare(name, answer.body, tally);
    await swings.visitor.call('cancelUpload', { params: { fileId: name } });
  }
}

async function compare(name: string, { filePath, clip }: Record<string, unknown>, tally: Tally): Promise<void> {
  const times = (clip as { frameTimes: number[] }).frameTimes;
  if (times.length < 3) return;
  const [restTime, topTime, strikeTime] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)];
  const marks = { userRestTime: restTime, userTopTime: topTime, userStrikeTime: strikeTime };
  const { status, body } = await swings.merge({ userVideoPath: filePath, ...marks });
  tally.compared += 1;
  if (status !== 200 && status !== 422) tally.wrong.push(`${name} compared: ${status} ${JSON.stringify(body)}`);
}

test.each(scaled(SOME_CONTAINERS, CONTAINERS))(
  'damaged files in $container are accepted or refused, and leave nothing',
  async (options) => {
    const container = options.container ?? 'mp4';
    const original = await readFile((await numberedClip({ frames: 24, ...options })).path);
    const tally: Tally = { accepted: 0, refused: 0, compared: 0, longestMs: 0, wrong: [] };
    const known = REGRESSIONS.filter(([name]) => name === container).map(([, number]) => number);
    const seeds = [...known];
    for (let n = 0; n < MUTANTS; n += 1) seeds.push((seed + n) >>> 0);
    const next = seeds.values();
    const work = async () => {
      for (const mutant of next)
        await uploadMutant(
          `${container}-${mutant}`,
          mutatedFile(original, new RandomNumbers(mutant)),
          tally,
          known.includes(mutant),
        );
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await swings.visitor.call('deleteMyVideos');
    const { accepted, refused, compared } = tally;
    const longestMs = Math.round(tally.longestMs);
    console.log(
      `${container}: ${accepted} accepted, ${refused} refused, ${compared} compared, at most ${longestMs} ms (seed ${seed})`,
    );
    expect(tally.wrong).toEqual([]);
    expect(longestMs).toBeLessThan(MAX_ANSWER_MS);
  },
  scaled(120_000, 7_200_000),
);
