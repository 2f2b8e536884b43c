// Merges two numbered clips and reads the frame numbers back: the planned and the shown frame, for every merged frame
// and both sides. Used by tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Alignment, AS_FILMED, type ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import { type BodyFacts, type ComparisonPlan, planComparison } from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import { mergedFrameTime, shownFrameAt } from '#domain/comparison/timeline.ts';
import { SIDES, type Side } from '#domain/side.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { type NumberedClip, type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { grayPictures, readFrameNumbers, readPaneNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import { middleError, shownIfWanted } from './cropped-pane.ts';
import { readStrip, type StripReading } from './strip-reading.ts';

export const TOOLS: MediaTools = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };

/** A clip and its marks, as indexes of shown frames. */
export interface MarkedClip {
  readonly make: NumberedClipOptions;
  readonly rest: number | null;
  readonly top: number | null;
  readonly strike: number;
}

/** A merged frame that does not show the planned frame. */
export interface Mismatch {
  readonly mergedFrame: number;
  readonly side: Side;
  readonly wanted: number;
  readonly shown: number | null | undefined;
}

export interface MergeOutcome {
  readonly plan: ComparisonPlan;
  readonly mismatches: readonly Mismatch[];
  /** The number of compared frames of both sides. */
  readonly compared: number;
  /** The numbers shown at the event, and the numbers that were marked. */
  readonly shownAtEvent: Readonly<Record<Side, number | null | undefined>>;
  readonly markedAtEvent: Readonly<Record<Side, number>>;
  /** The numbers that both sides show at each knot of the side that has most, the event being the only or the last one. */
  readonly shownAtKnots: readonly (readonly (number | null)[])[];
  /** How far each cropped picture's middle is from where the plan has it, in canvas pixels; null where that is not in view. */
  readonly middleErrors: readonly (number | null)[];
  /** Null if the plan has no strip. */
  readonly strip: StripReading | null;
}

/** Writes the merged video of a plan to a path. */
export type Renderer = (
  plan: ComparisonPlan,
  sides: Readonly<Record<Side, ProbedSide>>,
  outputPath: string,
) => Promise<void>;

/** The server's way. */
export const byServer: Renderer = (plan, sides, outputPath) => {
  const input = (side: Side) => ({ path: sides[side].file.path, video: sides[side].video });
  return mergeVideos(TOOLS, { plan, user: input('user'), pro: input('pro'), outputPath });
};

let renderer: Renderer = byServer;
let colors: NumberedClipOptions['colors'];

/** Renders all following cases another way, or by the server again. Their clips may have other colors. */
export function renderBy(other: Renderer | null, clips: Pick<NumberedClipOptions, 'colors'> = {}): void {
  renderer = other ?? byServer;
  ({ colors } = clips);
}

/** Merges two marked clips and compares every merged frame with the plan. */
export async function mergeAndCompare(
  user: MarkedClip,
  pro: MarkedClip,
  alignment: Alignment,
  choices: ComparisonChoices = AS_FILMED,
  bodyOf: (side: ProbedSide) => BodyFacts | null = () => null,
  render: Renderer = renderer,
): Promise<MergeOutcome> {
  const sides = { user: await probed(user), pro: await probed(pro) };
  const seen = (side: ProbedSide) => ({ ...side, body: bodyOf(side), name: INK, tempo: INK });
  const result = planComparison(seen(sides.user), seen(sides.pro), alignment, choices);
  if (!result.ok) throw new Error(`no plan: ${result.problem} (${result.side})`);
  const { plan } = result;
  const folder = await mkdtemp(join(tmpdir(), 'parity-'));
  try {
    const outputPath = join(folder, 'merged.mp4');
    const paneToRead = (side: Side) => ({ ...plan.panes[side].rect, isMirrored: plan.panes[side].isMirrored });
    await render(plan, sides, outputPath);
    const isCovered = SIDES.some((side) => plan.panes[side].crop !== null || plan.panes[side].name !== null);
    const pictures = isCovered || plan.strip ? await grayPictures(outputPath, plan.canvas) : [];
    const shown = isCovered
      ? readCropped(pictures, plan, sides)
      : await readPaneNumbers(outputPath, plan.canvas, SIDES.map(paneToRead));
    const [first] = pictures;
    const middleErrors = first ? SIDES.map((side) => middleError(first, plan.canvas.widthPx, plan.panes[side])) : [];
    const compared = compare(plan, sides, shown, markedNumbers(sides, { user, pro }, alignment, choices));
    return { ...compared, middleErrors, strip: readStrip(pictures, plan) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A line of text that is all ink, shown where names or the strip are chosen. */
const INK = { widthPx: 72, heightPx: 36, cover: 'f'.repeat(72 * 36) };

/** The numbers in both panes: the planned one where all that is in view shows it. */
function readCropped(
  pictures: readonly Uint8Array[],
  plan: ComparisonPlan,
  sides: Record<Side, ProbedSide>,
): (number | null)[][] {
  return pictures.map((gray, mergedFrame) =>
    SIDES.map((side) => shownIfWanted(gray, plan, side, wantedNumber(plan, sides, side, mergedFrame))),
  );
}

function wantedNumber(plan: ComparisonPlan, sides: Record<Side, ProbedSide>, side: Side, mergedFrame: number): number {
  const { clip, file } = sides[side];
  const at = shownFrameAt(plan, side, clip.frameTimes, mergedFrameTime(plan, mergedFrame));
  return frameIndexAt(clip.frameTimes, at) + file.firstNumber;
}

/** The frames that a merge of the whole canvas showed. */
export interface ReadMerge {
  readonly plan: ComparisonPlan;
  readonly sides: Readonly<Record<Side, ProbedSide>>;
  /**
   * The number that each merged frame shows over the whole canvas, minus that of the clips' first frame; null if there
   * is none.
   */
  readonly shown: readonly (number | null)[];
  /** Gone after the test. */
  readonly outputPath: string;
}

/** Merges two marked clips and reads one number from each whole merged frame. Both golfers' bodies are made from frame times. */
export async function mergeAndRead(
  user: MarkedClip,
  pro: MarkedClip,
  choices: ComparisonChoices,
  bodyOf: (frameTimes: FrameTimes) => BodyFacts | null = () => null,
  render: Renderer = renderer,
  evidenceOf: (frameTimes: FrameTimes) => readonly SideEvidence[] = () => [],
): Promise<ReadMerge> {
  const sides = { user: await probed(user), pro: await probed(pro) };
  const seen = (side: ProbedSide) => {
    const { frameTimes } = side.clip;
    return { ...side, body: bodyOf(frameTimes), evidence: evidenceOf(frameTimes) };
  };
  const result = planComparison(seen(sides.user), seen(sides.pro), 'strike', choices);
  if (!result.ok) throw new Error(`no plan: ${result.problem} (${result.side})`);
  const { plan } = result;
  const folder = await mkdtemp(join(tmpdir(), 'parity-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outputPath = join(folder, 'merged.mp4');
  await render(plan, sides, outputPath);
  const shown = (await readFrameNumbers(outputPath, plan.canvas)).map(
    (number) => number && number - sides.user.file.firstNumber,
  );
  return { plan, sides, shown, outputPath };
}

/** A clip as it was probed, with its marks. */
export interface ProbedSide {
  file: NumberedClip;
  video: ProbedVideo;
  clip: ProbedVideo['clip'];
  annotations: SwingAnnotations;
}

const PROBED = new Map<string, Promise<ProbedVideo>>();

export async function probed(marked: MarkedClip): Promise<ProbedSide> {
  const file = await numberedClip(colors && !marked.make.hdr ? { ...marked.make, colors } : marked.make);
  const probing = PROBED.get(file.path) ?? probeClip(TOOLS, file.path);
  PROBED.set(file.path, probing);
  const video = await probing;
  const time = (index: number | null) => (index === null ? null : (video.clip.frameTimes[index] ?? Number.NaN));
  const annotations = { restTime: time(marked.rest), topTime: time(marked.top), strikeTime: time(marked.strike) };
  return { file, video, clip: video.clip, annotations };
}

function compare(
  plan: ComparisonPlan,
  sides: Record<Side, ProbedSide>,
  shown: (number | null)[][],
  markedAtEvent: Record<Side, number>,
): Omit<MergeOutcome, 'middleErrors' | 'strip'> {
  if (shown.length !== plan.frameCount) throw new Error(`${shown.length} merged frames instead of ${plan.frameCount}`);
  const mismatches: Mismatch[] = [];
  for (let mergedFrame = 0; mergedFrame < plan.frameCount; mergedFrame += 1) {
    for (const [column, side] of SIDES.entries()) {
      const wanted = wantedNumber(plan, sides, side, mergedFrame);
      const number = shown[mergedFrame]?.[column];
      if (number !== wanted) mismatches.push({ mergedFrame, side, wanted, shown: number });
    }
  }
  const shownAt = (at: number) => shown[Math.round((at * plan.frameRate.numerator) / plan.frameRate.denominator)];
  const meetFrame = shownAt(plan.meetAt);
  const { user, pro } = plan.panes;
  const { knots } = user.knots.length > pro.knots.length ? user : pro;
  return {
    plan,
    mismatches,
    compared: plan.frameCount * 2,
    shownAtEvent: { user: meetFrame?.[0], pro: meetFrame?.[1] },
    markedAtEvent,
    shownAtKnots: knots.map(({ planAt }) => shownAt(planAt) ?? []),
  };
}

/** The expected number of each side at the event: of the marked frame, nudged. */
function markedNumbers(
  sides: Record<Side, ProbedSide>,
  marked: Record<Side, MarkedClip>,
  alignment: Alignment,
  choices: ComparisonChoices,
): Record<Side, number> {
  const number = (side: Side) => {
    const { top, strike } = marked[side];
    return (alignment === 'top' ? (top ?? 0) : strike) + choices[side].nudgeFrames + sides[side].file.firstNumber;
  };
  return { user: number('user'), pro: number('pro') };
}
