// The check's states, and the sentences that follow from what the steps found.
import { expect, test } from 'vitest';
import { words } from '#web/words/words.ts';
import { type Check, type Finding, LIMIT_MS, NO_CHECK, nextCheck, numberOf, STEPS, unfinished } from './check-state.ts';
import { meaningOf, verdictOf } from './reason-words.ts';

const WORKS: Finding = { word: 'works', details: [] };
const started = () => nextCheck(NO_CHECK, { type: 'started' });
const found = (check: Check, finding: Finding) => nextCheck(check, { type: 'found', finding });

/** An ended check in which these steps found something else than that they work. */
function ended(others: Check['findings']): Check {
  return STEPS.reduce((check, step) => found(check, others[step] ?? WORKS), started());
}

test('takes the steps in their order and ends after the last', () => {
  let check = started();
  for (const [index, step] of STEPS.entries()) {
    expect([check.phase, check.step, numberOf(check)]).toEqual(['running', step, index + 1]);
    check = found(check, WORKS);
  }
  expect(check.phase).toBe('done');
  expect(found(check, unfinished('decode', true, []))).toBe(check);
});

test('takes at most a minute', () => {
  expect(Object.values(LIMIT_MS).reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(60_000);
});

test('a cancelled check keeps what was found, and takes nothing that comes later', () => {
  const cancelled = nextCheck(found(started(), WORKS), { type: 'cancelled' });
  expect(cancelled.findings).toEqual({ decode: WORKS });
  expect(found(cancelled, WORKS)).toBe(cancelled);
  expect(verdictOf(cancelled)).toEqual(['The check was canceled.']);
  expect(nextCheck(cancelled, { type: 'started' })).toEqual({ ...NO_CHECK, phase: 'running' });
});

test('a check in the background says that it stopped', () => {
  expect(verdictOf(nextCheck(started(), { type: 'left' }))).toEqual([words.check.left]);
});

test('says that everything works only where every step does', () => {
  expect(verdictOf(ended({}))).toEqual(['This phone can do everything.']);
});

test('names what fails before what is limited, each once', () => {
  const check = ended({
    decode: { word: 'limited', reason: 'no-hevc', details: [] },
    sync: { word: 'fails', reason: 'cannot-show', details: [] },
    body: { word: 'limited', reason: 'not-loaded', details: [] },
    positions: { word: 'limited', reason: 'not-loaded', details: [] },
  });
  const { reasons, othersWork } = words.check;
  expect(verdictOf(check)).toEqual([
    reasons['cannot-show'].verdict,
    reasons['no-hevc'].verdict,
    reasons['not-loaded'].verdict,
    othersWork,
  ]);
});

test('says where videos are made instead, as this site makes them', () => {
  const check = ended({ video: { word: 'limited', reason: 'no-encoder', details: [] } });
  expect(verdictOf(check, 'both')[0]).toBe(
    'Videos are made on the server because this browser has no encoder for MP4.',
  );
  expect(verdictOf(check, 'device')[0]).toBe(
    'Merged videos cannot be made because this browser has no encoder for MP4.',
  );
  expect(meaningOf('video', WORKS, 'server')).toBe('This site makes videos on its server.');
});

test.each(STEPS)('%s that does not end in time has a sentence of its own', (step) => {
  const verdict = verdictOf(ended({ [step]: unfinished(step, true, []) }));
  expect(verdict).toEqual([words.check.reasons[`slow-${step}`].verdict, words.check.othersWork]);
});
