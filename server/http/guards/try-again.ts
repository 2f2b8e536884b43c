// Sets the Retry-After header after too many attempts.
import type { FastifyReply } from 'fastify';
import { TooManyAttemptsError } from '#server/accounts/attempt-limit.ts';

/** Runs a task and sets Retry-After when it throws a {@link TooManyAttemptsError}. */
export async function setRetryAfter<Result>(reply: FastifyReply, task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof TooManyAttemptsError) reply.header('retry-after', error.waitSeconds);
    throw error;
  }
}
