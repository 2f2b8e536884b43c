// A drawn swing for tests: a bright hand and club that go back, wait, come down and go through on an arc, before a still
// background. Only tests use it.
import type { GreyFrame } from './frame-motion.ts';

interface SyntheticSwing {
  readonly rest: number;
  readonly top: number;
  readonly strike: number;
  readonly length: number;
  readonly framesPerSecond?: number;
}

const WIDTH_PX = 120;
const HEIGHT_PX = 160;
const HANDS = { x: 60, y: 70 };
const CLUB_PX = 62;

/** The frames of a drawn swing; with `shake`, the whole picture moves by so many pixels to and fro. */
export function syntheticFrames(swing: SyntheticSwing, shake = 0): GreyFrame[] {
  const { length, framesPerSecond = 60 } = swing;
  return Array.from({ length: Math.round(length * framesPerSecond) }, (_, index) => {
    const time = index / framesPerSecond;
    const shift = Math.round(shake * Math.sin(time * 9));
    return { time, widthPx: WIDTH_PX, heightPx: HEIGHT_PX, grey: picture(clubAngle(swing, time), shift) };
  });
}

/** 0 points down at the ball; the backswing goes to three quarters of a turn, the follow-through to as much beyond. */
function clubAngle({ rest, top, strike }: SyntheticSwing, time: number): number {
  const back = 1.5 * Math.PI;
  const downswing = strike - top;
  if (time <= rest) return 0;
  if (time <= top) return back * (0.5 - 0.5 * Math.cos((Math.PI * (time - rest)) / (top - rest)));
  // From the top on ever faster, through the ball at the strike, and out again.
  const part = Math.min(2, (time - top) / downswing);
  return part <= 1 ? back * (1 - part ** 2) : -back * (1 - (2 - part) ** 2);
}

function picture(angle: number, shift: number): Uint8Array {
  const grey = new Uint8Array(WIDTH_PX * HEIGHT_PX);
  for (let y = 0; y < HEIGHT_PX; y++) {
    for (let x = 0; x < WIDTH_PX; x++)
      grey[y * WIDTH_PX + x] = 90 + 30 * Math.sin((x + shift) * 0.9) * Math.cos(y * 0.7);
  }
  for (let along = 8; along < CLUB_PX; along += 0.5) {
    const x = Math.round(HANDS.x - along * Math.sin(angle)) + shift;
    const y = Math.round(HANDS.y + along * Math.cos(angle));
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(grey, x + dx, y + dy);
  }
  return grey;
}

function set(grey: Uint8Array, x: number, y: number): void {
  if (x >= 0 && x < WIDTH_PX && y >= 0 && y < HEIGHT_PX) grey[y * WIDTH_PX + x] = 230;
}
