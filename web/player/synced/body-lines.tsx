// Skeleton and hands' path over one side's picture. Drawn as vectors in the picture's own pixels, in a box that lies and turns
// as the picture's: sharp at any size and on any display.
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { bodyOverTime, type HandsPoint, handsLines } from '#domain/body/body-over-time.ts';
import type { BodyTrack, PicturePoint } from '#domain/body/body-track.ts';
import { skeletonOf } from '#domain/body/skeleton.ts';
import type { Side } from '#domain/comparison/comparison-plan.ts';
import { shownFrameAt } from '#domain/comparison/timeline.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import type { SyncedPair } from './synced-pair.ts';
import { useSyncedState } from './synced-state.ts';

interface BodyLinesProps {
  readonly pair: SyncedPair;
  readonly side: Side;
  readonly track: BodyTrack;
  readonly label: string;
  /** How much the box is enlarged: the lines stay thin. */
  readonly scale: number;
  /** Whether the picture keeps its shape within the box; otherwise it fills it. */
  readonly keepsShape: boolean;
  readonly transform: string;
}

const WIDTHS_PX = { bones: 1.75, path: 1.25, dot: 4.5 } as const;
/** The dark edge on either side of a line, with which it reads on any picture. */
const EDGE_PX = 1;
const DASHES_PX = [4, 4] as const;
const COLORS = { user: 'text-you', pro: 'text-pro' } as const;

/** The lines for the frame that is on screen. */
export function BodyLines({ pair, side, track, label, scale, keepsShape, transform }: BodyLinesProps) {
  const time = useShownTime(pair, side);
  const bodyAt = useMemo(() => bodyOverTime(track), [track]);
  const hands = useMemo(() => handsLines(track), [track]);
  const body = time === null ? null : bodyAt(time);
  const { lines, wrists } = body ? skeletonOf(body) : NOTHING;
  const { gone, toGo } = splitAt(hands, time ?? 0);
  const dashes = DASHES_PX.map((length) => length / scale).join(' ');
  const px = (width: number) => width / scale;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${track.widthPx} ${track.heightPx}`}
      preserveAspectRatio={keepsShape ? 'xMidYMid meet' : 'none'}
      className={`pointer-events-none absolute inset-0 z-1 size-full ${COLORS[side]}`}
      style={{ ...(transform && { transform }) }}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <Line name="hands-gone" d={gone} widthPx={px(WIDTHS_PX.path)} edgePx={px(EDGE_PX)} />
      <Line name="hands-to-go" d={toGo} widthPx={px(WIDTHS_PX.path)} edgePx={px(EDGE_PX)} dashes={dashes} />
      <Line name="skeleton" d={lines.map(pathOf).join('')} widthPx={px(WIDTHS_PX.bones)} edgePx={px(EDGE_PX)} />
      <Line
        name="wrists"
        d={wrists.map((wrist) => pathOf([wrist, wrist])).join('')}
        widthPx={px(WIDTHS_PX.dot)}
        edgePx={px(EDGE_PX)}
      />
    </svg>
  );
}

const NOTHING = { lines: [], wrists: [] };

/** When the frame on screen is shown: as the browser reports it, else as planned. */
function useShownTime(pair: SyncedPair, side: Side): number | null {
  const presented = useStore(pair.video(side), ({ presentedTime }) => presentedTime);
  const planned = useSyncedState(pair, ({ swings, at }) =>
    swings ? shownFrameAt(swings.plan, side, swings.frameTimes[side], at) : null,
  );
  return presented ?? planned;
}

interface LineProps {
  readonly name: string;
  readonly d: string;
  readonly widthPx: number;
  readonly edgePx: number;
  readonly dashes?: string;
}

/** A line in the side's colour over a wider dark one. */
function Line({ name, d, widthPx, edgePx, dashes }: LineProps) {
  const shared = { d, vectorEffect: 'non-scaling-stroke', strokeDasharray: dashes } as const;
  return d === '' ? null : (
    <g data-lines={name}>
      <path {...shared} stroke="black" strokeOpacity={0.6} strokeWidth={widthPx + 2 * edgePx} />
      <path {...shared} stroke="currentColor" strokeWidth={widthPx} />
    </g>
  );
}

/** The hands' way up to a time and from then on. */
function splitAt(hands: readonly (readonly HandsPoint[])[], time: number) {
  const isGone = (point: HandsPoint) => point.time <= time + TIME_TOLERANCE;
  const gone = hands.map((line) => line.filter(isGone));
  // Both contain the place of now, so that no gap is between them.
  const toGo = hands.map((line, index) => line.slice(Math.max(0, (gone[index]?.length ?? 0) - 1)));
  const path = (lines: readonly (readonly HandsPoint[])[]) =>
    lines
      .filter(({ length }) => length > 1)
      .map(pathOf)
      .join('');
  return { gone: path(gone), toGo: path(toGo) };
}

function pathOf(points: readonly PicturePoint[]): string {
  const [first, ...rest] = points.map(({ xPx, yPx }) => `${xPx.toFixed(1)} ${yPx.toFixed(1)}`);
  return `M${first}${rest.map((place) => `L${place}`).join('')}`;
}
