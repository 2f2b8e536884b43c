// A set of shots as one picture: all skeletons over the typical shot, and its values on a scale with the goal. Made on this device.
import { useMemo } from 'react';
import type { SkeletonLine } from '#domain/body/skeleton.ts';
import type { Focus } from '#domain/focus/focus.ts';
import type { MeasuredValue } from '#domain/focus/retest.ts';
import { planShotsPicture, type ShotPose, type ShotsPicture } from '#domain/focus/shots-picture.ts';
import type { Rect } from '#domain/geometry.ts';
import { shotsFileName } from '#domain/video/file-name.ts';
import { blankPicture, drawLines, FACE, MARGIN_PX, type StillColors, stillSize, write } from '#web/clip/paint-still.ts';
import { clipOfFile } from '#web/clip/playable-file.ts';
import { readFrames, type Still } from '#web/clip/read-stills.ts';
import { MadePicture } from '#web/compare/stills/made-picture.tsx';
import { today } from '#web/lib/save-file.tsx';
import { useHeightCm } from '#web/preview/golfer-height.tsx';
import { filmedText, focusName, focusValue, goalText } from '#web/words/focus-words.ts';
import { say, words } from '#web/words/words.ts';

/** A swing of the set, with all that the picture shows of it. */
export interface ShotInPicture {
  readonly number: number;
  readonly file: File;
  readonly measured: MeasuredValue;
  readonly pose: ShotPose;
}

interface ShotsPictureProps {
  readonly focus: Focus;
  readonly shots: readonly ShotInPicture[];
  readonly onClose: () => void;
}

export default function ShotsInOnePicture({ focus, shots, onClose }: ShotsPictureProps) {
  const heightCm = useHeightCm();
  const facts = useMemo(() => shotsFacts(focus, shots, heightCm), [focus, shots, heightCm]);
  const paint = useMemo(
    () => facts && ((colors: StillColors, signal: AbortSignal) => paintShots(facts, colors, signal)),
    [facts],
  );
  return (
    <MadePicture
      paint={paint}
      fileName={shotsFileName(today())}
      alt={() => facts?.alt ?? ''}
      making={words.stillStrip.making}
      onClose={onClose}
    />
  );
}

/** The plan of the picture, and its texts. */
interface ShotsFacts {
  readonly plan: ShotsPicture;
  readonly focus: Focus;
  readonly shots: readonly ShotInPicture[];
  readonly typical: ShotInPicture;
  readonly means: string;
  readonly alt: string;
  readonly legend: readonly { readonly text: string; readonly shot: 'typical' | 'best' }[];
  readonly goal: string;
}

export function shotsFacts(focus: Focus, shots: readonly ShotInPicture[], heightCm: number): ShotsFacts | null {
  const plan = planShotsPicture(focus, shots);
  const [typical, best] = plan ? [shots[plan.typical], shots[plan.best]] : [];
  if (!plan || !typical || !best) return null;
  const text = (value: number) => focusValue(focus, value, heightCm);
  const named = ({ number, measured }: ShotInPicture) => ({ number, value: text(measured.value) });
  const { least, most, mean } = plan;
  const means = say(words.focus.togetherMeans, {
    count: shots.length,
    least: text(least),
    most: text(most),
    mean: text(mean),
  });
  return {
    plan,
    focus,
    shots,
    typical,
    means,
    alt: say(words.focus.togetherPicture, { name: focusName(focus), means, typical: typical.number }),
    legend:
      typical === best
        ? [{ shot: 'typical', text: say(words.focus.typicalAndBest, named(typical)) }]
        : [
            { shot: 'typical', text: say(words.focus.typical, named(typical)) },
            { shot: 'best', text: say(words.focus.best, named(best)) },
          ],
    goal: say(words.focus.goalIs, { goal: goalText(focus, heightCm) }),
  };
}

const PICTURE_HEIGHT_PX = 1000;
const PICTURE_WIDTH_PX = 960;
const LINE_PX = 40;
const SCALE_PX = 92;
const FONTS = { title: `800 36px ${FACE}`, text: `600 24px ${FACE}`, means: `700 28px ${FACE}` } as const;
/** Darkens the picture, so that the skeletons stand out. */
const SHADE = 'rgb(0 0 0 / 45%)';
const OTHERS = 'rgb(255 255 255 / 55%)';
const DASHES = [22, 16];

export async function paintShots(facts: ShotsFacts, colors: StillColors, signal: AbortSignal) {
  const { plan, focus, typical, means, legend, goal } = facts;
  const still = await stillOf(typical, signal);
  const shown = stillSize(plan.crop, PICTURE_HEIGHT_PX, PICTURE_WIDTH_PX);
  const headPx = MARGIN_PX + 2 * LINE_PX;
  const rect: Rect = { xPx: MARGIN_PX, yPx: headPx, ...shown };
  const footPx = headPx + shown.heightPx + 12;
  const size = {
    widthPx: 2 * MARGIN_PX + Math.max(shown.widthPx, LEAST_WIDTH_PX),
    heightPx: footPx + (legend.length + 3) * LINE_PX + SCALE_PX,
  };
  const { canvas, context } = blankPicture(size, colors);
  const widestPx = size.widthPx - 2 * MARGIN_PX;
  const line = (text: string, baselinePx: number, font: string, color: string, indentPx = 0) =>
    write(context, text, { xPx: MARGIN_PX + indentPx, baselinePx, font, color, widestPx: widestPx - indentPx });
  line(focusName(focus), MARGIN_PX + 28, FONTS.title, colors.ink);
  line(filmedText(focus), MARGIN_PX + 28 + LINE_PX, FONTS.text, colors.soft);
  drawPoses(context, rect, { still, plan, clip: typical.pose }, colors);
  line(means, footPx + 32, FONTS.means, colors.ink);
  drawScale(context, { xPx: MARGIN_PX, yPx: footPx + 48, widthPx: widestPx, heightPx: SCALE_PX }, facts, colors);
  let baselinePx = footPx + 48 + SCALE_PX + 24;
  for (const { shot, text } of legend) {
    const sample: SkeletonLine = [
      { xPx: MARGIN_PX, yPx: baselinePx - 8 },
      { xPx: MARGIN_PX + 70, yPx: baselinePx - 8 },
    ];
    drawLines(context, [sample], {
      color: colorOf(shot, colors),
      widthPx: 8,
      ...(shot === 'best' && { dashes: DASHES }),
    });
    line(text, baselinePx, FONTS.text, colors.ink, 90);
    baselinePx += LINE_PX;
  }
  line(`${goal}${words.app.separator}${words.app.name}`, baselinePx, FONTS.text, colors.soft);
  return { canvas };
}

/** The texts need this much, however narrow the picture is. */
const LEAST_WIDTH_PX = 640;

const colorOf = (shot: 'typical' | 'best', { user, pro }: StillColors) => (shot === 'typical' ? user : pro);

async function stillOf({ file, pose }: ShotInPicture, signal: AbortSignal): Promise<Still> {
  const clip = await clipOfFile(file);
  if (!clip) throw new Error('The clip cannot be read');
  const src = URL.createObjectURL(file);
  try {
    const [still] = await readFrames({ src, frameTimes: clip.frameTimes }, [pose.time], signal);
    if (!still) throw new Error('The frame cannot be read');
    return still;
  } finally {
    URL.revokeObjectURL(src);
  }
}

interface Poses {
  readonly still: Still;
  readonly plan: ShotsPicture;
  /** The size of the clip's picture, in whose pixels the skeletons are. */
  readonly clip: ShotPose;
}

function drawPoses(
  context: CanvasRenderingContext2D,
  rect: Rect,
  { still, plan, clip }: Poses,
  colors: StillColors,
): void {
  const { crop, skeletons, typical, best } = plan;
  const sharp = still.width / clip.widthPx;
  const part = [crop.xPx, crop.yPx, crop.widthPx, crop.heightPx].map((px) => px * sharp) as Four;
  context.save();
  context.beginPath();
  context.rect(rect.xPx, rect.yPx, rect.widthPx, rect.heightPx);
  context.clip();
  context.drawImage(still, ...part, rect.xPx, rect.yPx, rect.widthPx, rect.heightPx);
  context.fillStyle = SHADE;
  context.fillRect(rect.xPx, rect.yPx, rect.widthPx, rect.heightPx);
  const scale = rect.widthPx / crop.widthPx;
  context.translate(rect.xPx - crop.xPx * scale, rect.yPx - crop.yPx * scale);
  context.scale(scale, scale);
  for (const [index, lines] of skeletons.entries()) {
    if (index !== typical && index !== best) drawLines(context, lines, { color: OTHERS, widthPx: 3 / scale });
  }
  const widthPx = 7 / scale;
  drawLines(context, skeletons[typical] ?? [], { color: colorOf('typical', colors), widthPx });
  if (best !== typical) {
    const dashes = DASHES.map((px) => (px * widthPx) / 8);
    drawLines(context, skeletons[best] ?? [], { color: colorOf('best', colors), widthPx, dashes });
  }
  context.restore();
}

type Four = [number, number, number, number];

/** All values as points on a band from the least to the greatest, their mean as a bar, and the goal as a flag. */
function drawScale(
  context: CanvasRenderingContext2D,
  { xPx, yPx, widthPx, heightPx }: Rect,
  { plan, focus, shots }: ShotsFacts,
  colors: StillColors,
): void {
  const ends = [plan.least, plan.most, focus.goal, focus.before.value];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const at = (value: number) => xPx + 12 + ((widthPx - 24) * (value - low)) / (high - low || 1);
  const middlePx = yPx + heightPx / 2;
  context.save();
  context.fillStyle = colors.empty;
  context.beginPath();
  context.roundRect(xPx, middlePx - 14, widthPx, 28, 14);
  context.fill();
  context.fillStyle = colors.user;
  context.globalAlpha = 0.35;
  context.beginPath();
  context.roundRect(at(plan.least) - 12, middlePx - 14, at(plan.most) - at(plan.least) + 24, 28, 14);
  context.fill();
  context.globalAlpha = 1;
  for (const { measured } of shots) {
    context.beginPath();
    context.arc(at(measured.value), middlePx, 7, 0, 2 * Math.PI);
    context.fill();
  }
  context.fillRect(at(plan.mean) - 3, middlePx - 26, 6, 52);
  context.fillStyle = colors.pro;
  const goalPx = at(focus.goal);
  context.fillRect(goalPx - 2, middlePx - 34, 4, 62);
  context.beginPath();
  const wayPx = goalPx > xPx + widthPx / 2 ? -26 : 26;
  context.moveTo(goalPx, middlePx - 34);
  context.lineTo(goalPx + wayPx, middlePx - 24);
  context.lineTo(goalPx, middlePx - 14);
  context.fill();
  context.restore();
}
