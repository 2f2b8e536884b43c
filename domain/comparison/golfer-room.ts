// The part of a side's picture that the golfer needs: the body, the path of the hands, the ball and the club's head at rest, top
// and strike.
import { bodiesAt } from '#domain/body/bodies-at.ts';
import { measuringOf } from '#domain/body/body-angles.ts';
import { bodyBox } from '#domain/body/body-box.ts';
import { distancePx, handsOf } from '#domain/body/body-geometry.ts';
import { forwardOf } from '#domain/body/body-measures.ts';
import { handsLines } from '#domain/body/body-over-time.ts';
import {
  type BodyTrack,
  LEAST_CERTAINTY,
  type PicturePoint,
  type SeenBody,
  type SeenShaft,
  seenFrames,
} from '#domain/body/body-track.ts';
import type { Size } from '#domain/geometry.ts';
import { POSITIONS, type SwingAnnotations } from '#domain/swing/swing.ts';
import type { Clip } from '#domain/video/clip.ts';
import { type GolferBox, LEAST_BOX_PERMILLE, type SideChoices } from './comparison-choices.ts';

/** The golfer's place at rest in the upright picture, as shown: mirrored where the picture is. */
export interface StandingBody {
  readonly headTopPx: number;
  /** Greater than the head's top. */
  readonly solesPx: number;
  readonly middlePx: number;
}

/** The edges of the part of a side's picture that a swing needs, in its pixels. May lie outside the picture. */
interface GolferRoom {
  readonly leftPx: number;
  readonly topPx: number;
  readonly rightPx: number;
  readonly bottomPx: number;
}

/** One side's upright picture and the golfer in it. */
export interface SidePicture extends Size {
  /** Null where the body is unknown. */
  readonly body: StandingBody | null;
  /** Null where body or hands' path are uncertain: the framing then does not use it. */
  readonly room: GolferRoom | null;
  /**
   * The body and the hands from setup through the follow-through, the ball, and the club's head at rest, top and strike. Absent or
   * null where only `room` is known.
   */
  readonly closeRoom?: GolferRoom | null;
}

/** Minimum bodies at rest for a reliable box: a clip that begins at rest has two. Of an exactly known one, a single body. */
const LEAST_AT_REST = 2;
/** Minimum share of the time from rest to strike over which the hands were tracked. */
const LEAST_FOLLOWED = 0.6;

// In body heights. A club reaches about 0.6 from the hands, and is upright while the hands are at the shoulders.
const CLUB_ACROSS = 0.62;
const CLUB_UP = 0.4;
const ABOVE_HEAD = 0.12;
const BELOW_SOLES = 0.14;
const BESIDE_BODY = 0.1;
/** Margins where the hands were not tracked: they contain the hands and the club of nearly every swing. */
const [USUAL_ACROSS, USUAL_UP] = [0.95, 0.45];
/** Maximum distance of the hands. Anything farther away is a false detection. */
const FARTHEST_HANDS = 1.1;

/**
 * A side's picture with the golfer's place, as set by the visitor or detected. The track may come from a smaller
 * preview of the clip.
 */
export function sidePicture(
  clip: Clip,
  annotations: SwingAnnotations,
  track: BodyTrack | null,
  { isMirrored, slowMotionFactor, box: byHand }: SideChoices,
): SidePicture {
  const { widthPx, heightPx } = clip;
  const atRest = track ? bodiesAt(track, annotations, 'rest', slowMotionFactor) : [];
  const trackHeightPx = track?.heightPx ?? heightPx;
  const scale = heightPx / trackHeightPx;
  const box = byHand ? standingIn(byHand, { widthPx: widthPx / scale, heightPx: trackHeightPx }) : bodyBox(atRest);
  if (!box) return { widthPx, heightPx, body: null, room: null };
  const across = (px: number) => (isMirrored ? widthPx - px * scale : px * scale);
  // A box set by the visitor overrides the detected one, and counts as certain.
  const room = (track && roomOf(track, annotations, atRest, box)) ?? (byHand && usualRoom(box));
  const shown = (edges: GolferRoom): GolferRoom => ({
    leftPx: across(isMirrored ? edges.rightPx : edges.leftPx),
    topPx: edges.topPx * scale,
    rightPx: across(isMirrored ? edges.leftPx : edges.rightPx),
    bottomPx: edges.bottomPx * scale,
  });
  return {
    widthPx,
    heightPx,
    body: { headTopPx: box.headTopPx * scale, solesPx: box.solesPx * scale, middlePx: across(box.middlePx) },
    room: room && shown(room),
    closeRoom: track && room && shown(closeRoomOf(track, annotations, box, slowMotionFactor)),
  };
}

/** The golfer's place in a side's picture as filmed; null where it is unknown. */
export function golferBoxIn({ widthPx, heightPx, body }: SidePicture, isMirrored: boolean): GolferBox | null {
  if (!body) return null;
  const permille = (px: number, ofPx: number, least = 0) =>
    Math.min(Math.max(Math.round((1000 * px) / ofPx), least), 1000);
  const headPermille = Math.min(permille(body.headTopPx, heightPx), 1000 - LEAST_BOX_PERMILLE);
  return Object.freeze({
    headPermille,
    solesPermille: permille(body.solesPx, heightPx, headPermille + LEAST_BOX_PERMILLE),
    middlePermille: permille(isMirrored ? widthPx - body.middlePx : body.middlePx, widthPx),
  });
}

function standingIn(
  { headPermille, solesPermille, middlePermille }: GolferBox,
  { widthPx, heightPx }: Size,
): StandingBody {
  return {
    headTopPx: (headPermille / 1000) * heightPx,
    solesPx: (solesPermille / 1000) * heightPx,
    middlePx: (middlePermille / 1000) * widthPx,
  };
}

/** The part that most swings need, for a golfer whose hands are unknown. */
function usualRoom({ headTopPx, solesPx, middlePx }: StandingBody): GolferRoom {
  const heightPx = solesPx - headTopPx;
  return {
    leftPx: middlePx - USUAL_ACROSS * heightPx,
    topPx: headTopPx - USUAL_UP * heightPx,
    rightPx: middlePx + USUAL_ACROSS * heightPx,
    bottomPx: solesPx + BELOW_SOLES * heightPx,
  };
}

function roomOf(
  track: BodyTrack,
  annotations: SwingAnnotations,
  atRest: readonly SeenBody[],
  { headTopPx, solesPx, middlePx }: StandingBody,
): GolferRoom | null {
  const heightPx = solesPx - headTopPx;
  const hands = handsLines(track).flat();
  const least = track.isExact ? 1 : LEAST_AT_REST;
  const isSure = atRest.filter(showsFeet).length >= least && followedShare(hands, annotations) >= LEAST_FOLLOWED;
  if (!isSure) return null;
  const near = hands.filter(({ xPx }) => Math.abs(xPx - middlePx) <= FARTHEST_HANDS * heightPx);
  const bodies = seenFrames(track).flatMap(({ body }) => jointsInView(body));
  const xs = (points: readonly PicturePoint[], byHeights: number) =>
    points.flatMap(({ xPx }) => [xPx - byHeights * heightPx, xPx + byHeights * heightPx]);
  const across = [...xs(near, CLUB_ACROSS), ...xs(bodies, BESIDE_BODY)];
  const ups = [headTopPx - ABOVE_HEAD * heightPx, ...near.map(({ yPx }) => yPx - CLUB_UP * heightPx)];
  return {
    leftPx: Math.min(...across),
    topPx: Math.min(...ups),
    rightPx: Math.max(...across),
    bottomPx: solesPx + BELOW_SOLES * heightPx,
  };
}

/** Margin between the edges of a close crop and body or hands, or club and ball, in body heights. */
const CLOSE_MARGIN = { across: 0.05, down: 0.07, ball: 0.04 } as const;
/**
 * Follow-through that the close crop includes, as a share of the time from rest to strike. The hands come to rest over
 * the shoulder within it, and what the golfer does afterwards is left out.
 */
const FOLLOW_THROUGH = 1;

/** The body, the hands and the club from setup to the end of the follow-through. */
function closeRoomOf(
  track: BodyTrack,
  annotations: SwingAnnotations,
  box: StandingBody,
  slowMotionFactor: number,
): GolferRoom {
  const { restTime, strikeTime } = annotations;
  const { headTopPx, solesPx, middlePx } = box;
  const heightPx = solesPx - headTopPx;
  const [from, strike] = [restTime ?? Number.NEGATIVE_INFINITY, strikeTime ?? Number.POSITIVE_INFINITY];
  const to = strike + (Number.isFinite(strike - from) ? FOLLOW_THROUGH * (strike - from) : 0);
  const isSwing = ({ time }: { readonly time: number }) => time >= from && time <= to;
  const hands = handsLines(track).flat().filter(isSwing);
  const bodies = seenFrames(track).filter(isSwing);
  const points = [...hands, ...bodies.flatMap(({ body }) => jointsInView(body))].filter(
    ({ xPx }) => Math.abs(xPx - middlePx) <= FARTHEST_HANDS * heightPx,
  );
  const { across, down, ball } = CLOSE_MARGIN;
  const [acrossPx, downPx, ballPx] = [across * heightPx, down * heightPx, ball * heightPx];
  const club = clubPoints(track, annotations, box, slowMotionFactor);
  const xs = [...points, ...club].map(({ xPx }) => xPx);
  const ys = club.map(({ yPx }) => yPx);
  return {
    leftPx: Math.min(middlePx, ...xs) - acrossPx,
    topPx: Math.min(headTopPx - downPx, ...hands.map(({ yPx }) => yPx - downPx), ...ys.map((yPx) => yPx - ballPx)),
    rightPx: Math.max(middlePx, ...xs) + acrossPx,
    bottomPx: Math.max(solesPx + downPx, ...ys.map((yPx) => yPx + ballPx)),
  };
}

/**
 * Where the club's head usually is, in body heights: `ahead` of the hands towards the ball or, face-on, the target, and `below` the
 * soles or, at the top, the hands. For a driver, the longest club, of a golfer of usual height
 * (docs/measurements.md, 047: 79 labeled swings).
 */
const USUAL_HEAD = {
  'face-on': { ground: { ahead: [-0.14, 0.45], below: 0.15 }, top: { ahead: [0, 0.6], below: -0.1 } },
  'down-the-line': { ground: { ahead: [0.52], below: 0.04 }, top: { ahead: [-0.15, 0.15], below: -0.28 } },
  'from-behind': { ground: { ahead: [-0.14, 0.45], below: 0.02 }, top: { ahead: [0, 0.6], below: -0.1 } },
  unknown: { ground: { ahead: [-0.48, 0.48], below: 0.15 }, top: { ahead: [-0.55, 0.55], below: -0.28 } },
} as const;
/** The same at the end of a short backswing, such as a chip's: the club still points away from the target, at most level. */
const SHORT_TOP = { ahead: [-0.58], below: 0 } as const;
/** A backswing is short where the hands stay farther below the top of the head than this, in body heights: at the hips. */
const SHORT_BELOW_HEAD = 0.4;
/** How far the club's head is below a ball that was found, at most, in body heights. */
const BELOW_BALL = 0.04;
/** How far a club's head is from the hands at the top, in body heights. */
const CLUB_LENGTH = 0.6;
/** The same for the longest club that points towards the camera. */
const MAX_CLUB_LENGTH = 0.72;

/**
 * The ball, and the club's head at rest, top and strike: from the shaft where it was found, otherwise from the hands and the usual
 * place for the view.
 */
function clubPoints(
  track: BodyTrack,
  annotations: SwingAnnotations,
  { headTopPx, solesPx }: StandingBody,
  slowMotionFactor: number,
): readonly PicturePoint[] {
  const heightPx = solesPx - headTopPx;
  const { ball } = track;
  const { view, hand } = measuringOf(track, annotations, slowMotionFactor);
  const usual = USUAL_HEAD[view ?? 'unknown'];
  const forward = view ? forwardOf({ view, hand }) : 1;
  // Face-on the ball lies nearer to the camera than the feet: how far below them depends on how high the camera is.
  const isInFront = view !== 'down-the-line' && view !== 'from-behind';
  const groundPx = ball ? ball.yPx + BELOW_BALL * heightPx : solesPx + usual.ground.below * heightPx;
  const heads = POSITIONS.flatMap((position): readonly PicturePoint[] => {
    const shaft = track.shafts?.find(({ at }) => at === position);
    const isTop = position === 'top';
    if (shaft) {
      if (isTop) return [alongShaft(shaft, CLUB_LENGTH * heightPx, heightPx)];
      const reachPx = isInFront && !ball ? MAX_CLUB_LENGTH * heightPx : reachTo(shaft, solesPx);
      return [alongShaft(shaft, reachPx, heightPx)];
    }
    const [body] = bodiesAt(track, annotations, position, slowMotionFactor);
    if (!body) return [];
    const hands = handsOf(body);
    const isShort = isTop && isInFront && hands.yPx > headTopPx + SHORT_BELOW_HEAD * heightPx;
    const { ahead, below } = isShort ? SHORT_TOP : usual[isTop ? 'top' : 'ground'];
    const yPx = isTop ? hands.yPx + below * heightPx : groundPx;
    return ahead.map((way) => ({ xPx: hands.xPx + forward * way * heightPx, yPx }));
  });
  return ball ? [...heads, ball] : heads;
}

/** The club's head on a shaft's line, `reachPx` from the hands, and at least as far as the shaft was found. */
function alongShaft({ grip, end }: SeenShaft, reachPx: number, heightPx: number): PicturePoint {
  const length = Math.max(1, distancePx(grip, end));
  const share = Math.min(Math.max(length, reachPx), MAX_CLUB_LENGTH * heightPx) / length;
  return { xPx: grip.xPx + (end.xPx - grip.xPx) * share, yPx: grip.yPx + (end.yPx - grip.yPx) * share };
}

/** How far from the hands a shaft's line reaches the ground at `groundPx`. */
function reachTo({ grip, end }: SeenShaft, groundPx: number): number {
  return ((groundPx - grip.yPx) / Math.max(1, end.yPx - grip.yPx)) * Math.max(1, distancePx(grip, end));
}

function showsFeet({ joints }: SeenBody): boolean {
  const { leftHeel, rightHeel, leftToe, rightToe } = joints;
  return Math.max(leftHeel.certainty, rightHeel.certainty, leftToe.certainty, rightToe.certainty) >= LEAST_CERTAINTY;
}

function jointsInView({ joints }: SeenBody): readonly PicturePoint[] {
  return Object.values(joints).filter(({ certainty }) => certainty >= LEAST_CERTAINTY);
}

/** The share of the time from rest to strike that the hands' path covers, tested in steps of a tenth. */
function followedShare(
  hands: readonly { readonly time: number }[],
  { restTime, strikeTime }: SwingAnnotations,
): number {
  if (restTime === null || strikeTime === null || strikeTime <= restTime) return 0;
  const parts = new Set(
    hands
      .filter(({ time }) => time >= restTime && time <= strikeTime)
      .map(({ time }) => Math.min(PARTS - 1, Math.floor(((time - restTime) / (strikeTime - restTime)) * PARTS))),
  );
  return parts.size / PARTS;
}

const PARTS = 10;
