// One picture of the synced preview: its video, overlays and name.
import { type CSSProperties, type ReactNode, useCallback, useRef } from 'react';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { laysOver, type SideChoices } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonPlan, plannedSides } from '#domain/comparison/comparison-plan.ts';
import type { Rect } from '#domain/geometry.ts';
import type { Side } from '#domain/side.ts';
import { AdjustSurface } from '#web/player/framing/adjust-surface.tsx';
import { GolferHandles } from '#web/player/framing/golfer-handles.tsx';
import { placeWithin, transformWithin } from '#web/player/framing/place-within.ts';
import { NO_ZOOM, type PictureZoom, zoomFrame, zoomTransform } from '#web/player/screen/use-zoom.ts';
import { useFittingWidth } from '#web/player/screen/watched-element.ts';
import { PlayerNotice, type PlayerProblem } from '#web/player/view/player-notice.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { say, words } from '#web/words/words.ts';
import { BodyLines, EvidenceLines, GhostOutline } from './body-lines.tsx';
import { NameTag } from './name-tag.tsx';
import type { SyncedPair } from './synced-pair.ts';
import { useSyncedState } from './synced-state.ts';

/** The content of one side. */
export interface SyncedSource {
  /** The address of the video, or null while there is none. */
  readonly src: string | null;
  /** The address of a picture to show until the video has one of its own, or null. */
  readonly posterUrl: string | null;
  /** The name of the side: "You", or the golfer's name. */
  readonly name: string;
  /** The short name on its picture. */
  readonly tag: string;
}

export interface PictureOverlayPart {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  /** The covered area of the canvas: what one side shows, or the full canvas if the pictures overlap. */
  readonly area: Rect;
  /** The name of the picture's side; null for the full canvas. */
  readonly of: string | null;
}

export interface PictureOverlay {
  readonly over: (part: PictureOverlayPart) => ReactNode;
  readonly tools: (parts: {
    readonly pair: SyncedPair;
    readonly plan: ComparisonPlan;
    readonly names: Readonly<Record<Side, string>>;
    /** Body tracks of both golfers, whether or not they are shown. */
    readonly tracks: Readonly<Record<Side, BodyTrack | null>>;
  }) => ReactNode;
  /** Whether the overlay captures the pointer. */
  readonly isOn: boolean;
  readonly setOn: (isOn: boolean) => void;
}

interface SyncedPaneProps {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  readonly pictureZoom: PictureZoom;
  /** Covers the picture. If the pictures overlap, one overlay covers both. */
  readonly overlay: PictureOverlay | null;
  readonly side: Side;
  readonly source: SyncedSource;
  readonly place: CSSProperties;
  readonly chosen: SideChoices;
  /** Whether the side's name is visible. */
  readonly isNamed: boolean;
  /** Renames the side, or restores its usual name (null). Null if the name cannot be changed. */
  readonly onRename: ((name: string | null) => void) | null;
  /** Null while the picture is not adjusted. */
  readonly onAdjust: ((change: Partial<SideChoices>) => void) | null;
}

/** The picture of one side, in its place in the layout. */
export function SyncedPane(props: SyncedPaneProps) {
  const { pair, plan, side, source, pictureZoom, overlay, place, chosen, isNamed, onRename, onAdjust } = props;
  const { layout, ghost } = plan;
  const { rect, crop, picture, isMirrored, bodyLines } = plan.panes[side];
  const problem = useSyncedState(pair, (state) => problemOf(state.statuses[side]));
  // Left in place, a browser would show it instead of the first frame of a paused video.
  const hasPoster = useSyncedState(pair, (state) => state.statuses[side] === 'loading');
  const attach = useCallback((video: HTMLVideoElement) => pair.attach(side, video), [pair, side]);
  const isOver = laysOver(layout);
  const zoom = pictureZoom.only === null || pictureZoom.only === side ? pictureZoom.zoom : NO_ZOOM;
  // Overlapping pictures are zoomed together, so that they stay aligned.
  const enlarged = isOver ? undefined : zoomTransform(zoom);
  // Picture and lines share this transform, so they are mirrored together. The zoom applies to the box around them.
  const transform = isMirrored ? 'scaleX(-1)' : '';
  const name = side === 'user' ? words.player.youInText : source.name;
  const label = place.order === 0 ? words.player.leftPane : words.player.rightPane;
  const isUnseen = !plannedSides(plan).includes(side);
  const isFilled = crop !== null && !isOver;
  const figureRef = useRef<HTMLElement>(null);
  const aspect = rect.widthPx / rect.heightPx;
  const widthPx = useFittingWidth(figureRef, isOver || isFilled || problem ? null : aspect);
  const hasOutline = side === 'pro' && ghost?.look === 'outline' && ghost.outlines !== null;
  const hasLines = !problem && (bodyLines !== null || plan.panes[side].evidence.length > 0 || hasOutline);
  return (
    <figure
      ref={figureRef}
      inert={isUnseen}
      className={classNames(
        'relative min-h-0 min-w-0',
        (!isOver || crop) && 'overflow-hidden',
        isFilled && 'bg-black',
        !isOver && 'grid place-items-center',
      )}
      style={place}
    >
      <div
        {...(!isOver && zoomFrame(side))}
        className={classNames('relative', isOver || isFilled ? 'size-full' : 'overflow-hidden')}
        style={isOver || isFilled || problem ? undefined : { aspectRatio: String(aspect), width: widthPx }}
      >
        <div className="relative h-full" style={{ ...(enlarged && { transform: enlarged }) }}>
          <div
            className="h-full"
            style={crop ? { position: 'absolute', ...transformWithin(rect, picture) } : undefined}
          >
            <video
              ref={attach}
              src={source.src ?? undefined}
              poster={(hasPoster && source.posterUrl) || undefined}
              aria-label={plan.alone ? source.name : say(label, { name })}
              muted
              playsInline
              preload="auto"
              hidden={problem !== null}
              onClick={() => !pictureZoom.hasDragged() && pair.togglePlay()}
              className="block size-full cursor-pointer object-fill"
              style={{
                ...(ghost && side === 'pro' && { opacity: ghost.look === 'whole' ? ghost.strengthPercent / 100 : 0 }),
                ...(transform && { transform }),
              }}
            />
          </div>
          {hasLines && (
            // Lines need the picture's size on screen, so that they are as thin over a small crop as over a large one.
            <div className="pointer-events-none absolute inset-0" style={crop ? placeWithin(rect, picture) : undefined}>
              {bodyLines && (
                <BodyLines
                  pair={pair}
                  side={side}
                  track={bodyLines}
                  label={say(words.body.linesOf, { name })}
                  scale={zoom.scale}
                  transform={transform}
                />
              )}
              {plan.panes[side].evidence.length > 0 && (
                <EvidenceLines pair={pair} plan={plan} side={side} label={say(words.differences.linesOf, { name })} />
              )}
              {side === 'pro' && ghost?.look === 'outline' && ghost.outlines && (
                <GhostOutline
                  pair={pair}
                  outlines={ghost.outlines}
                  label={say(words.player.outlineOf, { name })}
                  scale={zoom.scale}
                  transform={transform}
                />
              )}
            </div>
          )}
          {!isOver &&
            !problem &&
            !onAdjust &&
            !isUnseen &&
            overlay?.over({ pair, plan, area: crop ? rect : picture, of: source.name })}
        </div>
        {onAdjust && !problem && !isUnseen && <AdjustSurface fit={chosen.fit} onChange={(fit) => onAdjust({ fit })} />}
        {onAdjust && !problem && !isUnseen && zoom.scale === 1 && (
          <GolferHandles pane={plan.panes[side]} of={name} onChange={(box) => onAdjust({ box })} />
        )}
      </div>
      {problem && (
        <div className="p-4">
          <PlayerNotice problem={problem} />
        </div>
      )}
      {!isOver && (
        <figcaption className="contents">
          <NameTag side={side} name={source.tag} isShown={isNamed} place="left" onRename={onRename} />
        </figcaption>
      )}
    </figure>
  );
}

function problemOf(status: 'loading' | 'ready' | 'no-picture' | 'broken'): PlayerProblem | null {
  if (status === 'no-picture') return 'cannot-show';
  return status === 'broken' ? 'unavailable' : null;
}
