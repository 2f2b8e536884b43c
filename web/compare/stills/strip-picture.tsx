// The picture of the still strip, from the videos of both swings: both at every known checkpoint, a row for each.

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useState } from 'react';
import { handsOf, middleOfPair } from '#domain/body/body-geometry.ts';
import { bodyOverTime } from '#domain/body/body-over-time.ts';
import type { BodyTrack, SeenBody } from '#domain/body/body-track.ts';
import { CHECKPOINTS, type Checkpoint, type FoundCheckpoint, isPosition } from '#domain/body/checkpoints.ts';
import { type SkeletonLine, skeletonOf } from '#domain/body/skeleton.ts';
import { type ComparisonChoices, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import type { Stroke } from '#domain/drawing/drawing-geometry.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import { POSITIONS } from '#domain/swing/swing.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import { stillStripFileName } from '#domain/video/file-name.ts';
import { moveFrames } from '#domain/video/frame-times.ts';
import {
  blankPicture,
  drawLines,
  FACE,
  framesIn,
  GAP_PX,
  linesIn,
  MARGIN_PX,
  paintStill,
  type StillColors,
  type StillFrame,
  stillSize,
  wholeFrame,
  write,
} from '#web/clip/paint-still.ts';
import { readFrames, type Still } from '#web/clip/read-stills.ts';
import type { ComparedSwings, ComparisonSide } from '#web/clip/use-comparison-sides.ts';
import { isThenAndNow } from '#web/kept/then-and-now.ts';
import { comparedDifferences, evidenceOfAll } from '#web/preview/compared-differences.ts';
import type { SequenceOnStage } from '#web/preview/synced-preview.tsx';
import { PlainIconButton } from '#web/ui/button.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { POSITION_PATHS } from '#web/ui/position-shape.tsx';
import { SIDE_TEXT_COLORS } from '#web/ui/side-colors.ts';
import { formatSeconds } from '#web/words/format-numbers.ts';
import { tempoText } from '#web/words/timing-words.ts';
import { say, words } from '#web/words/words.ts';
import { ComparisonPicture, type PaintPicture, type PictureFacts } from './comparison-picture.tsx';
import type { PictureSpot } from './made-picture.tsx';

export interface StripOfComparison extends ComparedSwings {
  readonly choices: ComparisonChoices;
}

interface StripPictureProps extends StripOfComparison {
  /** Null where there is no stage to show a checkpoint on. */
  readonly stage: SequenceOnStage | null;
  readonly onClose: () => void;
}

export default function StripPicture({ stage, ...props }: StripPictureProps) {
  // A correction moves one frame: the others are not read again.
  const [frames] = useState<FramesRead>(() => ({ user: new Map(), pro: new Map() }));
  const paint = useCallback<PaintPicture>((...facts) => paintStrip(frames, ...facts), [frames]);
  return (
    <ComparisonPicture
      {...props}
      framing="wide"
      paint={paint}
      fileName={stillStripFileName}
      alt={(name, count) => {
        const pro = name ?? words.stillStrip.yourProInText;
        return count > POSITIONS.length
          ? say(words.stillStrip.pictureOfSequence, { pro, count })
          : say(words.stillStrip.picture, { pro });
      }}
      making={words.stillStrip.making}
      below={stage && ((facts) => <Correct facts={facts} choices={props.choices} onChange={stage.onChoicesChange} />)}
      spots={stage && { label: words.stillStrip.spot, onPress: (name) => stage.onShow(name as Checkpoint) }}
      className={stage ? undefined : 'stage rounded-md border border-line p-3 sm:p-4'}
    />
  );
}

interface CorrectProps {
  readonly facts: PictureFacts;
  readonly choices: ComparisonChoices;
  readonly onChange: (choices: ComparisonChoices) => void;
}

/** Moves a checkpoint that was found to an earlier or later frame. A position is moved by its mark. */
function Correct({ facts: { plan, sides, order, shown }, choices, onChange }: CorrectProps) {
  const found = plan
    ? stripColumns(plan).filter((checkpoint): checkpoint is FoundCheckpoint => !isPosition(checkpoint))
    : [];
  const [chosen, setChosen] = useState<FoundCheckpoint | null>(null);
  const [first] = found;
  if (!plan || !first) return null;
  const checkpoint = chosen ?? first;
  const move = (side: Side, frames: number) => {
    const at = plan.panes[side].checkpoints[checkpoint]?.at;
    const frameTimes = sides[side].annotatedClip?.clip.frameTimes;
    if (at === undefined || !frameTimes) return;
    const checkpoints = { ...choices[side].checkpoints, [checkpoint]: moveFrames(frameTimes, at, frames) };
    onChange(withSideChoices(choices, side, { checkpoints }));
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <legend className="text-sm text-ink-soft">{words.stillStrip.correctMeans}</legend>
      <NativeSelect
        label={words.stillStrip.correct}
        value={checkpoint}
        onValueChange={(next) => setChosen(found.find((one) => one === next) ?? null)}
        options={found.map((one) => ({ value: one, label: words.stage.checkpoints[one] }))}
      />
      {order.map((side) => (
        <span key={side} className="flex items-center">
          <span className={`font-semibold ${SIDE_TEXT_COLORS[side]}`}>{shown[side].name}</span>
          {([-1, 1] as const).map((by) => (
            <PlainIconButton
              key={by}
              variant="ghost"
              icon={by < 0 ? ChevronLeft : ChevronRight}
              label={say(by < 0 ? words.stillStrip.earlier : words.stillStrip.later, { name: shown[side].name })}
              onClick={() => move(side, by)}
            />
          ))}
        </span>
      ))}
    </fieldset>
  );
}

/** The positions, and the other checkpoints that both sides have. */
function stripColumns({ panes }: ComparisonPlan): readonly Checkpoint[] {
  return CHECKPOINTS.filter(
    (checkpoint) => isPosition(checkpoint) || SIDES.every((side) => panes[side].checkpoints[checkpoint]),
  );
}

/** The frames of each side that have been read, by their source time. */
type FramesRead = Readonly<Record<Side, Map<number, Still>>>;

async function paintStrip(
  frames: FramesRead,
  ...[facts, colors, signal]: Parameters<PaintPicture>
): ReturnType<PaintPicture> {
  const { swings, sides, bodies, plan, choices, order, shown } = facts;
  if (!plan) throw new Error('The clips cannot be compared');
  const found =
    choices.hasEvidence && plan.isFramed
      ? comparedDifferences(swings, sides, { bodies, isBesidePro: !isThenAndNow(choices) })
      : null;
  const evidence = evidenceOfAll(found?.differences ?? []);
  const columns = stripColumns(plan);
  const sideOf = async (side: Side): Promise<StripSide> => {
    const { annotatedClip, slowMotionFactor } = sides[side];
    if (!annotatedClip) throw new Error('There is no video');
    const size = annotatedClip.clip;
    await readInto(frames[side], sides[side], timesIn(plan, side, columns), signal);
    return {
      name: shown[side].name,
      isMirrored: plan.panes[side].isMirrored,
      size,
      tempo: tempoText({ ...annotatedClip, slowMotionFactor }),
      ...stripStills(columns, plan, side, {
        size,
        frames: frames[side],
        track: bodies[side].facts?.track ?? null,
        hasBodyLines: choices.hasBodyLines,
        evidence: evidence[side],
      }),
    };
  };
  const user = await sideOf('user');
  const pro = await sideOf('pro');
  return drawStrip({ user, pro }, { order, columns }, colors);
}

function timesIn(plan: ComparisonPlan, side: Side, columns: readonly Checkpoint[]): readonly number[] {
  return columns.flatMap((checkpoint) => plan.panes[side].checkpoints[checkpoint]?.at ?? []);
}

/** Reads the frames that are missing. */
async function readInto(
  read: Map<number, Still>,
  { src, annotatedClip }: ComparisonSide,
  times: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  if (!src || !annotatedClip) throw new Error('There is no video');
  const missing = times.filter((time) => !read.has(time));
  if (missing.length === 0) return;
  const { frameTimes } = annotatedClip.clip;
  const pictures = await readFrames({ src, frameTimes, tallestPx: TALLEST_PX }, missing, signal);
  for (const [index, picture] of pictures.entries()) read.set(missing[index] ?? 0, picture);
}

/** Sharp enough for a still of the strip, and small enough for sixteen at once on a phone. */
const TALLEST_PX = 720;

interface StillSources {
  /** The size of the clip's upright picture. */
  readonly size: Size;
  readonly frames: ReadonlyMap<number, Still>;
  /** Null where the body is unknown. */
  readonly track: BodyTrack | null;
  readonly hasBodyLines: boolean;
  readonly evidence: readonly SideEvidence[];
}

function stripStills(
  columns: readonly Checkpoint[],
  plan: ComparisonPlan,
  side: Side,
  { size, frames, track, hasBodyLines, evidence }: StillSources,
): Pick<StripSide, 'shape' | 'stills'> {
  const { checkpoints, pace, isMirrored } = plan.panes[side];
  const bodyAt = track && bodyOverTime(track);
  const framed = plan.isFramed ? trimmed(framesIn(plan)) : null;
  const whole = framed?.frames[side] ?? wholeFrame(size);
  const cutPx = framed?.cutPx ?? 0;
  const shape =
    plan.isFramed && bodyAt ? { ...whole, widthPx: Math.min(whole.widthPx, SHAPE * whole.heightPx) } : whole;
  const stills = columns.flatMap((checkpoint): readonly [Checkpoint, StripStill][] => {
    const planned = checkpoints[checkpoint];
    if (!planned) return [];
    const body = bodyAt?.(planned.at) ?? null;
    const leftPx = body
      ? leftOf(body, checkpoint, { whole, shape, size, isMirrored })
      : (whole.widthPx - shape.widthPx) / 2;
    const moved = ({ x, y }: Stroke['from']) => ({ x: x - leftPx, y: y - cutPx });
    const there = evidence.filter(({ at }) => Math.abs(at - planned.at) <= TIME_TOLERANCE);
    const strokes = plan.isFramed ? there.flatMap((each) => linesIn(plan, side, each)) : [];
    const late = checkpoints.strike ? (planned.at - checkpoints.strike.at) / pace : 0;
    const text = timeText(checkpoint, late);
    const still = {
      still: frames.get(planned.at),
      frame: { ...shape, picture: { ...whole.picture, xPx: whole.picture.xPx - leftPx } },
      bodyLines: body && hasBodyLines ? skeletonOf(body).lines : [],
      evidence: strokes.map((stroke) => ({ ...stroke, from: moved(stroke.from), to: moved(stroke.to) })),
      time: planned.isSure ? text : say(words.stillStrip.unsure, { text }),
    };
    return [[checkpoint, still]];
  });
  return { shape, stills: Object.fromEntries(stills) };
}

/** The frames without the rows that show neither picture, so that both golfers stay on one ground line; and the rows cut at the top. */
function trimmed(frames: Readonly<Record<Side, StillFrame>>) {
  const pictures = SIDES.map((side) => frames[side].picture);
  const cutPx = Math.max(0, Math.min(...pictures.map(({ yPx }) => yPx)));
  const bottomPx = Math.max(...pictures.map(({ yPx, heightPx }) => yPx + heightPx));
  const frameOf = ({ widthPx, heightPx, picture }: StillFrame): StillFrame => ({
    widthPx,
    heightPx: Math.min(heightPx, bottomPx) - cutPx,
    picture: { ...picture, yPx: picture.yPx - cutPx },
  });
  return { cutPx, frames: bySide((side) => frameOf(frames[side])) };
}

/** Width by height of a framed still: the golfer with the club to one side. */
const SHAPE = 0.8;
/** How far a still's middle is from the hips, in distances of the hands from them, and at most, in heights of the picture. */
const TOWARDS_HANDS = 1.6;
const MOST_ASIDE = 0.22;

interface StillCut {
  readonly whole: StillFrame;
  readonly shape: Size;
  readonly size: Size;
  readonly isMirrored: boolean;
}

/** The left edge of a still in the whole frame: on the hands' side of the golfer, where the club is, except at the top. */
function leftOf(body: SeenBody, checkpoint: Checkpoint, { whole, shape, size, isMirrored }: StillCut): number {
  const [hips, hands] = [middleOfPair(body, 'Hip').xPx, handsOf(body).xPx];
  const aside = checkpoint === 'top' || checkpoint === 'finish' ? 0 : TOWARDS_HANDS * (hands - hips);
  const scale = whole.picture.widthPx / size.widthPx;
  const most = MOST_ASIDE * whole.heightPx;
  const [hipsPx, asidePx] = [hips * scale, Math.min(Math.max(aside * scale, -most), most)];
  const inPicture = isMirrored ? whole.picture.widthPx - hipsPx - asidePx : hipsPx + asidePx;
  const leftPx = whole.picture.xPx + inPicture - shape.widthPx / 2;
  return Math.min(Math.max(leftPx, 0), whole.widthPx - shape.widthPx);
}

/** The true time from a checkpoint to the strike, such as "0.24 s before impact". */
function timeText(checkpoint: Checkpoint, late: number): string {
  if (checkpoint === 'strike') return words.stage.checkpoints.strike;
  const said = late < 0 ? words.stillStrip.beforeStrike : words.stillStrip.afterStrike;
  return say(said, { seconds: formatSeconds(Math.abs(late)) });
}

interface StripStill {
  readonly still: Still | undefined;
  readonly frame: StillFrame;
  /** The body lines, in pixels of the clip's upright picture; empty if off or unknown. */
  readonly bodyLines: readonly SkeletonLine[];
  /** The lines at the differences, in pixels of the frame; empty if off or unknown. */
  readonly evidence: readonly Stroke[];
  /** The time before or after the strike. */
  readonly time: string;
}

interface StripSide {
  /** "You" or the golfer's name. */
  readonly name: string;
  /** Tempo ratio and seconds, as text; null if a mark is missing. */
  readonly tempo: string | null;
  readonly isMirrored: boolean;
  /** The size of each still's frame. */
  readonly shape: Size;
  /** The size of the clip's upright picture. */
  readonly size: Size;
  /** Without those that are not marked. */
  readonly stills: Readonly<Partial<Record<Checkpoint, StripStill>>>;
}

/** Paints the strip on a new canvas; `order` is the order of the rows. */
function drawStrip(
  sides: Readonly<Record<Side, StripSide>>,
  { order, columns }: { readonly order: readonly Side[]; readonly columns: readonly Checkpoint[] },
  colors: StillColors,
): Awaited<ReturnType<PaintPicture>> {
  const layout = layOutStrip(order, { user: sides.user.shape, pro: sides.pro.shape }, columns);
  const { canvas, context } = blankPicture(layout.size, colors);
  drawHeadings(context, layout, colors);
  for (const { side, baselinePx } of layout.rows) {
    const widestPx = layout.size.widthPx - 2 * MARGIN_PX;
    const font = `800 30px ${FACE}`;
    write(context, headOf(sides[side]), { xPx: MARGIN_PX, baselinePx, font, color: colors[side], widestPx });
  }
  for (const place of layout.stills) drawStill(context, place, sides[place.side], colors);
  const foot = { xPx: MARGIN_PX, baselinePx: layout.footPx, font: `600 20px ${FACE}`, color: colors.soft };
  write(context, words.app.name, foot);
  return { canvas, spots: spotsOf(layout) };
}

/** The place of each pair, from its heading to the lower time, in shares of the picture. */
function spotsOf({ size, columns, columnPx, footPx }: StripLayout): readonly PictureSpot[] {
  return columns.map(({ checkpoint, middlePx }) => ({
    name: checkpoint,
    label: words.stage.checkpoints[checkpoint],
    left: (middlePx - columnPx / 2) / size.widthPx,
    width: columnPx / size.widthPx,
    top: MARGIN_PX / size.heightPx,
    height: (footPx - FOOT_PX * 0.6 - MARGIN_PX) / size.heightPx,
  }));
}

function drawHeadings(context: CanvasRenderingContext2D, layout: StripLayout, colors: StillColors): void {
  const font = `700 28px ${FACE}`;
  for (const { checkpoint, middlePx } of layout.columns) {
    const name = words.stage.checkpoints[checkpoint];
    context.font = font;
    const widthPx = context.measureText(name).width;
    if (isPosition(checkpoint)) {
      context.save();
      context.translate(middlePx - widthPx / 2 - 34, layout.headingPx - 22);
      context.scale(1.5, 1.5);
      context.fillStyle = colors.ink;
      context.fill(new Path2D(POSITION_PATHS[checkpoint]));
      context.restore();
    }
    write(context, name, { xPx: middlePx - widthPx / 2, baselinePx: layout.headingPx, font, color: colors.ink });
  }
}

function drawStill(
  context: CanvasRenderingContext2D,
  { side, checkpoint, rect }: StillPlace,
  { stills, isMirrored, shape, size }: StripSide,
  colors: StillColors,
): void {
  const { still, frame = wholeFrame(shape), bodyLines = [], evidence: strokes = [], time } = stills[checkpoint] ?? {};
  const paintOn = (onto: CanvasRenderingContext2D) => {
    onto.scale(1 / size.widthPx, 1 / size.heightPx);
    const widthPx = size.heightPx / 220;
    // A dark edge makes them visible on any picture.
    drawLines(onto, bodyLines, { color: 'rgb(0 0 0 / 60%)', widthPx: 2 * widthPx });
    drawLines(onto, bodyLines, { color: colors[side], widthPx });
  };
  paintStill(context, rect, { still, frame, isMirrored, strokes, paintOn }, colors);
  const baselinePx = rect.yPx + rect.heightPx + 28;
  const font = `600 22px ${FACE}`;
  write(context, time ?? words.stillStrip.notMarked, {
    xPx: rect.xPx,
    baselinePx,
    font,
    color: colors[side],
    widestPx: rect.widthPx,
  });
}

function headOf({ name, tempo }: StripSide): string {
  return tempo === null ? name : say(words.stillStrip.nameAndTempo, { name, tempo });
}

interface StripLayout {
  readonly size: Size;
  readonly stills: readonly StillPlace[];
  readonly columns: readonly { readonly checkpoint: Checkpoint; readonly middlePx: number }[];
  readonly columnPx: number;
  /** The baseline of the columns' headings. */
  readonly headingPx: number;
  readonly rows: readonly { readonly side: Side; readonly baselinePx: number }[];
  /** The baseline of the line at the foot. */
  readonly footPx: number;
}

interface StillPlace {
  readonly side: Side;
  readonly checkpoint: Checkpoint;
  readonly rect: Rect;
}

const HEADING_PX = 56;
const NAME_PX = 52;
const TIME_PX = 40;
const FOOT_PX = 44;
/** The height of a still, and its greatest width where there are more than three pairs. */
const STILL_HEIGHT_PX = 540;
const MANY_WIDTH_PX = 400;

/** Lays out a strip for rows in this order, pictures of these sizes, and these columns. */
export function layOutStrip(
  order: readonly Side[],
  sizes: Readonly<Record<Side, Size>>,
  checkpoints: readonly Checkpoint[] = POSITIONS,
): StripLayout {
  const widestPx = checkpoints.length > POSITIONS.length ? MANY_WIDTH_PX : undefined;
  const stillSizes = bySide((side) => stillSize(sizes[side], STILL_HEIGHT_PX, widestPx));
  const columnPx = Math.max(stillSizes.user.widthPx, stillSizes.pro.widthPx);
  const columns = checkpoints.map((checkpoint, index) => ({
    checkpoint,
    middlePx: MARGIN_PX + index * (columnPx + GAP_PX) + columnPx / 2,
  }));
  const stills: StillPlace[] = [];
  const rows: { side: Side; baselinePx: number }[] = [];
  let yPx = MARGIN_PX + HEADING_PX;
  for (const side of order) {
    rows.push({ side, baselinePx: yPx + NAME_PX * 0.68 });
    yPx += NAME_PX;
    const { widthPx, heightPx } = stillSizes[side];
    for (const { checkpoint, middlePx } of columns) {
      stills.push({ side, checkpoint, rect: { xPx: Math.round(middlePx - widthPx / 2), yPx, widthPx, heightPx } });
    }
    yPx += heightPx + TIME_PX;
  }
  return {
    size: { widthPx: 2 * MARGIN_PX + columns.length * (columnPx + GAP_PX) - GAP_PX, heightPx: yPx + FOOT_PX },
    stills,
    columns,
    columnPx,
    rows,
    headingPx: MARGIN_PX + HEADING_PX * 0.6,
    footPx: yPx + FOOT_PX * 0.6,
  };
}
