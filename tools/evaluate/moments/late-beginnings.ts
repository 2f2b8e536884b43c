// Copies of a labeled swing's evidence that begin later: just before the rest, at it, or in the takeaway, as trimmed clips do.
// The weights of the rest are fitted to them too, and they show which rest is proposed when it is not in the clip.
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { type SeenClip, swingsInBody } from '#domain/moments/swings-in-body.ts';
import { type LabeledClip, type Outcome, outcomesOf, paceOf } from './moments-scores.ts';

/** When the copies begin, in frames of 30 fps at life's pace from the labeled rest. */
const BEGINNINGS = [-12, -6, -3, -1, 0, 2, 5, 8, 12] as const;
/** Times of frames are rounded. */
const ROUNDING = 1e-6;

/** The outcomes of the copies of a clip with one labeled swing that begin later than the clip and before the top. */
export function lateBeginnings(clip: LabeledClip, evidence: SeenClip): readonly Outcome[] {
  const [labels, ...others] = clip.ground_truth?.swings ?? [];
  const [rest, top] = [labels?.rest?.t, labels?.top?.t];
  if (!labels || others.length > 0 || typeof rest !== 'number' || typeof top !== 'number') return [];
  return BEGINNINGS.flatMap((beginsAt) => {
    const time = rest + (beginsAt * paceOf(clip, labels)) / 30 - ROUNDING;
    if (time < (evidence.frameTimes[0] ?? 0) || time >= top) return [];
    const swings = swingsInBody(from(evidence, time));
    return outcomesOf(clip, { kind: swings.length > 0 ? 'found' : 'no-swing', swings })
      .filter(({ proposal }) => proposal && !proposal.isShort)
      .map((outcome) => ({ ...outcome, beginsAt }));
  });
}

function from({ track, motions, clicks, frameTimes }: SeenClip, time: number): SeenClip {
  const isLater = (one: { readonly time: number }) => one.time >= time;
  return {
    track: makeBodyTrack({ ...track, frames: track.frames.filter(isLater) }),
    motions: motions.filter(isLater),
    clicks: clicks.filter(isLater),
    frameTimes: frameTimes.filter((one) => one >= time),
  };
}
