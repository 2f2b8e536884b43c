import { describe, expect, test } from 'vitest';
import type { JobStatus } from '#contract/merges.ts';
import { jobWords } from './use-running-job.ts';

const QUEUED: JobStatus = { id: 'j1', kind: 'merge', state: 'queued', queuePlace: 0, percent: 0 };

describe('the words for a job', () => {
  test('show its percentage while it runs', () => {
    expect(jobWords({ ...QUEUED, state: 'running', percent: 40 })).toBe('40%');
    expect(jobWords({ ...QUEUED, state: 'running' }, 'comparison')).toBe('0%');
  });

  test.each([
    [0, 'next in the queue', 'next in the queue'],
    [1, '1 before yours', '1 comparison before yours'],
    [2, '2 before yours', '2 comparisons before yours'],
  ])('with %i before it are: %s', (queuePlace, words, wordsWithNoun) => {
    expect(jobWords({ ...QUEUED, queuePlace })).toBe(words);
    expect(jobWords({ ...QUEUED, queuePlace }, 'comparison')).toBe(wordsWithNoun);
  });
});
