// Lines over one side's picture: skeleton, hands' path and address plane, the pro's outline, and the evidence of a
// difference. They are vectors in the picture's own pixels, in a box that is placed and mirrored like the picture, so
// they are sharp at any size and on any display.

import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { bodyOverTime, type HandsPoint, handsLine } from '#domain/body/body-over-time.ts';
import type { BodyTrack, PicturePoint } from '#domain/body/body-track.ts';
import { addressPlane } from '#domain/body/shaft-line.ts';
import { skeletonOf } from '#domain/body/skeleton.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { Size } from '#domain/geometry.ts';
import { type OutlineTrack, outlineOverTime } from '#domain/outline/outline.ts';
import { cornersOf } from '#domain/rendering/body-strokes.ts';
import { evidenceStrokes } from '#domain/rendering/evidence-strokes.ts';
import type { Side } from '#domain/side.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { SIDE_TEXT_COLORS } from '#web/ui/side-colors.ts';
import type { SyncedPair } from './synced-pair.ts';
import { useShownTime, useSyncedState } from './synced-state.ts';

interface BodyLinesProps {
  readonly pair: SyncedPair;
  readonly side: Side;
  readonly track: BodyTrack;
  readonly label: string;
  /** The zoom of the box. The lines stay thin at any zoom. */
  readonly scale: number;
  readonly transform: string;
}

/** A bone's width: a share of the picture's height (in cqh, hundredths of it), clamped between visible and thin. */
const BONE = { least: '1.2px', share: 0.6, most: '1.75px' } as const;
/** Line widths relative to a bone's, and the dark edge on either side that keeps a line readable on any picture. */
const WIDTHS = { bone: 1, path: 0.75, dot: 2.5, edge: 0.6 } as const;
const DASHES_PX = [4, 4] as const;

/** The body lines of the frame on screen. */
export function BodyLines({ pair, side, track, label, scale, transform }: BodyLinesProps) {
  const time = useShownTime(pair, side);
  const bodyAt = useMemo(() => bodyOverTime(track), [track]);
  const hands = useMemo(() => [handsLine(track)], [track]);
  const plane = useMemo(() => addressPlane(track), [track]);
  const body = time === null ? null : bodyAt(time);
  // During playback a moving skeleton would hide the body.
  const playing = useSyncedState(pair, (state) => state.playing);
  const { lines, wrists } = body && !playing ? skeletonOf(body) : NOTHING;
  const { gone, toGo } = splitAt(hands, time ?? 0);
  const dashes = DASHES_PX.map((length) => length / scale).join(' ');
  return (
    <LinesOver picture={track} label={label} transform={transform} color={SIDE_TEXT_COLORS[side]}>
      <Line name="shaft-plane" d={plane ? pathOf(plane) : ''} width={WIDTHS.path} scale={scale} />
      <Line name="hands-gone" d={gone} width={WIDTHS.path} scale={scale} />
      <Line name="hands-to-go" d={toGo} width={WIDTHS.path} scale={scale} dashes={dashes} />
      <Line name="skeleton" d={lines.map(pathOf).join('')} width={WIDTHS.bone} scale={scale} />
      <Line name="wrists" d={wrists.map((wrist) => pathOf([wrist, wrist])).join('')} width={WIDTHS.dot} scale={scale} />
    </LinesOver>
  );
}

const NOTHING = { lines: [], wrists: [] };

interface LinesOverProps extends Pick<BodyLinesProps, 'label' | 'transform'> {
  readonly picture: Size;
  /** The class of the color. */
  readonly color: string;
  readonly children: ReactNode;
}

/** Lines in the pixels of a picture, over the whole of it. */
function LinesOver({ picture, label, transform, color, children }: LinesOverProps) {
  return (
    <div
      className={`pointer-events-none absolute inset-0 z-1 [container-type:size] ${color}`}
      style={{ ...(transform && { transform }) }}
    >
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${picture.widthPx} ${picture.heightPx}`}
        preserveAspectRatio="none"
        className="block size-full"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {children}
      </svg>
    </div>
  );
}

interface LineProps {
  readonly name: string;
  readonly d: string;
  /** In bone widths. */
  readonly width: number;
  readonly scale: number;
  readonly dashes?: string;
}

/** A line in the side's color over a wider dark one. */
function Line({ name, d, width, scale, dashes }: LineProps) {
  const shared = { d, vectorEffect: 'non-scaling-stroke', strokeDasharray: dashes } as const;
  return d === '' ? null : (
    <g data-lines={name}>
      <path {...shared} stroke="black" strokeOpacity={0.6} style={wide(width + 2 * WIDTHS.edge, scale)} />
      <path {...shared} stroke="currentColor" style={wide(width, scale)} />
    </g>
  );
}

/** The stroke width, divided by the zoom of the box because the box enlarges its lines. */
function wide(times: number, scale: number): CSSProperties {
  const { least, share, most } = BONE;
  return { strokeWidth: `calc(clamp(${least}, ${share * scale}cqh, ${most}) * ${times / scale})` };
}

/** The hands' path up to a time and after it. */
function splitAt(hands: readonly (readonly HandsPoint[])[], time: number) {
  const isGone = (point: HandsPoint) => point.time <= time + TIME_TOLERANCE;
  const gone = hands.map((line) => line.filter(isGone));
  // Both contain the current point, so that there is no gap between them.
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

interface GhostOutlineProps {
  readonly pair: SyncedPair;
  readonly outlines: OutlineTrack;
  readonly label: string;
  /** The zoom of the box. The line stays thin at any zoom. */
  readonly scale: number;
  readonly transform: string;
}

/** The outline of the frame on screen. */
export function GhostOutline({ pair, outlines, label, scale, transform }: GhostOutlineProps) {
  const time = useShownTime(pair, 'pro');
  const outlineAt = useMemo(() => outlineOverTime(outlines), [outlines]);
  const rings = time === null ? [] : (outlineAt(time)?.rings ?? []);
  const path = rings
    .map(
      (ring) =>
        `M${cornersOf(ring)
          .map(({ xPx, yPx }) => `${xPx} ${yPx}`)
          .join('L')}Z`,
    )
    .join('');
  return (
    <LinesOver picture={outlines} label={label} transform={transform} color="text-pro">
      <Line name="outline" d={path} width={WIDTHS.bone} scale={scale} />
    </LinesOver>
  );
}

interface EvidenceLinesProps {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  readonly side: Side;
  readonly label: string;
}

/** The evidence of the frame on screen. Nothing during playback. */
export function EvidenceLines({ pair, plan, side, label }: EvidenceLinesProps) {
  const time = useShownTime(pair, side);
  const frameTimes = useSyncedState(pair, ({ swings }) => swings?.frameTimes[side] ?? null);
  const playing = useSyncedState(pair, (state) => state.playing);
  if (playing || time === null || !frameTimes) return null;
  const frame = frameIndexAt(frameTimes, time);
  const shown = plan.panes[side].evidence.filter(({ at }) => frameIndexAt(frameTimes, at) === frame);
  if (shown.length === 0) return null;
  const { xPx, yPx, widthPx, heightPx } = plan.panes[side].picture;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${xPx} ${yPx} ${widthPx} ${heightPx}`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 z-1 block size-full"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shown.flatMap((evidence) =>
        evidenceStrokes(plan, side, evidence).map(({ from, to, color, width, order }) => (
          <path
            key={`${order} ${from.x} ${from.y} ${to.x} ${to.y}`}
            d={`M${from.x} ${from.y}L${to.x} ${to.y}`}
            stroke={color}
            strokeWidth={width}
          />
        )),
      )}
    </svg>
  );
}
