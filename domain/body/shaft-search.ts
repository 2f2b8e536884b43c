// Which frames show the club's shaft at the positions of a swing, where to look for it in each, and the search while it is swung:
// a thin straight line that begins at the hands and points anywhere.
import { type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type FrameTimes, frameIndexAt, frameTimeAt, shownFor } from '#domain/video/frame-times.ts';
import { deliveryTime, measuringOf, type SaidOfBody } from './body-angles.ts';
import { handsOf, meanOf, middleOfPair, scaled } from './body-geometry.ts';
import { forwardOf } from './body-measures.ts';
import { bodyOverTime } from './body-over-time.ts';
import type { BodyTrack, MeasuredAt, PicturePoint, SeenBody, SeenShaft, ShaftAt } from './body-track.ts';
import { clubBackTime } from './checkpoints.ts';
import { type GrayPicture, lineness } from './gray-picture.ts';
import { evenFrames } from './sampled-frames.ts';
import {
  apart,
  clearestLine,
  findShaft,
  type LineCandidate,
  type LineLimits,
  type LinePlace,
  SHAFT_LEG_PX,
  type ShaftLine,
  type ShaftSearch,
  shaftSearchOn,
} from './shaft-line.ts';

/** One frame to search for the shaft. Times in seconds of the clip, lengths in its pixels. */
export interface ShaftFrame {
  readonly at: ShaftAt;
  readonly time: number;
  /** The time between this frame and the next. */
  readonly frameInterval: number;
  /** A frame in which the club is elsewhere, to tell it from the background. Null where none is needed. */
  readonly stillTime: number | null;
  readonly search: { readonly toGround: ShaftSearch } | { readonly swung: SwungSearch };
}

/** All frames to search, and the scale at which to read them. */
interface ShaftFrames {
  /** Multiplies the clip's size: a leg is then at most {@link SHAFT_LEG_PX} long. */
  readonly scale: number;
  readonly frames: readonly ShaftFrame[];
}

/**
 * Face-on, the hands' sides to which the shaft may point, in degrees from straight down away from the target. At the top the
 * head may be anywhere but below the hands; in the delivery it is behind them.
 */
const DIRECTIONS = { top: [40, 320], delivery: [30, 145] } as const;

/**
 * The frames in which a tracked golfer's shaft can be measured. Face-on it is not searched for at the strike, where the legs'
 * edges are found instead (docs/measurements.md, 067: the shaft). Without a view or hand only the rest is searched.
 */
export function shaftFrames(
  track: BodyTrack,
  frameTimes: FrameTimes,
  annotations: SwingAnnotations,
  slowMotionFactor = 1,
  said: SaidOfBody = {},
): ShaftFrames {
  const { view, hand } = measuringOf(track, annotations, slowMotionFactor, said);
  const bodyAt = bodyOverTime(track);
  const { restTime } = annotations;
  const atRest = searchAtRest(bodyAt, restTime);
  if (!atRest) return NO_FRAMES;
  const isInLine = view === 'down-the-line' && hand !== null;
  const isFaceOn = view === 'face-on' && hand !== null;
  const toes = isFaceOn ? 0 : isInLine ? forwardOf({ view, hand }) : atRest.toes;
  const searched = (at: MeasuredAt, frame: number): readonly ShaftFrame[] => {
    const time = frameTimes[frame];
    const body = time === undefined ? null : bodyAt(time);
    if (time === undefined || !body) return [];
    const frameInterval = (frameTimes[frame + 1] ?? time) - time;
    if (at === 'rest' || at === 'strike') {
      const toGround = { ...shaftSearchOn(body), legPx: atRest.legPx, toes } as const;
      return [{ at, time, frameInterval, stillTime: null, search: { toGround } }];
    }
    const swung = swungSearch(body, atRest.legPx, DIRECTIONS[at], hand === 'right' ? 1 : -1);
    return [{ at, time, frameInterval, stillTime: restTime, search: { swung } }];
  };
  const marked = (at: 'rest' | 'top' | 'strike') => {
    const time = timeOf(annotations, at);
    return time === null ? [] : searched(at, frameIndexAt(frameTimes, time));
  };
  const delivery = isFaceOn ? deliveryTime(track, annotations) : null;
  const before = delivery === null ? null : frameIndexAt(frameTimes, delivery);
  return {
    scale: scaleFor(atRest),
    frames: [
      ...marked('rest'),
      // Down the line the shaft points along the camera's view there: its angle in the picture says nothing.
      ...(isFaceOn ? marked('top') : []),
      ...(before === null ? [] : [...searched('delivery', before), ...searched('delivery', before + 1)]),
      ...(isInLine ? marked('strike') : []),
    ],
  };
}

const NO_FRAMES: ShaftFrames = { scale: 1, frames: [] };

/** The golfer's place at rest, the measure of all searches; null where no body was detected then. */
function searchAtRest(bodyAt: ReturnType<typeof bodyOverTime>, restTime: number | null): ShaftSearch | null {
  const rest = restTime === null ? null : bodyAt(restTime);
  return rest && shaftSearchOn(rest);
}

function scaleFor({ legPx }: ShaftSearch): number {
  return Math.min(1, SHAFT_LEG_PX / legPx);
}

/** How far from the time that the body gives the level shaft is searched, in seconds of real time, and in how many frames a second. */
const CLUB_BACK = { within: 0.13, picturesPerSecond: 30 } as const;
/** Where a nearly level shaft points from the hands, in degrees as in {@link DIRECTIONS}. */
const NEAR_LEVEL = [28, 152] as const;

/**
 * The frames around the level shaft in the backswing, seen face-on or from behind; none down the line, where it points along the
 * camera's view, and none without a hand.
 */
export function clubBackFrames(
  track: BodyTrack,
  frameTimes: FrameTimes,
  annotations: SwingAnnotations,
  slowMotionFactor = 1,
  said: SaidOfBody = {},
): ShaftFrames {
  const { view, hand } = measuringOf(track, annotations, slowMotionFactor, said);
  if (hand === null || view === null || view === 'down-the-line') return NO_FRAMES;
  const { restTime } = annotations;
  const bodyAt = bodyOverTime(track);
  const atRest = searchAtRest(bodyAt, restTime);
  const usual = clubBackTime(track, annotations, slowMotionFactor);
  if (!atRest || usual === null) return NO_FRAMES;
  const stretch = {
    from: usual - CLUB_BACK.within * slowMotionFactor,
    to: usual + CLUB_BACK.within * slowMotionFactor,
  };
  const around = evenFrames(frameTimes, stretch, slowMotionFactor, CLUB_BACK.picturesPerSecond);
  const frames = around.flatMap((frame): ShaftFrame[] => {
    const time = frameTimeAt(frameTimes, frame);
    const body = bodyAt(time);
    if (!body) return [];
    const swung = swungSearch(body, atRest.legPx, NEAR_LEVEL, forwardOf({ view, hand }));
    const frameInterval = shownFor(frameTimes, frame);
    return [{ at: 'club-back', time, frameInterval, stillTime: restTime, search: { swung } }];
  });
  return { scale: scaleFor(atRest), frames };
}

/** `towards`: the side of the target in a face-on picture, 1 for the right. */
function swungSearch(
  body: SeenBody,
  legPx: number,
  [from, to]: readonly [number, number],
  towards: 1 | -1,
): SwungSearch {
  const hands = middleOfPair(body, 'Wrist');
  const places = [body.joints.leftElbow, body.joints.rightElbow];
  return {
    hands: handsOf(body),
    legPx,
    directions: towards === 1 ? [-to, -from] : [from, to],
    avoided: places.map(({ xPx, yPx }) => (Math.atan2(xPx - hands.xPx, yPx - hands.yPx) * 180) / Math.PI),
  };
}

/** The shaft in one frame, in pixels of the clip. `picture` and `still` are the clip's frames at {@link ShaftFrames.scale}. */
export function shaftIn(
  { at, time, frameInterval, search }: ShaftFrame,
  scale: number,
  picture: GrayPicture,
  still: GrayPicture | null,
): SeenShaft | null {
  const found =
    'swung' in search
      ? findSwungShaft(picture, still, {
          ...search.swung,
          hands: scaled(search.swung.hands, scale),
          legPx: search.swung.legPx * scale,
        })
      : findShaft(picture, {
          ...search.toGround,
          hands: scaled(search.toGround.hands, scale),
          groundYPx: search.toGround.groundYPx * scale,
          legPx: search.toGround.legPx * scale,
        });
  if (!found) return null;
  const { grip, end, certainty } = found;
  return { at, time, frameInterval, grip: scaled(grip, 1 / scale), end: scaled(end, 1 / scale), certainty };
}

/** Where to look for a swung shaft, in pixels of the picture. */
export interface SwungSearch {
  /** The middle between both wrists. */
  readonly hands: PicturePoint;
  /** The length of a leg, from the hips to the ground: the scale of everything. Best {@link SHAFT_LEG_PX}. */
  readonly legPx: number;
  /** The directions in which the shaft may point, in degrees from straight down towards the right: from, to. */
  readonly directions: readonly [from: number, to: number];
  /** Directions from the hands in which there is something else, such as a forearm: in degrees as above. */
  readonly avoided: readonly number[];
}

/** A direction closer than this to an avoided one is not searched, in degrees. */
const AVOIDED_WITHIN = 24;
const LIMITS: LineLimits = {
  coarse: { degrees: 1.5, aside: 1.5, along: 3 },
  fine: { degrees: 0.5, aside: 0.75, along: 1 },
  reach: 0.08,
  sameAngle: 7,
  leastClear: 0.3,
  leastScore: 0.15,
};
/**
 * The parts that are searched, in leg lengths as all that follow: hands and grip hide the beginning, at the top the head may hide
 * the first half, and the shortest shaft seen face-on ends at 0.9.
 */
const NEAR = { from: 0.18, to: 0.8 } as const;
const FAR = { from: 0.45, to: 0.95 } as const;
/** The part of either that must lie inside the picture. */
const SHORTEST = 0.32;
/** A line that goes on behind the hands belongs to the background. */
const BEHIND = { from: 0.22, to: 0.6 } as const;

/**
 * The shaft; null where no line is clear enough. `still` is a picture of the same size in which the club is elsewhere: a line
 * that is in both belongs to the background.
 */
export function findSwungShaft(picture: GrayPicture, still: GrayPicture | null, search: SwungSearch): ShaftLine | null {
  return clearestLine(
    search.directions,
    search.legPx,
    LIMITS,
    (place) => candidateAt(picture, still, search, place),
    (degrees) => search.avoided.some((each) => apart(each, degrees) < AVOIDED_WITHIN),
  );
}

function candidateAt(
  picture: GrayPicture,
  still: GrayPicture | null,
  { hands, legPx }: SwungSearch,
  place: LinePlace,
): LineCandidate | null {
  const angle = (place.degrees * Math.PI) / 180;
  const [right, down] = [Math.sin(angle), Math.cos(angle)];
  const across = { x: down, y: -right };
  const grip = { xPx: hands.xPx + place.aside * down, yPx: hands.yPx - place.aside * right };
  const at = (along: number) => ({ xPx: grip.xPx + along * right, yPx: grip.yPx + along * down });
  const isInside = ({ xPx, yPx }: PicturePoint) =>
    xPx >= 0 && yPx >= 0 && xPx <= picture.widthPx - 1 && yPx <= picture.heightPx - 1;
  const clear: number[] = [];
  for (let along = NEAR.from * legPx; along <= FAR.to * legPx && isInside(at(along)); along += place.step) {
    const point = at(along);
    const now = Math.abs(lineness(picture, point, across, legPx));
    const before = still && now > 0 ? Math.abs(lineness(still, point, across, legPx)) : 0;
    clear.push(Math.max(0, now - before));
  }
  const step = place.step / legPx;
  const parts = [NEAR, FAR].flatMap(({ from, to }) => {
    const part = clear.slice(Math.round((from - NEAR.from) / step), Math.round((to - NEAR.from) / step));
    return part.length * step < SHORTEST
      ? []
      : [{ mean: meanOf(part), end: (NEAR.from + clear.length * step) * legPx }];
  });
  const [best] = parts.toSorted((a, b) => b.mean - a.mean);
  if (!best) return null;
  let [behind, behindCount] = [0, 0];
  for (let along = BEHIND.from * legPx; along <= BEHIND.to * legPx; along += 2 * place.step) {
    const point = at(-along);
    behind += isInside(point) ? Math.abs(lineness(picture, point, across, legPx)) : 0;
    behindCount += 1;
  }
  const score = Math.max(0, best.mean - behind / behindCount);
  return { ...place, grip, end: at(best.end), score };
}
