// The picture of the moment that a focus is about, with its line: small enough to be kept beside the focus. Imports the frame
// reader, so it is loaded lazily.
import type { ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import { bySide, type Side } from '#domain/side.ts';
import { blankPicture, framesIn, linesIn, paintStill, stillSize, stillsPlan } from '#web/clip/paint-still.ts';
import { readFrames } from '#web/clip/read-stills.ts';
import type { ComparisonSide } from '#web/clip/use-comparison-sides.ts';
import type { KnownBody } from './compared-differences.ts';

/** What the picture is taken from. */
export interface FocusMoment {
  readonly sides: Readonly<Record<Side, ComparisonSide>>;
  readonly bodies: Readonly<Record<Side, KnownBody>>;
  readonly choices: ComparisonChoices;
  readonly evidence: SideEvidence;
}

const HEIGHT_PX = 480;
const QUALITY = 0.8;

/** A data address of the golfer's picture; null where it cannot be read, because a focus does without it. */
export async function focusPicture({ sides, bodies, choices, evidence }: FocusMoment): Promise<string | null> {
  const { annotatedClip: user, src } = sides.user;
  const { annotatedClip: pro } = sides.pro;
  const known = bySide((side) => bodies[side].facts);
  const plan = user && pro && stillsPlan({ user, pro }, known, choices, 'golfers');
  if (!plan || !src) return null;
  const swing = { src, frameTimes: user.clip.frameTimes };
  const [still] = await readFrames(swing, [evidence.at], new AbortController().signal).catch(() => []);
  if (!still) return null;
  const frame = framesIn(plan).user;
  const size = stillSize(frame, HEIGHT_PX);
  const { canvas, context } = blankPicture(size, { paper: 'black' });
  const { isMirrored } = plan.panes.user;
  const strokes = linesIn(plan, 'user', evidence);
  paintStill(context, { xPx: 0, yPx: 0, ...size }, { still, frame, isMirrored, strokes }, { empty: 'black' });
  return canvas.toDataURL('image/jpeg', QUALITY);
}
