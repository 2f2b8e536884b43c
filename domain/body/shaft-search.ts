// Which frames show the club's shaft at the positions of a swing, and where to look for it in each.
import { type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { deliveryTime, measuringOf, type SaidOfBody } from './body-angles.ts';
import { handsOf, middleOfPair } from './body-geometry.ts';
import { forwardOf } from './body-measures.ts';
import { bodyOverTime } from './body-over-time.ts';
import type { BodyTrack, MeasuredAt, PicturePoint, SeenBody, SeenShaft } from './body-track.ts';
import type { GrayPicture } from './gray-picture.ts';
import { findShaft, SHAFT_LEG_PX, type ShaftSearch, shaftSearchOn } from './shaft-line.ts';
import { findSwungShaft, type SwungSearch } from './swung-shaft.ts';

/** One frame to search for the shaft. Times in seconds of the clip, lengths in its pixels. */
export interface ShaftLook {
  readonly at: MeasuredAt;
  readonly time: number;
  /** The time between this frame and the next. */
  readonly frameInterval: number;
  /** A frame in which the club is elsewhere, to tell it from the background. Null where none is needed. */
  readonly stillTime: number | null;
  readonly search: { readonly toGround: ShaftSearch } | { readonly swung: SwungSearch };
}

/** All frames to search, and the scale at which to read them. */
export interface ShaftLooks {
  /** Multiplies the clip's size: a leg is then at most {@link SHAFT_LEG_PX} long. */
  readonly scale: number;
  readonly looks: readonly ShaftLook[];
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
export function shaftLooks(
  track: BodyTrack,
  frameTimes: FrameTimes,
  annotations: SwingAnnotations,
  slowMotionFactor = 1,
  said: SaidOfBody = {},
): ShaftLooks {
  const { view, hand } = measuringOf(track, annotations, slowMotionFactor, said);
  const bodyAt = bodyOverTime(track);
  const { restTime } = annotations;
  const rest = restTime === null ? null : bodyAt(restTime);
  if (!rest || restTime === null) return { scale: 1, looks: [] };
  const atRest = shaftSearchOn(rest);
  const isInLine = view === 'down-the-line' && hand !== null;
  const isFaceOn = view === 'face-on' && hand !== null;
  const toes = isFaceOn ? 0 : isInLine ? forwardOf({ view, hand }) : atRest.toes;
  const scale = Math.min(1, SHAFT_LEG_PX / atRest.legPx);
  const look = (at: MeasuredAt, frame: number): readonly ShaftLook[] => {
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
    return time === null ? [] : look(at, frameIndexAt(frameTimes, time));
  };
  const delivery = isFaceOn ? deliveryTime(track, annotations) : null;
  const before = delivery === null ? null : frameIndexAt(frameTimes, delivery);
  return {
    scale,
    looks: [
      ...marked('rest'),
      // Down the line the shaft points along the camera's view there: its angle in the picture says nothing.
      ...(isFaceOn ? marked('top') : []),
      ...(before === null ? [] : [...look('delivery', before), ...look('delivery', before + 1)]),
      ...(isInLine ? marked('strike') : []),
    ],
  };
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

/** The shaft in one frame, in pixels of the clip. `picture` and `still` are the clip's frames at {@link ShaftLooks.scale}. */
export function shaftIn(
  { at, time, frameInterval, search }: ShaftLook,
  scale: number,
  picture: GrayPicture,
  still: GrayPicture | null,
): SeenShaft | null {
  const scaled = ({ xPx, yPx }: PicturePoint, by: number): PicturePoint => ({ xPx: xPx * by, yPx: yPx * by });
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
