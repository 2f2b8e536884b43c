// A scene in front of the camera: a golfer waits, waggles, may take a practice swing, and strikes. Seeded and pure.
// The bodies and clubs come from the studio.
import { type ClipPlan, GOLFERS } from '#content/studio/clips.ts';
import type { PlayerStyle } from '#content/studio/motion/player-style.ts';
import { JOINTS, type Joint, type PicturePoint } from '#domain/body/body-track.ts';
import type { Position } from '#domain/swing/swing.ts';
import { plannedGolfer, type StudioGolfer } from '#tools/evaluate/body/studio-joints.ts';
import type { Chance } from './chance.ts';

/** Everything that moves, at one time, in the pixels of a picture that does not move. */
export interface ScenePlaces {
  readonly joints: Readonly<Record<Joint, PicturePoint>>;
  /** Grip's end and head; null without a club. */
  readonly club: readonly [butt: PicturePoint, head: PicturePoint] | null;
  readonly ball: PicturePoint | null;
}

/** A scene in seconds of life, from 0 on. */
export interface Scene {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly length: number;
  /** The length of an average golfer's body in the picture. */
  readonly bodyPx: number;
  /** When the swing has its positions, in seconds of life; null in a scene without a swing. */
  readonly positions: Readonly<Record<Position, number>> | null;
  /** When a club meets a ball. */
  readonly strikes: readonly number[];
  /** The arm that the body hides from the camera. */
  readonly hiddenArm: 'left' | 'right' | null;
  readonly placesAt: (time: number) => ScenePlaces;
}

/** Tempo, in seconds of life. */
function drawnTempo(chance: Chance): { readonly back: number; readonly down: number } {
  const down = Math.min(0.5, Math.max(0.19, 0.27 * Math.exp(chance.normal(0.16))));
  return { back: down * Math.min(5.2, Math.max(1.6, 3.1 * Math.exp(chance.normal(0.22)))), down };
}

/** A chip is a short stroke, which has rules of its own. */
const FULL_SWINGS = GOLFERS.filter(({ style }) => style.length > 0.6);

/** A plan for a new golfer, derived from one of the library's. */
function drawnPlan(chance: Chance, plans: readonly ClipPlan[] = FULL_SWINGS): ClipPlan {
  const [first, ...others] = plans;
  if (!first) throw new Error('Please name at least one plan to vary');
  const plan = chance.pick([first, ...others]);
  const woman = chance.happens(0.3);
  const isTall = chance.happens(0.6);
  const fault = () => (chance.happens(0.4) ? chance.between(0, 1) : 0);
  return {
    ...plan,
    club: chance.pick(['Driver', 'Driver', '7 iron', '7 iron', 'Pitching wedge']),
    view: chance.pick(['face-on', 'down-the-line']),
    hand: chance.happens(0.15) ? 'left' : 'right',
    ...(isTall ? { widthPx: 720, heightPx: 1280 } : { widthPx: 1280, heightPx: 720 }),
    pictureM: chance.ratio(2.6, isTall ? 7 : 6),
    shift: chance.between(-0.12, 0.12),
    body: { heightM: chance.between(1.58, 1.95), build: chance.between(0.88, 1.2), woman },
    style: drawnStyle(chance, plan.style),
    faults: { cast: fault(), earlyExtension: fault(), hangingBack: fault() },
  };
}

function drawnStyle(chance: Chance, style: PlayerStyle): PlayerStyle {
  /** As a part of the tour's 43° and 96°. */
  const turn = chance.between(0.78, 1.06);
  return {
    ...style,
    hipTurn: style.hipTurn + 43 * (turn - 1),
    chestTurn: style.chestTurn + 96 * (turn - 1),
    onePlane: chance.between(0, 1),
    pastParallel: style.pastParallel + chance.between(-12, 12),
    length: Math.min(1, style.length * chance.between(0.85, 1.08)),
  };
}

/** With a pause at the top, the position is placed at this share of the pause. */
const THROUGH_PAUSE = 0.7;
/** How long a golfer takes from one pose to another that is no part of a swing. */
const CHANGE_OF_POSE = 1.1;

/** A golfer's swing with what comes before and after it. */
export function swingScene(chance: Chance, plans?: readonly ClipPlan[]): Scene {
  const plan = drawnPlan(chance, plans);
  const { back, down } = drawnTempo(chance);
  const practises = chance.happens(0.2);
  const wait = chance.happens(0.12) ? chance.between(0, 0.3) : chance.ratio(0.4, practises ? 3 : 8);
  const practiceLength = practises ? chance.between(2.6, 4) : 0;
  const rest = practiceLength + wait;
  const after = chance.happens(0.1) ? chance.between(0.25, 0.6) : chance.ratio(0.7, 4);
  const golferWith = (times: ClipPlan['times'], length = plan.style.length) =>
    plannedGolfer({ ...plan, times, style: { ...plan.style, length }, slowMotionFactor: 1 });
  const real = golferWith({ rest, top: rest + back, strike: rest + back + down, end: rest + back + down + after });
  const pause = chance.happens(0.15) ? chance.ratio(0.03, 0.3) : 0;
  const strike = rest + back + pause + down;
  // The golfer's clock is stopped during the pause.
  const inSwing = (time: number) => Math.min(time, rest + back) + Math.max(0, time - rest - back - pause);
  const practice = practises ? practiceGolfer(chance, golferWith, plan.style.length, practiceLength) : null;
  const waggles = chance.happens(0.5) ? drawnWaggles(chance, practiceLength, rest, real) : [];
  const lowersAt = chance.happens(0.4) ? strike + chance.between(0.9, 1.6) : Number.POSITIVE_INFINITY;
  const atAddress = placesOf(real, Math.max(0, rest - 0.01), true);
  return {
    widthPx: real.widthPx,
    heightPx: real.heightPx,
    length: strike + after,
    bodyPx: real.bodyPx,
    positions: { rest, top: rest + back + THROUGH_PAUSE * pause, strike },
    strikes: [strike],
    hiddenArm: real.view === 'face-on' ? null : real.hand === 'right' ? 'left' : 'right',
    placesAt: (time) => {
      if (practice && time < practiceLength) {
        const share = (time - (practiceLength - CHANGE_OF_POSE)) / CHANGE_OF_POSE;
        return blended(placesOf(practice, time, true), placesOf(real, practiceLength, true), share);
      }
      const places = placesOf(real, inSwing(time), time < strike);
      if (time > lowersAt) return { ...blended(places, atAddress, (time - lowersAt) / CHANGE_OF_POSE), ball: null };
      return waggles.reduce((moved, waggle) => waggled(moved, waggle, time), places);
    },
  };
}

function practiceGolfer(
  chance: Chance,
  golferWith: (times: ClipPlan['times'], length: number) => StudioGolfer,
  fullLength: number,
  lasts: number,
): StudioGolfer {
  const rest = chance.between(0, 0.4);
  const [back, down] = [chance.between(0.5, 0.9), chance.between(0.24, 0.45)];
  return golferWith(
    { rest, top: rest + back, strike: rest + back + down, end: lasts },
    fullLength * chance.between(0.7, 1),
  );
}

function placesOf(golfer: StudioGolfer, time: number, hasBall: boolean): ScenePlaces {
  return { joints: golfer.jointsAt(time), club: golfer.clubAt(time), ball: hasBall ? golfer.ball : null };
}

/** A waggle: hands and club head leave their place and come back. */
interface Waggle {
  readonly from: number;
  readonly length: number;
  readonly handsPx: PicturePoint;
  readonly headPx: PicturePoint;
}

function drawnWaggles(chance: Chance, from: number, rest: number, golfer: StudioGolfer): readonly Waggle[] {
  const found: Waggle[] = [];
  const sizePx = 0.76 * golfer.bodyPx;
  let time = from;
  while (found.length < 8) {
    time += chance.between(0.1, 1.4);
    const length = chance.between(0.35, 1.1);
    if (time + length > rest - 0.08) break;
    const reach = chance.ratio(0.01, 0.12) * sizePx;
    const way = chance.between(0, 2 * Math.PI);
    const club = chance.between(1, 5);
    const handsPx = { xPx: reach * Math.cos(way), yPx: 0.5 * reach * Math.sin(way) };
    found.push({
      from: time,
      length,
      handsPx,
      headPx: { xPx: club * handsPx.xPx, yPx: -club * Math.abs(handsPx.yPx) },
    });
    time += length;
  }
  return found;
}

function waggled(places: ScenePlaces, { from, length, handsPx, headPx }: Waggle, time: number): ScenePlaces {
  const part = (time - from) / length;
  if (part <= 0 || part >= 1 || !places.club) return places;
  const share = Math.sin(Math.PI * part) ** 2;
  const moved = (point: PicturePoint, by: PicturePoint, of: number) => ({
    xPx: point.xPx + of * share * by.xPx,
    yPx: point.yPx + of * share * by.yPx,
  });
  const { leftWrist, rightWrist, leftElbow, rightElbow } = places.joints;
  const [butt, head] = places.club;
  return {
    ...places,
    joints: {
      ...places.joints,
      leftWrist: moved(leftWrist, handsPx, 1),
      rightWrist: moved(rightWrist, handsPx, 1),
      leftElbow: moved(leftElbow, handsPx, 0.5),
      rightElbow: moved(rightElbow, handsPx, 0.5),
    },
    club: [moved(butt, handsPx, 1), moved(head, headPx, 1)],
  };
}

/** Blends smoothly from one pose to another. A `share` below 0 gives the first one, above 1 the second. */
function blended(from: ScenePlaces, to: ScenePlaces, share: number): ScenePlaces {
  const held = Math.min(1, Math.max(0, share));
  const soft = held * held * (3 - 2 * held);
  const mixed = (a: PicturePoint, b: PicturePoint) => ({
    xPx: a.xPx + soft * (b.xPx - a.xPx),
    yPx: a.yPx + soft * (b.yPx - a.yPx),
  });
  const joints = JOINTS.map((joint) => [joint, mixed(from.joints[joint], to.joints[joint])]);
  return {
    joints: Object.fromEntries(joints) as ScenePlaces['joints'],
    club: from.club && to.club && [mixed(from.club[0], to.club[0]), mixed(from.club[1], to.club[1])],
    ball: from.ball,
  };
}
