// Asks the server for the merged video and waits for it.
import type { MergeRequest } from '#contract/merges.ts';
import { askUntilDone, type LongCallOptions } from '#web/api/long-call.ts';

/** The address of the merged video. Throws ApiError or TypeError, or the signal's reason when stopped. */
export async function requestMerge(body: MergeRequest, options: LongCallOptions): Promise<string> {
  const { mergedVideoUrl } = await askUntilDone('mergeVideos', { body }, options);
  return mergedVideoUrl;
}
