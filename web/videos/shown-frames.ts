// The frames of the original that its preview contains: all except those that cannot be decoded. A player that counts
// frames must not count those.
import type { PreviewResponse } from '#contract/previews.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { readClip } from '#web/player/engine/frame-table.ts';

/** The preview, limited to the original's frames that it contains. Their times remain the original's. */
export async function withShownFrames(preview: PreviewResponse): Promise<PreviewResponse> {
  const { clip } = await readClip(preview.previewUrl);
  return clip ? { ...preview, clip: framesIn(clip, preview.clip) } : preview;
}

/** The original's clip without the frames that its preview lacks. */
export function framesIn(preview: Clip, original: Clip): Clip {
  if (preview.frameTimes.length === original.frameTimes.length) return original;
  const frameTimes = original.frameTimes.filter((time) => {
    const nearest = preview.frameTimes[frameIndexAt(preview.frameTimes, time)] ?? Number.NaN;
    return Math.abs(nearest - time) <= TIME_TOLERANCE;
  });
  return frameTimes.length === preview.frameTimes.length ? { ...original, frameTimes } : original;
}
