// The picture of the still strip, from the videos of both swings.
import { bodyOverTime } from '#domain/body/body-over-time.ts';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { skeletonOf } from '#domain/body/skeleton.ts';
import type { ComparisonChoices, Side } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import { onShownFrames, POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import { stillStripFileName } from '#domain/video/file-name.ts';
import { comparedDifferences, evidenceOfAll } from '#web/body/compared-differences.ts';
import { tempoText } from '#web/swing/tempo-words.ts';
import { readStills } from '#web/videos/stills/read-stills.ts';
import type { ComparedSwings, ComparisonSide } from '#web/videos/use-comparison-sides.ts';
import { formatSeconds } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';
import { ComparisonPicture, type PaintPicture } from './comparison-picture.tsx';
import { drawStrip, type StripSide } from './draw-strip.ts';
import { framesIn, linesIn, wholeFrame } from './paint-still.ts';

export interface StripOfComparison extends ComparedSwings {
  readonly choices: ComparisonChoices;
}

export default function StripPicture(props: StripOfComparison & { readonly onClose: () => void }) {
  return (
    <ComparisonPicture
      {...props}
      paint={paintStrip}
      fileName={stillStripFileName}
      alt={(pro) => say(words.stillStrip.picture, { pro: pro ?? words.stillStrip.yourProInText })}
      making={words.stillStrip.making}
      className="stage rounded-md border border-line p-3 sm:p-4"
    />
  );
}

const paintStrip: PaintPicture = async (facts, colors, signal) => {
  const { swings, sides, bodies, choices, order, shown } = facts;
  const plan = facts.plan?.isFramed ? facts.plan : null;
  const found = choices.hasEvidence && plan ? comparedDifferences(swings, sides, bodies) : null;
  const evidence = evidenceOfAll(found?.differences ?? []);
  const sideOf = (side: Side) =>
    stripSide(sides[side], {
      ...shown[side],
      frame: plan && framesIn(plan)[side],
      track: choices.hasBodyLines ? (bodies[side].facts?.track ?? null) : null,
      evidence: (annotations) => (plan ? evidenceAt(plan, side, evidence[side], annotations) : {}),
      signal,
    });
  const user = await sideOf('user');
  const pro = await sideOf('pro');
  return drawStrip({ user, pro }, order, colors);
};

/** The lines of the evidence that belongs to each marked position. */
function evidenceAt(
  plan: ComparisonPlan,
  side: Side,
  evidence: readonly SideEvidence[],
  annotations: SwingAnnotations,
): StripSide['evidence'] {
  return Object.fromEntries(
    POSITIONS.map((position) => {
      const time = timeOf(annotations, position) ?? Number.NaN;
      const there = evidence.filter(({ at }) => Math.abs(at - time) <= TIME_TOLERANCE);
      return [position, there.flatMap((each) => linesIn(plan, side, each))];
    }),
  );
}

/** The body lines at each marked position. */
function linesAt(track: BodyTrack, annotations: SwingAnnotations): StripSide['bodyLines'] {
  const bodyAt = bodyOverTime(track);
  return Object.fromEntries(
    POSITIONS.flatMap((position) => {
      const time = timeOf(annotations, position);
      const body = time === null ? null : bodyAt(time);
      return body ? [[position, skeletonOf(body).lines]] : [];
    }),
  );
}

interface StripSideOptions extends Pick<StripSide, 'name' | 'isMirrored'> {
  /** Null for the whole picture. */
  readonly frame: StripSide['frame'] | null;
  /** Null if body lines are off or unknown. */
  readonly track: BodyTrack | null;
  readonly evidence: (annotations: SwingAnnotations) => StripSide['evidence'];
  readonly signal: AbortSignal;
}

async function stripSide(
  { src, annotatedClip, slowMotionFactor }: ComparisonSide,
  { name, isMirrored, frame, track, evidence, signal }: StripSideOptions,
): Promise<StripSide> {
  if (!src || !annotatedClip) throw new Error('There is no video');
  const { clip, annotations } = annotatedClip;
  const read = await readStills({ src, frameTimes: clip.frameTimes, annotations }, signal);
  return {
    ...read,
    ...{ name, isMirrored },
    frame: frame ?? wholeFrame(read.size),
    tempo: tempoText({ clip, annotations, slowMotionFactor }),
    times: timesOf(annotations, slowMotionFactor),
    bodyLines: track ? linesAt(track, annotations) : {},
    evidence: evidence(onShownFrames(clip, annotations)),
  };
}

/** The true time from each position to the strike, such as "0.24 s before the strike". */
function timesOf(annotations: SwingAnnotations, slowMotionFactor: number): StripSide['times'] {
  const strikeAt = annotations.strikeTime;
  return Object.fromEntries(
    POSITIONS.flatMap((position) => {
      const time = timeOf(annotations, position);
      if (time === null) return [];
      if (position === 'strike' || strikeAt === null) return [[position, words.swing.positions.strike]];
      const seconds = formatSeconds((strikeAt - time) / slowMotionFactor);
      return [[position, say(words.stillStrip.beforeStrike, { seconds })]];
    }),
  );
}
