// Tells a client that tried too often when its next try is looked at.
import type { FastifyReply } from 'fastify';
import { TooManyAttemptsError } from '#server/accounts/attempt-limit.ts';

/** Does something that may be refused for a while, and puts the wait into the answer's head. */
export async function setRetryAfter<Result>(reply: FastifyReply, task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof TooManyAttemptsError) reply.header('retry-after', error.waitSeconds);
    throw error;
  }
}
