// Scores the detected view, hand and box of each clip against the labels: right, wrong or not sure. Pure.
import type { BodyBox } from '#domain/body/body-box.ts';
import type { CameraView, GolferHand } from '#domain/body/filmed.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';

/** A clip of a labeled folder: the fields of its `manifest.json` that are used. */
export interface LabeledClip {
  readonly slug: string;
  readonly kind?: string;
  readonly camera?: string;
  readonly handedness?: string;
  readonly ground_truth?: {
    readonly swings?: readonly Partial<Record<'rest' | 'top' | 'strike', { readonly t?: number | null } | null>>[];
  };
}

/** Head and soles, read from a still at rest by eye, as fractions of the picture's height. */
export interface BoxLabel {
  readonly headTopFraction: number;
  readonly solesFraction: number;
}

export interface SaidOfClip {
  readonly clip: string;
  /** Null: not sure. So are hand and box. */
  readonly view: CameraView | null;
  readonly hand: GolferHand | null;
  readonly box: BodyBox | null;
  readonly heightPx: number;
}

/** The marks of a clip's first labeled swing; null when it has none. */
export function labeledMarks({ ground_truth }: LabeledClip): SwingAnnotations | null {
  const swing = ground_truth?.swings?.[0];
  if (!swing) return null;
  return {
    restTime: swing.rest?.t ?? null,
    topTime: swing.top?.t ?? null,
    strikeTime: swing.strike?.t ?? null,
  };
}

/** A usual downswing in seconds of real time, and the multiple of it from which a clip counts as slow motion. */
const USUAL_DOWNSWING = 0.27;
const CLEARLY_SLOWER = 1.5;

/** How many times slower than real time a labeled swing plays, derived from its downswing. */
export function slowMotionOf({ topTime, strikeTime }: SwingAnnotations): number {
  if (topTime === null || strikeTime === null) return 1;
  const factor = (strikeTime - topTime) / USUAL_DOWNSWING;
  return factor > CLEARLY_SLOWER ? factor : 1;
}

/** The labeled view; null when the camera stands elsewhere or is not labeled. */
export function labeledView({ camera = '' }: LabeledClip): CameraView | null {
  if (camera === 'face-on' || camera === 'down-the-line') return camera;
  return camera.includes('from behind the golfer') ? 'from-behind' : null;
}

/** The labeled hand; null when not labeled. A mirrored picture shows the other one. */
export function labeledHand({ handedness = '' }: LabeledClip, isMirrored: boolean): GolferHand | null {
  if (!/^(right|left)/.test(handedness)) return null;
  return handedness.startsWith('right') === isMirrored ? 'left' : 'right';
}

/** How far head and soles are off, as fractions of the labeled body's height; positive is too low. */
export function boxErrors(said: SaidOfClip, label: BoxLabel): { readonly head: number; readonly soles: number } | null {
  if (!said.box) return null;
  const bodyPx = (label.solesFraction - label.headTopFraction) * said.heightPx;
  return {
    head: (said.box.headTopPx - label.headTopFraction * said.heightPx) / bodyPx,
    soles: (said.box.solesPx - label.solesFraction * said.heightPx) / bodyPx,
  };
}

export type Outcome = 'right' | 'not-sure' | 'wrong';

/** The outcome of an answer; null when there is no label to compare it with. */
export function outcomeOf<T>(said: T | null, labeled: T | null): Outcome | null {
  if (labeled === null) return null;
  if (said === null) return 'not-sure';
  return said === labeled ? 'right' : 'wrong';
}

/** A line of counts such as "24 right, 1 not sure, 0 wrong of 25". */
export function countsOf(outcomes: readonly (Outcome | null)[]): string {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const all = outcomes.filter((outcome) => outcome !== null).length;
  return `${count('right')} right, ${count('not-sure')} not sure, ${count('wrong')} wrong of ${all}`;
}

/** The largest error of head or soles that counts as right. */
export const BOX_TOLERANCE = 0.05;
