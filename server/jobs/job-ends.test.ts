import { expect, test } from 'vitest';
import { AppError } from '#server/runtime/app-error.ts';
import { runUnlessKilled } from './job-ends.ts';

const KILLED = new Error('ffmpeg received SIGKILL');

/** Runs a job that ends in these ways, one after another, and returns its code and how often it was started. */
async function outcomeOf(
  ends: readonly (Error | null)[],
  options: { isStopping?: boolean; signal?: AbortSignal } = {},
) {
  let starts = 0;
  const run = async () => {
    const end = ends[starts] ?? null;
    starts += 1;
    if (end) throw end;
  };
  const code = await runUnlessKilled(run, {
    wasTerminated: (error) => error === KILLED,
    stopsSoon: async () => options.isStopping ?? false,
    signal: options.signal ?? new AbortController().signal,
  }).then(
    () => 'done',
    (error: Error) => (error instanceof AppError ? error.code : error.message),
  );
  return { code, starts };
}

test('starts a job again whose program was killed', async () => {
  expect(await outcomeOf([KILLED, null])).toEqual({ code: 'done', starts: 2 });
  expect(await outcomeOf([KILLED, KILLED, null])).toEqual({ code: 'done', starts: 3 });
});

test('asks the visitor to try again when the program is killed at every start', async () => {
  expect(await outcomeOf([KILLED, KILLED, KILLED])).toEqual({ code: 'busy', starts: 3 });
});

test('does not start a job again that failed, that was cancelled, or whose server stops', async () => {
  expect(await outcomeOf([new Error('broken')])).toEqual({ code: 'broken', starts: 1 });
  const signal = AbortSignal.abort(new AppError('job-canceled'));
  expect(await outcomeOf([KILLED], { signal })).toEqual({ code: 'job-canceled', starts: 1 });
  expect(await outcomeOf([KILLED], { isStopping: true })).toEqual({ code: 'stopping', starts: 1 });
});
