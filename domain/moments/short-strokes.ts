// Finds chips, pitches and putts in a track: the hands leave their place at rest, turn, pass it again and go on. They stay
// too low for hands-swings.ts. Deterministic, and independent of slow motion because times are measured in downswings.
import { bodySizePx, distancePx, handsOf, type JointPair, medianOf, middleOfPair } from '#domain/body/body-geometry.ts';
import { meanCertainty } from '#domain/body/body-proportions.ts';
import {
  type BodyTrack,
  LEAST_CERTAINTY,
  type PicturePoint,
  type SeenBody,
  seenFrames,
} from '#domain/body/body-track.ts';
import { type HandsPlace, handsPath } from '#domain/body/hands-path.ts';
import { type HandsSwing, type RestRule, restsBefore } from './hands-swings.ts';
import { featuresLikeness } from './ramp.ts';

// Source of all limits: docs/measurements.md, 074: short strokes. Distances in body sizes, times in downswings.
/** Minimum distance of the hands at the top from their place at rest. */
const LEAST_BACK = 0.07;
/** The hands at rest: as in a full swing, in a smaller measure, and at any height. */
const REST: RestRule = {
  belowTop: Number.NEGATIVE_INFINITY,
  begins: { distance: 0.02, spreads: 1.3 },
  left: { distance: 0.06, spreads: 2 },
  drawnBack: 1.5,
};
/** Share of the backswing that the hands must have come back before they count as returning. */
const COMES_BACK = 0.5;
/** Distance by which the hands must move on after their return. */
const MOVES_ON = 0.05;
/** Time after the strike within which the follow-through is measured. */
const FOLLOW_THROUGH = 1.5;
/** Hands that are lower for less than twice this time are not: their wrists were seen elsewhere, behind the body or the club. */
const LOW_FOR = 0.15;
/** The hands pass their place at rest before the strike, by this share of their time from the top to that place. */
const HANDS_LEAD = 0.15;
/** Minimum number of detected bodies from rest to strike. */
const LEAST_FRAMES = 4;

/** Features of a short stroke: at `reject` the movement is certainly none, from `accept` on it may be one. */
const FEATURES = {
  /** Distance of the hands at the top from their place at rest. */
  back: { reject: 0.08, accept: 0.12 },
  /** Distance of `home` from the hands at rest, as a share of `back`. Otherwise a waggle would end beyond its own middle. */
  homeFromRest: { reject: 0.4, accept: 0.2 },
  /** Distance by which the returning hands miss their place at rest, as a share of `back`. */
  miss: { reject: 0.6, accept: 0.35 },
  /** Distance of the hands from their place at rest in the follow-through. */
  through: { reject: 0.06, accept: 0.1 },
  /** Backswing divided by downswing, lower limit. */
  leastTempo: { reject: 0.8, accept: 1.1 },
  /** Backswing divided by downswing, upper limit. */
  mostTempo: { reject: 5, accept: 3.5 },
  /** Distance between the wrists, median. */
  wristsApart: { reject: 0.22, accept: 0.14 },
  /** Largest movement of the hips. */
  hipsMove: { reject: 0.2, accept: 0.12 },
  /** Largest movement of the shoulders: who bends down and rises again moves them further. */
  shouldersMove: { reject: 0.16, accept: 0.09 },
  /** Largest movement of the ankles. */
  anklesMove: { reject: 0.15, accept: 0.08 },
  /** Height of the hips above the ankles, median. */
  standing: { reject: 0.38, accept: 0.48 },
  /** Height of the hands above the hips at rest. */
  highAtRest: { reject: 0.1, accept: 0.02 },
  /** Rise of the hands from rest to top: who bends down lowers them. */
  rise: { reject: -0.06, accept: -0.02 },
  /** Height of the lowest hands in the follow-through above the hands at rest: a club ends at the ground. */
  lowest: { reject: -0.12, accept: -0.06 },
  /** Height of the hands above the hips at the top: above it, the stroke is not short. */
  highAtTop: { reject: 0.3, accept: 0.2 },
  /** Length of the hands' way to the top, as a multiple of `back`. */
  detour: { reject: 2, accept: 1.4 },
  /** Mean certainty of all joints, 0 to 1. */
  certainty: { reject: 0.55, accept: 0.7 },
  /** Largest deviation of the body's size from its median, as a share. */
  sizeChanges: { reject: 0.2, accept: 0.1 },
} as const;

/** The hands relative to the ankles, in body sizes. */
interface Place extends PicturePoint {
  readonly time: number;
}

/** The short strokes of a track with a likeness above 0, likeliest first; of overlapping ones only the likeliest. */
export function shortStrokes(track: BodyTrack): readonly HandsSwing[] {
  const frames = seenFrames(track);
  const bodies = withCertainAnkles(frames.map(({ body }) => body));
  const sizePx = medianOf(bodies.map(bodySizePx));
  const path = handsPath(track);
  const places = bodies.map((body, at): Place => {
    const [hands, ankles] = [handsOf(body), middleOfPair(body, 'Ankle')];
    const time = frames[at]?.time ?? Number.NaN;
    return { time, xPx: (hands.xPx - ankles.xPx) / sizePx, yPx: (ankles.yPx - hands.yPx) / sizePx };
  });
  const strokes = places.flatMap((_, home) => {
    const turns = turnsAfter(places, home);
    return turns ? strokeOf(bodies, places, path, turns, sizePx) : [];
  });
  const likely = strokes.filter(({ likeness }) => likeness > 0);
  // Of equal ones the longest backswing: it begins nearest to the place at rest.
  likely.sort((a, b) => b.likeness - a.likeness || b.back - a.back);
  const kept: HandsSwing[] = [];
  for (const { back: _, ...stroke } of likely) {
    const isApart = (other: HandsSwing) => stroke.strikeTime <= other.restTime || other.strikeTime <= stroke.restTime;
    if (kept.every(isApart)) kept.push(stroke);
  }
  return kept;
}

const ANKLES = { leftAnkle: 'rightAnkle', rightAnkle: 'leftAnkle' } as const;

/**
 * The bodies, in which an ankle that is a guess is where it usually is beside the other one: down the line the model takes the club for
 * the hidden leg as they pass each other.
 */
function withCertainAnkles(bodies: readonly SeenBody[]): readonly SeenBody[] {
  const isGuess = ({ joints }: SeenBody, ankle: keyof typeof ANKLES) => joints[ankle].certainty < LEAST_CERTAINTY;
  const beside = (ankle: keyof typeof ANKLES): PicturePoint => {
    const apart = bodies
      .filter((body) => !isGuess(body, ankle) && !isGuess(body, ANKLES[ankle]))
      .map(({ joints }) => ({
        xPx: joints[ankle].xPx - joints[ANKLES[ankle]].xPx,
        yPx: joints[ankle].yPx - joints[ANKLES[ankle]].yPx,
      }));
    return { xPx: medianOf(apart.map(({ xPx }) => xPx)) || 0, yPx: medianOf(apart.map(({ yPx }) => yPx)) || 0 };
  };
  const places = { leftAnkle: beside('leftAnkle'), rightAnkle: beside('rightAnkle') };
  return bodies.map((body) => {
    const placed = (ankle: keyof typeof ANKLES) => {
      const [own, other] = [body.joints[ankle], body.joints[ANKLES[ankle]]];
      if (!isGuess(body, ankle) || isGuess(body, ANKLES[ankle])) return own;
      return { ...own, xPx: other.xPx + places[ankle].xPx, yPx: other.yPx + places[ankle].yPx };
    };
    return { ...body, joints: { ...body.joints, leftAnkle: placed('leftAnkle'), rightAnkle: placed('rightAnkle') } };
  });
}

/** The frames in which the hands are at home, turn at the top, and are nearest to home again. */
interface Turns {
  readonly home: number;
  readonly top: number;
  readonly low: number;
}

/** The next turn and return of hands that leave their place in a frame; null where they do not return or do not go on. */
function turnsAfter(places: readonly Place[], home: number): Turns | null {
  const away = (at: number) => distanceBetween(places, at, home);
  const hasTurned = (at: number, top: number) => away(top) >= LEAST_BACK && away(at) < COMES_BACK * away(top);
  let top = home;
  let at = home;
  for (; at < places.length && !hasTurned(at, top); at++) if (away(at) > away(top)) top = at;
  if (!hasTurned(at, top)) return null;
  let low = at;
  for (; away(at) <= away(low) + MOVES_ON; at++) if (away(at) < away(low)) low = at;
  return at < places.length ? { home, top, low } : null;
}

/** NaN outside the places. */
function distanceBetween(places: readonly Place[], a: number, b: number): number {
  const [from, to] = [places[a], places[b]];
  return from && to ? distancePx(from, to) : Number.NaN;
}

function strokeOf(
  bodies: readonly SeenBody[],
  places: readonly Place[],
  path: readonly HandsPlace[],
  turns: Turns,
  sizePx: number,
): (HandsSwing & { readonly back: number })[] {
  const { home, top, low } = turns;
  const [atHome, atTop] = [places[home], places[top]];
  if (!atHome || !atTop || low - home + 1 < LEAST_FRAMES) return [];
  const passes = passingTime(places, turns);
  const strikeTime = passes + HANDS_LEAD * (passes - atTop.time);
  const downswing = strikeTime - atTop.time;
  const [{ restTime, leftTime }] = restsBefore(path.slice(0, top + 1), { topTime: atTop.time, downswing }, REST);
  const firstTime = places[0]?.time ?? atHome.time;
  const times = {
    restTime: Math.max(firstTime, restTime),
    leftTime,
    topTime: atTop.time,
    strikeTime,
    downswing,
    firstTime,
  };
  const back = distanceBetween(places, top, home);
  return [{ ...times, isShort: true, back, likeness: likenessOf(bodies, places, turns, times, sizePx) }];
}

/** When the hands pass their place at rest, measured along the line from the top to it. */
function passingTime(places: readonly Place[], { home, top, low }: Turns): number {
  const [atHome, atTop] = [places[home], places[top]];
  if (!atHome || !atTop) return Number.NaN;
  const [x, y] = [atHome.xPx - atTop.xPx, atHome.yPx - atTop.yPx];
  const shareOf = ({ xPx, yPx }: Place) => ((xPx - atTop.xPx) * x + (yPx - atTop.yPx) * y) / (x * x + y * y);
  for (let at = top; at <= low + 1; at++) {
    const [from, to] = [places[at], places[at + 1]];
    if (!from || !to || shareOf(to) < 1) continue;
    return from.time + ((1 - shareOf(from)) / (shareOf(to) - shareOf(from))) * (to.time - from.time);
  }
  return places[low]?.time ?? Number.NaN;
}

/** The product of all features. */
function likenessOf(
  bodies: readonly SeenBody[],
  places: readonly Place[],
  { home, top, low }: Turns,
  { restTime, topTime, strikeTime, downswing }: Pick<HandsSwing, 'restTime' | 'topTime' | 'strikeTime' | 'downswing'>,
  sizePx: number,
): number {
  const during = bodies.slice(home, low + 1);
  const [atHome, atTop] = [bodies[home], bodies[top]];
  if (!atHome || !atTop) return 0;
  const rise = (body: SeenBody) => (middleOfPair(body, 'Hip').yPx - handsOf(body).yPx) / sizePx;
  const mostMoved = (pair: JointPair) =>
    Math.max(...during.map((body) => distancePx(middleOfPair(body, pair), middleOfPair(atHome, pair)) / sizePx));
  const back = distanceBetween(places, top, home);
  const atRest = Math.max(
    home,
    places.findLastIndex(({ time }) => time <= restTime),
  );
  const way = sumOf(
    places.slice(atRest, top).map((_, step) => distanceBetween(places, atRest + step, atRest + step + 1)),
  );
  const after = places.filter(({ time }, at) => at >= low && time <= strikeTime + FOLLOW_THROUGH * downswing);
  const homePlace = places[home] as Place;
  const lastingHeight = ({ time }: Place) =>
    Math.max(...after.filter((other) => Math.abs(other.time - time) <= LOW_FOR * downswing).map(({ yPx }) => yPx));
  const tempo = (topTime - restTime) / downswing;
  return featuresLikeness(FEATURES, {
    back,
    homeFromRest:
      distanceBetween(
        places,
        places.findLastIndex(({ time }) => time <= restTime),
        home,
      ) / back,
    miss: distanceBetween(places, low, home) / back,
    through: Math.max(...after.map((place) => distancePx(place, homePlace))),
    leastTempo: tempo,
    mostTempo: tempo,
    wristsApart: medianOf(during.map(({ joints }) => distancePx(joints.leftWrist, joints.rightWrist) / sizePx)),
    hipsMove: mostMoved('Hip'),
    shouldersMove: mostMoved('Shoulder'),
    anklesMove: mostMoved('Ankle'),
    standing: medianOf(
      during.map((body) => (middleOfPair(body, 'Ankle').yPx - middleOfPair(body, 'Hip').yPx) / sizePx),
    ),
    highAtRest: rise(atHome),
    rise: rise(atTop) - rise(atHome),
    lowest: Math.min(...after.map(lastingHeight)) - homePlace.yPx,
    highAtTop: rise(atTop),
    detour: way / back,
    certainty: sumOf(during.map(meanCertainty)) / during.length,
    sizeChanges: Math.max(...during.map((body) => Math.abs(bodySizePx(body) / sizePx - 1))),
  });
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
