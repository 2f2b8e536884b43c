// Small files that take a lot of memory or time (hostile cases 157, 158 and 160).
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { compressedIndexBomb, pictureBomb, sampleTableBomb, silenceBomb } from '#tests/faults/chaos/media-bombs.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { watchPrograms } from '#tests/faults/site/process-info.ts';
import { siteClip, summary } from '#tests/faults/site/site-swings.ts';
import { smallClip } from '#tests/faults/site/upload-steps.ts';

// An attacker's network and an honest one, set by X-Forwarded-For.
const site = faultySite({ settings: { TRUSTED_PROXIES: 'loopback', MAX_CONCURRENT_JOBS: '2' } });
const ATTACKER = '203.0.113.1';
const HONEST = '203.0.113.2';
const MAX_PROGRAM_MIB = 400;

/** A file is accepted, refused, or left unjudged when reading it takes too long. */
const ANSWERED = /^(200|422 .*|503 The video was received.*)$/;

test('case 157: an index that claims millions of samples makes no program use more than 400 MB', async () => {
  const bombs = {
    'millions of samples in each of many tracks': await sampleTableBomb(10_000_000, 12),
    'an index that unpacks to hundreds of megabytes': await compressedIndexBomb(800),
    'millions of samples': await sampleTableBomb(60_000_000),
  };
  const programs = watchPrograms(site.pid);
  const attacks = Object.entries(bombs).map(async ([name, bomb], index) => {
    const answer = await site.visitor(`203.0.113.${10 + index}`).upload('bomb', bomb);
    return [name, summary(answer)];
  });
  const honest = site.visitor(HONEST).upload('swing', await smallClip());
  const answers = await Promise.all(attacks);
  const peakMiB = await programs.stop();
  console.log(`case 157: ${JSON.stringify(answers)}, at most ${peakMiB} MiB in one program`);
  for (const [name, answer] of answers) expect([name, answer]).toEqual([name, expect.stringMatching(ANSWERED)]);
  expect(summary(await honest)).toBe('200');
  expect(peakMiB).toBeGreaterThan(20);
  expect(peakMiB).toBeLessThan(MAX_PROGRAM_MIB);
});

test('case 158: pictures that take long to decode do not delay other networks', async () => {
  const bomb = await pictureBomb(100);
  const clip = await siteClip();
  const timed = async (fileId: string) => {
    const begunAt = performance.now();
    const answer = await site.visitor(HONEST).upload(fileId, clip);
    return { line: summary(answer), ms: performance.now() - begunAt };
  };
  const alone = await timed('alone');
  const programs = watchPrograms(site.pid);
  let answered = 0;
  const sessions = Array.from({ length: 4 }, () => site.visitor(ATTACKER));
  const attacks = sessions.flatMap((visitor) =>
    ['one', 'two'].map(async (fileId) => {
      const answer = await visitor.upload(fileId, bomb, 'swing.avi');
      answered += 1;
      return summary(answer);
    }),
  );
  await sleep(300);
  const before = answered;
  const beside = await timed('beside');
  const answeredMeanwhile = answered - before;
  const answers = await Promise.all(attacks);
  const peakMiB = await programs.stop();
  console.log(
    `case 158: ${alone.ms.toFixed(0)} ms alone, ${beside.ms.toFixed(0)} ms beside eight bombs, of which ` +
      `${answeredMeanwhile} were answered meanwhile; at most ${peakMiB} MiB in one program`,
  );
  expect([alone.line, beside.line]).toEqual(['200', '200']);
  // The attacker's network has one of two slots, so other networks wait for none of its files.
  expect(answeredMeanwhile).toBeLessThanOrEqual(4);
  expect(peakMiB).toBeLessThan(MAX_PROGRAM_MIB);
  for (const answer of answers) expect(answer).toMatch(ANSWERED);
  expect(beside.ms).toBeLessThan(2 * alone.ms + 500);
}, 300_000);

test('decoding a small file is limited to ten seconds', async () => {
  const begunAt = performance.now();
  const answer = await site.visitor(ATTACKER).upload('bomb', await pictureBomb(1_500), 'swing.avi');
  // Ten seconds of CPU time are the file's fault. On a busy machine more time passes before they are used up; that time
  // is not counted.
  expect([
    [422, 'too-long'],
    [503, 'not-checked'],
  ]).toContainEqual([answer.status, answer.body.code]);
  expect(performance.now() - begunAt).toBeLessThan(30_000);
});

test('case 160: hours of silence after two seconds of pictures are not included in the preview', async () => {
  const visitor = site.visitor(ATTACKER);
  const upload = await visitor.upload('silence', await silenceBomb(10), 'swing.mkv');
  expect(summary(upload)).toBe('200');
  const preview = await visitor.call('makePreview', { body: { filePath: upload.body.filePath } });
  expect(summary(preview)).toBe('200');
  const file = await visitor.fetch(String(preview.body.previewUrl));
  expect(durationOf(Buffer.from(await file.arrayBuffer()))).toBeLessThan(4);
});

/** The duration in an MP4's header, in seconds. */
function durationOf(mp4: Buffer): number {
  const header = mp4.indexOf('mvhd');
  return mp4.readUInt32BE(header + 20) / mp4.readUInt32BE(header + 16);
}
