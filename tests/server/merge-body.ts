// The body of a request to merge a visitor's swing with a golfer's, both at least two seconds long.
import type { MergeRequest } from '#contract/merges.ts';

/** Changes to a merge request, including invalid ones. */
export type Change = Partial<Record<keyof MergeRequest, unknown>>;

/** A valid request, with a change. */
export function mergeBodyOf(userVideoPath: unknown, proVideoId: unknown, change: Change = {}): Record<string, unknown> {
  return {
    userVideoPath,
    proVideoId,
    alignmentType: 'strike',
    userRestTime: 0.2,
    userTopTime: 0.8,
    userStrikeTime: 1.2,
    ...change,
  };
}
