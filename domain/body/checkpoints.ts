// The moments of a swing that coaches compare: the three marked positions, and five more between and after them, which are found
// from the tracked body. They follow the marks and need none of their own.
import { POSITIONS, type Position, type SwingAnnotations } from '#domain/swing/swing.ts';
import { measuringOf } from './body-angles.ts';
import { bodySizePx, degrees, handsOf, medianOf, middleOfPair } from './body-geometry.ts';
import { type Leg, leadOf } from './body-measures.ts';
import { bodyOverTime } from './body-over-time.ts';
import { type BodyTrack, type SeenBody, type SeenShaft, seenFrames } from './body-track.ts';
import { withoutLeaps } from './hands-path.ts';

/**
 * All checkpoints of a swing, in the order in which they happen; the definitions are those of GolfDB (McNally et al., 2019,
 * arXiv:1903.06528). `club-back`: the shaft is level in the backswing; `arm-back` and `arm-down`: the lead arm is level in the
 * backswing and in the downswing; `club-through`: the shaft is level after the strike; `finish`: the golfer
 * holds the final pose, of which GolfDB takes the last frame.
 */
export const CHECKPOINTS = [
  'rest',
  'club-back',
  'arm-back',
  'top',
  'arm-down',
  'strike',
  'club-through',
  'finish',
] as const;

/** One of {@link CHECKPOINTS}. */
export type Checkpoint = (typeof CHECKPOINTS)[number];

/** A checkpoint that is not marked but found. */
export type FoundCheckpoint = Exclude<Checkpoint, Position>;

/** A moment found from the body. */
interface FoundMoment {
  /** In seconds on the clip's shown timeline; usually between two frames. */
  readonly time: number;
  /** Whether it is known as surely as a position that the page calls found. */
  readonly isSure: boolean;
}

/** Whether a checkpoint is one of the marked positions. */
export function isPosition(checkpoint: Checkpoint): checkpoint is Position {
  return POSITIONS.some((position) => position === checkpoint);
}

/** The moments that were found. Those that the track does not show are missing. */
type FoundMoments = Readonly<Partial<Record<FoundCheckpoint, FoundMoment>>>;

/**
 * The found moments of a marked swing; none until all three positions are marked. They are where the mean of several simple
 * signs lies, because one joint alone is often wrong (docs/decisions/101). `slowMotionFactor` as in the choices.
 */
export function foundMoments(track: BodyTrack, annotations: SwingAnnotations, slowMotionFactor = 1): FoundMoments {
  const { restTime, topTime, strikeTime } = annotations;
  const key = [restTime, topTime, strikeTime, slowMotionFactor].join(' ');
  const known = latest.get(track);
  if (known?.key === key) return known.moments;
  const moments = findMoments(track, annotations, slowMotionFactor);
  latest.set(track, { key, moments });
  return moments;
}

/** A comparison is planned again with every move of a slider, and a search takes 3 ms: the last one of each track is kept. */
const latest = new WeakMap<BodyTrack, { readonly key: string; readonly moments: FoundMoments }>();

function findMoments(track: BodyTrack, annotations: SwingAnnotations, slowMotionFactor: number): FoundMoments {
  const { restTime, topTime, strikeTime } = annotations;
  if (restTime === null || topTime === null || strikeTime === null) return {};
  const { view, hand } = measuringOf(track, annotations, slowMotionFactor);
  const samples = handsSamples(withoutLeaps(track), leadOf(hand), slowMotionFactor);
  const isInLine = view === 'down-the-line';
  const within = (from: number, to: number) => samples.filter(({ time }) => time >= from && time <= to);
  const isExact = track.isExact === true;
  const swing: MarkedSwing = { restTime, topTime, strikeTime, slowMotionFactor, isInLine, isExact };
  const armBack = armBackOf(within(restTime, topTime), swing);
  const backFromStrike = within(topTime, strikeTime).toReversed();
  const armDown = isExact ? crossing(backFromStrike, 0, 'armUp') : crossing(backFromStrike, ARM_LEVEL.down);
  const found = {
    'club-back': clubBackOf(within(restTime, topTime), armBack.time, swing, track.shafts ?? []),
    'arm-back': armBack,
    'arm-down': armDown === null ? undefined : sureBetween(armDown, topTime, strikeTime, USUAL_ARM_DOWN),
    'club-through': clubThroughOf(within(strikeTime, strikeTime + slowMotionFactor), swing),
    finish: finishOf(within(strikeTime, Number.POSITIVE_INFINITY), swing),
  };
  return Object.freeze(Object.fromEntries(Object.entries(found).filter(([, moment]) => moment !== undefined)));
}

/** When the shaft is level in the backswing by the body alone, in seconds of the clip; null until all positions are marked. */
export function clubBackTime(track: BodyTrack, annotations: SwingAnnotations, slowMotionFactor = 1): number | null {
  return foundMoments({ ...track, shafts: [] }, annotations, slowMotionFactor)['club-back']?.time ?? null;
}

/** A marked swing. Times in seconds of the clip. */
interface MarkedSwing {
  readonly restTime: number;
  readonly topTime: number;
  readonly strikeTime: number;
  readonly slowMotionFactor: number;
  /** Whether it is filmed down the line, where the far arm is hidden and the club points along the camera's view. */
  readonly isInLine: boolean;
  /** Whether the joints are known, so that the lead arm alone tells when it is level. */
  readonly isExact: boolean;
}

// All thresholds are fitted to 63 swings labeled by eye (tools/evaluate/moments/checkpoint-labels.json); lengths in body sizes, times
// in seconds of real time.

/** Height of the hands over the middle of the shoulders when the lead arm is level: the lead shoulder is the lower one. */
const ARM_LEVEL = { faceOn: -0.08, inLine: -0.05, down: -0.07 } as const;
/** When the lead arm usually is level, as shares of the backswing and of the downswing; and how far a sure one may be off. */
const USUAL_ARM_BACK = { faceOn: 0.68, inLine: 0.66, within: 0.1 } as const;
const USUAL_ARM_DOWN = { at: 0.55, within: 0.22 } as const;

/** Down the line the hidden wrist is often seen too high, so that half of the answer is the usual share of the backswing. */
function armBackOf(samples: readonly HandsSample[], swing: MarkedSwing): FoundMoment {
  const { restTime, topTime, isInLine, isExact } = swing;
  const share = isInLine ? USUAL_ARM_BACK.inLine : USUAL_ARM_BACK.faceOn;
  const usual = restTime + share * (topTime - restTime);
  const known = isExact ? crossing(samples, 0, 'armUp') : null;
  if (known !== null) return { time: known, isSure: true };
  const seen = crossing(samples, isInLine ? ARM_LEVEL.inLine : ARM_LEVEL.faceOn);
  if (seen === null) return { time: usual, isSure: false };
  const time = isInLine ? (seen + usual) / 2 : seen;
  return sureBetween(time, restTime, topTime, { at: share, within: USUAL_ARM_BACK.within });
}

interface UsualShare {
  readonly at: number;
  readonly within: number;
}

/** A moment between two others, which is sure where its share of the time between them is usual. */
function sureBetween(time: number, from: number, to: number, usual: UsualShare): FoundMoment {
  return { time, isSure: Math.abs((time - from) / (to - from) - usual.at) <= usual.within };
}

/**
 * The signs of a level shaft in the backswing: a share of the time from rest until the arm is level, a time before that, and a share
 * of the way up that the hands then have.
 */
const CLUB_BACK = { faceOn: { share: 0.58, before: 0.145 }, inLine: { share: 0.68, before: 0.165 }, up: 0.3 } as const;
/** How far the signs of a sure one may be apart. */
const CLUB_BACK_SPREAD = 0.05;

function clubBackOf(
  samples: readonly HandsSample[],
  armBack: number,
  { restTime, slowMotionFactor, isInLine }: MarkedSwing,
  shafts: readonly SeenShaft[],
): FoundMoment {
  const { share, before } = isInLine ? CLUB_BACK.inLine : CLUB_BACK.faceOn;
  const [atRest] = samples;
  const low = atRest?.aboveShoulders ?? 0;
  const rising = crossing(samples, low + CLUB_BACK.up * (ARM_LEVEL.down - low));
  const signs = [
    restTime + share * (armBack - restTime),
    armBack - before * slowMotionFactor,
    ...(rising === null ? [] : [rising]),
  ];
  const usual = medianOf(signs);
  const level = isInLine ? null : shaftLevelTime(shafts, usual, slowMotionFactor);
  const spread = (Math.max(...signs) - Math.min(...signs)) / slowMotionFactor;
  return level === null
    ? { time: usual, isSure: isInLine && signs.length === 3 && spread <= CLUB_BACK_SPREAD }
    : { time: level, isSure: true };
}

/** How the shaft turns through level, in degrees per second of real time: 220 to 680 in the labeled swings. */
const TURNS = [220, 300, 400, 520, 680] as const;
/** The shafts that count for a level time: how far from it, how far from level, and how far off the line of a turn. */
const LEVEL_REACH = 0.13;
const LEVEL_DEGREES = 62;
const OFF_TURN = 9;
/** How far the level time may be from where the body has it, how far it usually is, and the steps in which it is searched. */
const LEVEL_SEARCH = { most: 0.16, usual: 0.05, step: 0.005 } as const;
/** The weight of a shaft that counts fully, and the sum of weights from which the time is taken. */
const FULL_CERTAINTY = 0.5;
const LEAST_SHAFTS = 1.2;

/**
 * When the shaft passes level, by the turn that agrees with most shafts seen around the time that the body gives. Null where too
 * few agree.
 */
function shaftLevelTime(shafts: readonly SeenShaft[], usual: number, slowMotionFactor: number): number | null {
  const seen = shafts.flatMap(({ at, time, grip, end, certainty }) => {
    const above = degrees(Math.atan2(grip.yPx - end.yPx, Math.abs(end.xPx - grip.xPx)));
    const isUsed = at === 'club-back' && Math.abs(above) <= LEVEL_DEGREES;
    return isUsed ? [{ time, above, weight: Math.min(1, certainty / FULL_CERTAINTY) }] : [];
  });
  let best = { score: Number.NEGATIVE_INFINITY, agreed: 0, time: usual };
  for (let away = -LEVEL_SEARCH.most; away <= LEVEL_SEARCH.most; away += LEVEL_SEARCH.step) {
    const time = usual + away * slowMotionFactor;
    for (const turn of TURNS) {
      const agreed = seen.reduce((sum, shaft) => {
        const late = (shaft.time - time) / slowMotionFactor;
        const off = (shaft.above - turn * late) / OFF_TURN;
        return Math.abs(late) > LEVEL_REACH ? sum : sum + shaft.weight * Math.exp(-(off ** 2));
      }, 0);
      const score = agreed - (away / LEVEL_SEARCH.usual) ** 2 / 2;
      if (score > best.score) best = { score, agreed, time };
    }
  }
  return best.agreed >= LEAST_SHAFTS ? best.time : null;
}

/** When the shaft is level after the strike: usually, and, face-on, where the hands have risen this far. */
const CLUB_THROUGH = { usual: 0.065, inLine: 0.07, handsAbove: -0.175, latest: 0.2 } as const;

function clubThroughOf(samples: readonly HandsSample[], swing: MarkedSwing): FoundMoment | undefined {
  const { strikeTime, slowMotionFactor, isInLine } = swing;
  if (samples.length < 2) return;
  if (isInLine) return { time: strikeTime + CLUB_THROUGH.inLine * slowMotionFactor, isSure: true };
  const usual = strikeTime + CLUB_THROUGH.usual * slowMotionFactor;
  const risen = crossing(samples, CLUB_THROUGH.handsAbove);
  const isNear = risen !== null && risen <= strikeTime + CLUB_THROUGH.latest * slowMotionFactor;
  return isNear ? { time: (risen + usual) / 2, isSure: true } : { time: usual, isSure: false };
}

/**
 * The finish: from this long after the strike on, the hands move slower than this, in body sizes per second over this time; the
 * club still needs a moment. It is never sure: golfers hold it, or spring back at once.
 */
const FINISH = { from: 0.2, speed: 0.6, over: 0.06, later: 0.2 } as const;

function finishOf(
  samples: readonly HandsSample[],
  { strikeTime, slowMotionFactor }: MarkedSwing,
): FoundMoment | undefined {
  const last = samples.at(-1);
  if (!last || last.time < strikeTime + FINISH.from * slowMotionFactor) return;
  const rests = samples.find((sample, index) => {
    const next = samples.slice(index).find(({ time }) => time >= sample.time + FINISH.over * slowMotionFactor);
    if (!next || sample.time < strikeTime + FINISH.from * slowMotionFactor) return false;
    const seconds = (next.time - sample.time) / slowMotionFactor;
    return Math.hypot(next.side - sample.side, next.rise - sample.rise) / seconds < FINISH.speed;
  });
  const restsAt = rests ? rests.time + FINISH.later * slowMotionFactor : last.time;
  return { time: Math.min(restsAt, last.time), isSure: false };
}

/** Samples per second of real time: fine enough for a straight line between two. */
const SAMPLES_PER_SECOND = 60;

/** The hands at one time of a swing. Lengths in body sizes. */
interface HandsSample {
  readonly time: number;
  /** Height of the hands above the middle of the shoulders. */
  readonly aboveShoulders: number;
  /** Height of the lead wrist above its shoulder. */
  readonly armUp: number;
  /** Place of the hands relative to the hips: to the right, and up. */
  readonly side: number;
  readonly rise: number;
}

function handsSamples(track: BodyTrack, lead: Leg, slowMotionFactor: number): readonly HandsSample[] {
  const frames = seenFrames(track);
  const sizePx = medianOf(frames.map(({ body }) => bodySizePx(body)));
  const [from, to] = [frames[0]?.time ?? 0, frames.at(-1)?.time ?? 0];
  const step = slowMotionFactor / SAMPLES_PER_SECOND;
  const bodyAt = bodyOverTime(track);
  const samples: HandsSample[] = [];
  for (let time = from; time <= to; time += step) {
    const body = bodyAt(time);
    if (body) samples.push(sampleOf(body, time, lead, sizePx));
  }
  return samples;
}

function sampleOf(body: SeenBody, time: number, lead: Leg, sizePx: number): HandsSample {
  const [hands, hips, shoulders] = [handsOf(body), middleOfPair(body, 'Hip'), middleOfPair(body, 'Shoulder')];
  return {
    time,
    aboveShoulders: (shoulders.yPx - hands.yPx) / sizePx,
    armUp: (body.joints[`${lead}Shoulder`].yPx - body.joints[`${lead}Wrist`].yPx) / sizePx,
    side: (hands.xPx - hips.xPx) / sizePx,
    rise: (hips.yPx - hands.yPx) / sizePx,
  };
}

/** The time at which the hands first rise above a height; null where they do not. Samples in either order of time. */
function crossing(
  samples: readonly HandsSample[],
  height: number,
  by: 'aboveShoulders' | 'armUp' = 'aboveShoulders',
): number | null {
  const index = samples.findIndex((sample) => sample[by] >= height);
  const [before, after] = [samples[index - 1], samples[index]];
  if (!before || !after) return null;
  const [low, high] = [before[by], after[by]];
  return before.time + ((after.time - before.time) * (height - low)) / (high - low);
}
