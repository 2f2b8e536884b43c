// The club head of one swing in every frame, 24 back and 8 down, like a strobe picture. Shown where there is no
// background video.
import { POSITION_PATHS } from '#web/swing/position-shape.tsx';

const BACKSWING_FRAMES = 24;
const DOWNSWING_FRAMES = 8;
const HUB = { x: 200, y: 190 };
const CLUB_LENGTH = 165;
/** From the ball, straight down, backwards over the shoulder: in turns of the circle. */
const TOP_OF_SWING = 0.62;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Slow at both ends going back; ever faster coming down. */
const backswing = frames(BACKSWING_FRAMES, (part) => (1 - Math.cos(part * Math.PI)) / 2, CLUB_LENGTH);
const downswing = frames(DOWNSWING_FRAMES, (part) => 1 - part ** 1.9, CLUB_LENGTH - 26);

/** The trace of a swing. */
export function HeroTrace() {
  const [rest, top, strike] = [backswing.at(0), backswing.at(-1), downswing.at(-1)];
  return (
    <svg
      viewBox="0 0 400 400"
      aria-hidden="true"
      className="absolute -top-6 -right-24 -z-30 h-[115%] opacity-45 sm:right-[2%] sm:opacity-100"
    >
      <Strobe points={backswing} className="fill-ink stroke-ink" />
      <Strobe points={downswing} className="fill-flag stroke-flag" />
      {rest && <Mark path={POSITION_PATHS.rest} at={rest} />}
      {top && <Mark path={POSITION_PATHS.top} at={top} />}
      {strike && <Mark path={POSITION_PATHS.strike} at={strike} />}
    </svg>
  );
}

function Strobe({ points, className }: { points: readonly Point[]; className: string }) {
  return (
    <g className={className}>
      {points.map((point) => (
        <g key={`${point.x} ${point.y}`}>
          <line x1={HUB.x} y1={HUB.y} x2={point.x} y2={point.y} strokeWidth="0.6" opacity="0.35" />
          <circle cx={point.x} cy={point.y} r="2.4" stroke="none" />
        </g>
      ))}
    </g>
  );
}

function Mark({ path, at }: { path: string; at: Point }) {
  return (
    <path
      d={path}
      transform={`translate(${at.x - 11} ${at.y - 11}) scale(1.375)`}
      className="fill-flag stroke-paper"
      strokeWidth="1.6"
    />
  );
}

function frames(count: number, easing: (part: number) => number, length: number): Point[] {
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = easing(index / count) * TOP_OF_SWING * 2 * Math.PI;
    const [x, y] = [HUB.x - Math.sin(angle) * length, HUB.y + Math.cos(angle) * length];
    return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
  });
}
