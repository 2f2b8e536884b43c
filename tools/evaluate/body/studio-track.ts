// The body track of an animated golfer, with the joints, shaft and ball that the studio knows.
import { FRAME_RATE } from '#content/studio/clips.ts';
import { measureTime } from '#domain/body/body-angles.ts';
import { type BodyTrack, JOINTS, makeBodyTrack, type SeenBody, type SeenShaft } from '#domain/body/body-track.ts';
import { outlineFrames } from '#domain/body/sampled-frames.ts';
import type { StudioGolfer } from './studio-joints.ts';

/** Down the line, the side of the body that is turned away is known as well but hidden. */
const HIDDEN_SIDE = 0.9;

/** The frames of a clip that a device would sample. */
export function studioTrack(golfer: StudioGolfer, frameCount: number): BodyTrack {
  const { widthPx, heightPx, marks } = golfer;
  const frameTimes = Array.from({ length: frameCount }, (_, frame) => frame / FRAME_RATE);
  const frames = outlineFrames(frameTimes, marks, golfer.slowMotionFactor).map((frameIndex) => {
    const time = frameTimes[frameIndex] ?? 0;
    return { frameIndex, time, body: bodyAt(golfer, time) };
  });
  const track = makeBodyTrack({ widthPx, heightPx, frames, isExact: true });
  const ball = { time: marks.restTime, ...golfer.ball, certainty: 1 };
  return makeBodyTrack({ ...track, shafts: [...shaftsOf(golfer, track), ...clubBackOf(golfer)], ball });
}

/** The shaft at the very moments at which it is measured. */
function shaftsOf({ marks, shaftAt }: StudioGolfer, track: BodyTrack): readonly SeenShaft[] {
  return (['rest', 'top', 'delivery', 'strike'] as const).flatMap((at) => {
    const time = measureTime(track, marks, at);
    if (time === null) return [];
    const [grip, end] = shaftAt(time);
    return [{ at, time, frameInterval: 0, grip, end, certainty: 1 }];
  });
}

/** Distance of the shafts before and after it is level in the backswing, in seconds of real time. */
const BESIDE_LEVEL = 1 / 60;

/** Face-on, the shaft around the moment at which it is level in the picture; down the line that moment is not seen. */
function clubBackOf({ view, marks, shaftAt, slowMotionFactor }: StudioGolfer): readonly SeenShaft[] {
  if (view === 'down-the-line') return [];
  const { restTime, topTime } = marks;
  const step = BESIDE_LEVEL * slowMotionFactor;
  const isAbove = (time: number) => {
    const [grip, end] = shaftAt(time);
    return end.yPx < grip.yPx;
  };
  let level = restTime;
  while (level < topTime && !isAbove(level)) level += step / 8;
  return [-2, -1, 0, 1, 2].map((steps) => {
    const time = level + steps * step;
    const [grip, end] = shaftAt(time);
    return { at: 'club-back', time, frameInterval: 0, grip, end, certainty: 1 };
  });
}

function bodyAt(golfer: StudioGolfer, time: number): SeenBody {
  const lead = golfer.hand === 'right' ? 'left' : 'right';
  const places = golfer.jointsAt(time);
  const joints = JOINTS.map((joint) => {
    const isHidden = golfer.view === 'down-the-line' && joint.startsWith(lead);
    return [joint, { ...places[joint], certainty: isHidden ? HIDDEN_SIDE : 1 }];
  });
  return { certainty: 1, joints: Object.fromEntries(joints) as SeenBody['joints'] };
}
