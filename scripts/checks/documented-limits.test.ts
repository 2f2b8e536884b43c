// The limits that the documents state are those of the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_CANVAS } from '#domain/comparison/picture-place.ts';
import { DRAWING_WIDTH, MAX_DRAWINGS } from '#domain/drawing/drawing.ts';
import { LESSON_LIMITS, MAX_LESSON_SECONDS } from '#domain/lesson/lesson.ts';
import { CHUNK_BYTES, MAX_VIDEO_BYTES, VIDEO_EXTENSIONS } from '#domain/video/video-file.ts';
import { siteRules } from '#server/accounts/rate-limiter.ts';
import { MAX_PROBE_MEMORY_BYTES } from '#server/ffmpeg/probe/judging-run.ts';
import { MAX_PICTURE_PX } from '#server/ffmpeg/process/input-args.ts';
import { LOST_DAYS } from '#server/files/media-store.ts';
import { MAX_JOBS_OF_VISITOR, OWN_QUEUE, SHARED_QUEUE } from '#server/jobs/job-queue.ts';
import { readConfig } from '#server/runtime/config.ts';

const number = (value: number) => value.toLocaleString('en-US');
const config = readConfig({});
const rules = siteRules(config);
const NAMES = ['no', 'one', 'two', 'three', 'four', 'five'];

test.each([
  [
    'docs/hostile-cases.md',
    `${MAX_JOBS_OF_VISITOR} jobs, one of them running, ${config.visitorStorageBytes / 2 ** 30} GB stored`,
  ],
  ['docs/hostile-cases.md', `${OWN_QUEUE.jobs} waiting and ${OWN_QUEUE.input / 1e6} MB of input`],
  ['docs/hostile-cases.md', `${config.maxConnectionsOfNetwork} connections and requests under way`],
  ['docs/hostile-cases.md', `${config.maxNewVisitorsOfNetwork} new visitors an hour`],
  [
    'docs/hostile-cases.md',
    `${MAX_PROBE_MEMORY_BYTES / 1e6} MB of memory while it is read, ${number(MAX_PICTURE_PX)} pixels`,
  ],
  ['docs/hostile-cases.md', `413 above ${number(MAX_DRAWINGS)} drawings`],
  ['docs/hostile-cases.md', `Exactly ${number(MAX_VIDEO_BYTES)} bytes`],
  [
    'docs/hostile-cases.md',
    `${rules['admin-login'].inARow.max} in a row wait ${rules['admin-login'].inARow.blockMs / 60_000} minutes`,
  ],
  ['docs/specification.md', `| Upload chunk | ${number(CHUNK_BYTES)} bytes |`],
  [
    'docs/specification.md',
    `| Drawing width and color | ${DRAWING_WIDTH.least} to ${DRAWING_WIDTH.most}, default ${DRAWING_WIDTH.default};`,
  ],
  ['docs/specification.md', `ends in ${VIDEO_EXTENSIONS.slice(0, -1).join(', ')} or ${VIDEO_EXTENSIONS.at(-1)}.`],
  ['docs/architecture.md', `at most ${MAX_CANVAS.widthPx}×${MAX_CANVAS.heightPx}`],
  [
    'docs/lesson-file.md',
    `up to ${number(LESSON_LIMITS.events)} events, ${number(LESSON_LIMITS.points)} points and ${MAX_LESSON_SECONDS / 60} minutes`,
  ],
  ['docs/running-it-for-many.md', `At most ${SHARED_QUEUE.jobs} jobs wait`],
  ['docs/running-it-for-many.md', `of each process's queries, ${config.databaseConnections} by default`],
  ['SECURITY.md', `${NAMES[rules['sign-up-mail'].max]} mails a day to one mailbox`],
  ['docs/decisions/072-a-start-never-erases.md', LOST_DAYS === 7 ? 'deleted after a week' : 'another time'],
])('%s says: %s', (page, sentence) => {
  expect(readFileSync(page, 'utf8').replaceAll(/\s+/g, ' ').includes(sentence)).toBe(true);
});
