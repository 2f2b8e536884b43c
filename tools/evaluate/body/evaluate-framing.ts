// Evaluates what the framing shows of golfer, club and ball: every labeled swing of the folders beside the golfer that is suggested
// for it, in the pictures' place on four screens and in the file, with ball and club head as labeled by hand:
// node tools/evaluate/body/evaluate-framing.ts FOLDER… --tracks FOLDER [--layout stacked] [--only NAME] [--sheets FOLDER]
// `--tracks` are those of evaluate-repeatability.ts. Without `--layout` it is the one that the stage begins with.
// `--sheets` writes rest, top and strike of each pair as a phone and as the file shows them.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execaSync } from 'execa';
import library from '#content/library.json' with { type: 'json' };
import { bodyAngles } from '#domain/body/body-angles.ts';
import { handsLines } from '#domain/body/body-over-time.ts';
import { type BodyTrack, makeBodyTrack, type PicturePoint } from '#domain/body/body-track.ts';
import { CAMERA_VIEWS, GOLFER_HANDS } from '#domain/body/filmed.ts';
import {
  AS_FILMED,
  type ComparisonChoices,
  LAYOUTS,
  withSideChoices,
  withSlowMotion,
} from '#domain/comparison/comparison-choices.ts';
import { type AnnotatedClip, type ComparisonPlan, planComparison } from '#domain/comparison/comparison-plan.ts';
import { sidePicture } from '#domain/comparison/golfer-room.ts';
import { isLargerStacked } from '#domain/comparison/larger-stacked.ts';
import { toPlanTime } from '#domain/comparison/timeline.ts';
import { golferTempo } from '#domain/library/golfer.ts';
import { guessedClub } from '#domain/library/guessed-club.ts';
import { suggestedGolfers } from '#domain/library/suggest-golfers.ts';
import { placeOf } from '#domain/rendering/body-strokes.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { sourceTime } from '#domain/time.ts';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import bodyLabels from './body-labels.json' with { type: 'json' };
import { type BoxLabel, slowMotionOf } from './body-scores.ts';
import clubLabels from './club-and-ball-labels.json' with { type: 'json' };
import { labeledSwings, librarySwings } from './evaluated-swings.ts';

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    tracks: { type: 'string' },
    layout: { type: 'string' },
    only: { type: 'string' },
    sheets: { type: 'string' },
  },
});
if (!values.tracks || folders.length === 0) {
  console.error('Please name folders with a manifest.json, and the folder of the tracks: FOLDER… --tracks FOLDER');
  process.exit(2);
}
const tracksFolder = values.tracks;
const chosenLayout = LAYOUTS.find((layout) => layout === values.layout) ?? null;

/** The aspect ratio of the pictures' place on screens of these sizes; null for files, in the layout that a phone or a laptop shows. */
const PLACES = {
  '390×844': { aspect: 0.77, shown: 0.77 },
  '844×390': { aspect: 1.485, shown: 1.485 },
  '768×1024': { aspect: 1.245, shown: 1.245 },
  '1440×900': { aspect: 1.22, shown: 1.22 },
  'file of a phone': { aspect: null, shown: 0.77 },
  'file of a laptop': { aspect: null, shown: 1.22 },
} as const;
type Place = (typeof PLACES)[keyof typeof PLACES];
const SHEETS_OF = ['390×844', 'file of a laptop'];
const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };
/** How much the heights of two bodies may differ. */
const TOLERANCE = 0.05;

interface SwingToFrame {
  readonly name: string;
  readonly file: string;
  readonly video: ProbedVideo;
  readonly side: AnnotatedClip;
  readonly slowMotionFactor: number;
  /** Where ball and club head are seen at each position, as fractions of the picture. */
  readonly seen: Readonly<Record<Position, readonly SeenThing[]>>;
  readonly box: BoxLabel | null;
}

interface SeenThing {
  readonly what: 'ball' | 'club';
  readonly at: readonly number[];
}

const GOLFERS = librarySwings().map((golfer, id) => ({ id, golfer, ...rankedFacts(golfer.slug) }));
const workFolder = mkdtempSync(path.join(tmpdir(), 'swingmark-framing-'));
try {
  await evaluate();
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}

async function evaluate(): Promise<void> {
  const counts = new Map(Object.keys(PLACES).map((size) => [size, emptyCounts()]));
  for (const labeled of labeledSwings(folders)) {
    if (values.only && !labeled.slug.includes(values.only)) continue;
    const user = await swingToFrame(labeled);
    const { pro, isMirrored } = await suggestedFor(user);
    const own = withSideChoices({ ...AS_FILMED, framing: 'golfers' }, 'pro', { isMirrored });
    const factors = { user: user.slowMotionFactor, pro: pro.slowMotionFactor };
    for (const [size, place] of Object.entries(PLACES)) {
      const plan = planned({ user, pro }, withSlowMotion(own, factors), place);
      const count = counts.get(size) ?? emptyCounts();
      const misses = judge(plan, { user, pro }, count);
      if (misses.length > 0)
        console.log(`${user.name} beside ${pro.name}, ${size}, ${plan.layout}: ${misses.join(', ')}`);
      if (values.sheets && SHEETS_OF.includes(size))
        await writeSheet(plan, { user, pro }, path.join(values.sheets, `${user.name}-${SHEETS_OF.indexOf(size)}.png`));
    }
  }
  const share = ({ right, of }: Count) => `${right} of ${of} (${((100 * right) / Math.max(1, of)).toFixed(1)} %)`;
  console.table(
    Object.fromEntries(
      [...counts].map(([size, { ways, framed, smallest, ...judged }]) => [
        size,
        {
          ...Object.fromEntries(Object.entries(judged).map(([what, count]) => [what, share(count)])),
          framed: share(framed),
          layouts: [...ways].map(([layout, times]) => `${layout} ${times}`).join(', '),
          'smallest body': `${Math.round(100 * smallest)} %`,
        },
      ]),
    ),
  );
}

interface Count {
  right: number;
  of: number;
}

function emptyCounts() {
  const none = (): Count => ({ right: 0, of: 0 });
  return {
    'ball and club': none(),
    'club at the top': none(),
    hands: none(),
    heights: none(),
    framed: none(),
    ways: new Map<string, number>(),
    smallest: 1,
  };
}

type Pair = Readonly<Record<Side, SwingToFrame>>;

function planned({ user, pro }: Pair, choices: ComparisonChoices, { aspect, shown }: Place): ComparisonPlan {
  const plan = (layout: ComparisonChoices['layout'], shape: number | null): ComparisonPlan => {
    const result = planComparison(user.side, pro.side, 'strike', { ...choices, layout }, shape);
    if (!result.ok) throw new Error(`${user.name} beside ${pro.name}: ${result.problem}`);
    return result.plan;
  };
  const isStacked = isLargerStacked(plan('side-by-side', shown), plan('stacked', shown));
  return plan(chosenLayout ?? (isStacked ? 'stacked' : 'side-by-side'), aspect);
}

/** Counts what a plan shows, and names what it does not. */
function judge(plan: ComparisonPlan, pair: Pair, count: ReturnType<typeof emptyCounts>): readonly string[] {
  const outside = SIDES.flatMap((side) =>
    POSITIONS.flatMap((position) =>
      pair[side].seen[position]
        .filter(({ at: [x = 0, y = 0] }) => !isInside(plan, side, { xPx: x, yPx: y }, { widthPx: 1, heightPx: 1 }))
        .map(({ what }) => ({ side, position, what })),
    ),
  );
  const hands = SIDES.filter((side) => hasHandsOutside(plan, side, pair[side]));
  const [you = Number.NaN, they = Number.NaN] = SIDES.map((side) => bodyPx(plan, side, pair[side]));
  const add = (each: Count, isRight: boolean) => {
    each.of += 1;
    if (isRight) each.right += 1;
  };
  add(
    count['ball and club'],
    outside.every(({ position }) => position === 'top'),
  );
  add(
    count['club at the top'],
    outside.every(({ position }) => position !== 'top'),
  );
  add(count.framed, plan.isFramed);
  if (pair.user.side.body) add(count.hands, hands.length === 0);
  const isEqual = Math.abs(you / they - 1) <= TOLERANCE;
  if (!Number.isNaN(you)) add(count.heights, isEqual);
  count.ways.set(plan.layout, (count.ways.get(plan.layout) ?? 0) + 1);
  if (plan.isFramed) count.smallest = Math.min(count.smallest, you / plan.canvas.heightPx, they / plan.canvas.heightPx);
  return [
    ...outside.map(({ side, position, what }) => `${side}'s ${what} at ${position}`),
    ...hands.map((side) => `${side}'s hands`),
    ...(isEqual || Number.isNaN(you) ? [] : [`${(100 * (you / they - 1)).toFixed(1)} % taller`]),
    ...(plan.isFramed || outside.length + hands.length === 0 ? [] : ['not framed']),
  ];
}

function isInside(
  plan: ComparisonPlan,
  side: Side,
  point: PicturePoint,
  size: { readonly widthPx: number; readonly heightPx: number },
): boolean {
  const { x, y } = placeOf(plan, side, size)(point);
  const { xPx, yPx, widthPx, heightPx } = plan.panes[side].rect;
  return x >= xPx && x <= xPx + widthPx && y >= yPx && y <= yPx + heightPx;
}

/** Whether a part of the hands' path from rest to strike is outside of the pane, though inside of the picture. */
function hasHandsOutside(plan: ComparisonPlan, side: Side, { side: { body, annotations } }: SwingToFrame): boolean {
  if (!body) return false;
  const { widthPx, heightPx } = body.track;
  const [from, to] = [annotations.restTime ?? 0, annotations.strikeTime ?? 0];
  return handsLines(body.track)
    .flat()
    .filter(({ time, xPx, yPx }) => {
      const isFilmed = xPx >= 0 && xPx <= widthPx && yPx >= 0 && yPx <= heightPx;
      return isFilmed && time >= from && time <= to;
    })
    .some((point) => !isInside(plan, side, point, body.track));
}

/** The height of the body on the canvas, as labeled by hand or else as detected; NaN where neither is known. */
function bodyPx(
  plan: ComparisonPlan,
  side: Side,
  { side: { clip, annotations, body }, box, slowMotionFactor }: SwingToFrame,
): number {
  const seen = sidePicture(clip, annotations, body?.track ?? null, { ...AS_FILMED[side], slowMotionFactor }).body;
  const headTopPx = box ? box.headTopFraction * clip.heightPx : (seen?.headTopPx ?? Number.NaN);
  const solesPx = box ? box.solesFraction * clip.heightPx : (seen?.solesPx ?? Number.NaN);
  const place = placeOf(plan, side, clip);
  return place({ xPx: 0, yPx: solesPx }).y - place({ xPx: 0, yPx: headTopPx }).y;
}

async function swingToFrame({ file, slug, marks }: ReturnType<typeof labeledSwings>[number]): Promise<SwingToFrame> {
  const video = await probeClip(TOOLS, file);
  const track = storedTrack(slug);
  const body = track && { track, outlines: null };
  const [ball, ...heads] =
    (clubLabels.swings as Readonly<Record<string, readonly (readonly number[] | null)[]>>)[slug] ?? [];
  const thing = (what: SeenThing['what'], at: readonly number[] | null | undefined) => (at ? [{ what, at }] : []);
  const [rest, top, strike] = heads.map((head) => thing('club', head));
  return {
    name: slug,
    file,
    video,
    slowMotionFactor: slowMotionOf(marks),
    side: { clip: video.clip, annotations: marks, body },
    // The place where the ball lay belongs to the strike too.
    seen: { rest: [...thing('ball', ball), ...(rest ?? [])], top: top ?? [], strike: strike ?? [] },
    box: (bodyLabels as Readonly<Record<string, BoxLabel>>)[slug] ?? null,
  };
}

function storedTrack(slug: string): BodyTrack | null {
  const read = (what: string) => {
    const file = path.join(tracksFolder, `${slug}.original.${what}json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  };
  const track: BodyTrack | null = read('');
  return track && makeBodyTrack({ ...track, shafts: read('shafts.') ?? [], ball: read('ball.') });
}

/** The golfer that the home page suggests first, and whether it is shown in a mirror. */
async function suggestedFor({ side: { annotations, body }, slowMotionFactor }: SwingToFrame) {
  const angles = body && bodyAngles(body.track, annotations, slowMotionFactor);
  const tempo = golferTempo(annotations, slowMotionFactor);
  const { view = null, hand = null } = angles ?? {};
  const [best] = suggestedGolfers(GOLFERS, { view, hand, club: angles ? guessedClub(angles) : null, tempo });
  if (!best) throw new Error('The library is empty');
  const { slug, file, marks, body: facts, slowMotionFactor: factor } = best.golfer.golfer;
  const video = await probeClip(TOOLS, file);
  const { track } = facts;
  const fractions = ({ xPx, yPx }: PicturePoint) => [xPx / track.widthPx, yPx / track.heightPx];
  const club = (position: Position): SeenThing[] =>
    (track.shafts ?? []).filter(({ at }) => at === position).map(({ end }) => ({ what: 'club', at: fractions(end) }));
  const ball: SeenThing[] = track.ball ? [{ what: 'ball', at: fractions(track.ball) }] : [];
  const pro: SwingToFrame = {
    name: slug,
    file,
    video,
    slowMotionFactor: factor,
    box: null,
    side: { clip: video.clip, annotations: marks, body: facts },
    seen: { rest: [...ball, ...club('rest')], top: club('top'), strike: club('strike') },
  };
  return { pro, isMirrored: best.isMirrored };
}

function rankedFacts(wanted: string) {
  const golfer = library.golfers.find(({ slug }) => slug === wanted);
  if (!golfer) throw new Error(`There is no golfer ${wanted}`);
  const { name, club, restTime, topTime, strikeTime } = golfer;
  const view = CAMERA_VIEWS.find((each) => each === golfer.view) ?? null;
  const hand = GOLFER_HANDS.find((each) => each === golfer.hand) ?? null;
  const factor = 'slowMotionFactor' in golfer ? Number(golfer.slowMotionFactor) : 1;
  return { name, club, view, hand, tempo: golferTempo({ restTime, topTime, strikeTime }, factor) };
}

/** Rest, top and strike of the visitor's swing, with the other side at that time. */
async function writeSheet(plan: ComparisonPlan, { user, pro }: Pair, sheet: string): Promise<void> {
  mkdirSync(path.dirname(sheet), { recursive: true });
  const outputPath = path.join(workFolder, 'merged.mp4');
  const input = ({ file, video }: SwingToFrame) => ({ path: file, video });
  await mergeVideos(TOOLS, { plan, user: input(user), pro: input(pro), outputPath });
  const at = (annotations: SwingAnnotations, position: Position) =>
    toPlanTime(plan, 'user', sourceTime(timeOf(annotations, position) ?? 0));
  const times = POSITIONS.map((position) => Math.max(0, at(user.side.annotations, position)));
  const inputs = times.flatMap((time) => ['-ss', String(time), '-i', outputPath]);
  const scaled = times.map((_, index) => `[${index}]trim=end_frame=1,scale=-2:400[s${index}]`).join(';');
  const tiles = times.map((_, index) => `[s${index}]`).join('');
  const filter = ['-filter_complex', `${scaled};${tiles}hstack=${times.length}`];
  execaSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...filter, '-frames:v', '1', sheet], { stdin: 'ignore' });
}
