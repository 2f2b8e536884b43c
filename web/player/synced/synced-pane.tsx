// One picture of the synced preview: its video, what is drawn over it, its name.
import { type CSSProperties, type ReactNode, useCallback } from 'react';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import { laysOver, type SideChoices } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { Rect } from '#domain/comparison/pane-layout.ts';
import { AdjustSurface } from '#web/player/framing/adjust-surface.tsx';
import { GolferHandles } from '#web/player/framing/golfer-handles.tsx';
import { NamePlate } from '#web/player/framing/name-plate.tsx';
import { placeWithin } from '#web/player/framing/place-within.ts';
import { type PictureZoom, ZOOM_FRAME } from '#web/player/screen/use-zoom.ts';
import { zoomTransform } from '#web/player/screen/zoom.ts';
import { PlayerNotice, type PlayerProblem } from '#web/player/view/player-notice.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { say, words } from '#web/words/words.ts';
import { BodyLines } from './body-lines.tsx';
import { GhostOutline } from './ghost-outline.tsx';
import type { SyncedPair } from './synced-pair.ts';
import { useSyncedState } from './synced-state.ts';

/** What stands on each side. */
export interface SyncedSource {
  /** The address of the video, or null while there is none. */
  readonly src: string | null;
  /** What the side is called: "You", or the golfer's name. */
  readonly name: string;
}

/** One part of the canvas that is overlaid. */
export interface PictureOverlayPart {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  /** What of the canvas lies beneath: one side's whole picture, or all of it where one picture lies over the other. */
  readonly area: Rect;
  /** Whose picture it is; null for all of the canvas. */
  readonly of: string | null;
}

/** An overlay and its controls. */
export interface PictureOverlay {
  readonly over: (part: PictureOverlayPart) => ReactNode;
  readonly beside: (parts: {
    readonly pair: SyncedPair;
    readonly plan: ComparisonPlan;
    readonly names: Readonly<Record<Side, string>>;
  }) => ReactNode;
  /** Whether the controls stand beside the pictures where the screen has room; below them otherwise. */
  readonly isBeside: boolean;
}

const EDGES = { user: 'border-you', pro: 'border-pro' } as const;
const COLORS = { user: 'text-you', pro: 'text-pro' } as const;

interface SyncedPaneProps {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  readonly pictureZoom: PictureZoom;
  /** Whether the pictures fill the screen instead of a part of the page. */
  readonly fillsScreen: boolean;
  /** Laid over the picture, or over all where one lies over the other. */
  readonly overlay: PictureOverlay | null;
  readonly side: Side;
  readonly source: SyncedSource;
  readonly place: CSSProperties;
  readonly chosen: SideChoices;
  /** Null while the picture is not adjusted. */
  readonly onAdjust: ((change: Partial<SideChoices>) => void) | null;
}

/** The picture of one side, in its place in the layout. */
export function SyncedPane(props: SyncedPaneProps) {
  const { pair, plan, side, source, pictureZoom, fillsScreen, overlay, place, chosen, onAdjust } = props;
  const { layout, ghost } = plan;
  const { rect, crop, isMirrored, bodyLines, name: plate } = plan.panes[side];
  const problem = useSyncedState(pair, (state) => problemOf(state.statuses[side]));
  const attach = useCallback((video: HTMLVideoElement) => pair.attach(side, video), [pair, side]);
  const isStacked = layout === 'stacked';
  const isOver = laysOver(layout);
  const { zoom } = pictureZoom;
  // Pictures over each other are enlarged as a whole, so that they stay so.
  const enlarged = isOver ? undefined : zoomTransform(zoom);
  // The lines turn as the picture does: both take this, and are enlarged with the box they lie in.
  const transform = isMirrored ? 'scaleX(-1)' : '';
  const name = side === 'user' ? words.player.youInText : source.name;
  const label = place.order === 0 ? words.player.leftPane : words.player.rightPane;
  return (
    <figure
      className={classNames(
        'relative min-w-0',
        (!isOver || crop) && 'overflow-hidden',
        !isOver && `border-t-4 ${EDGES[side]}`,
      )}
      style={place}
    >
      <div
        {...(!isOver && ZOOM_FRAME)}
        className={classNames('relative', isOver ? 'h-full' : 'mx-auto overflow-hidden')}
        style={isOver || problem ? undefined : boxStyle(rect, isStacked, fillsScreen)}
      >
        <div className="relative h-full" style={{ ...(enlarged && { transform: enlarged }) }}>
          <div
            className="h-full"
            style={crop ? { position: 'absolute', ...placeWithin(rect, plan.panes[side].picture) } : undefined}
          >
            <video
              ref={attach}
              src={source.src ?? undefined}
              aria-label={say(label, { name })}
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
            {bodyLines && !problem && (
              <BodyLines
                pair={pair}
                side={side}
                track={bodyLines}
                label={say(words.body.linesOf, { name })}
                scale={zoom.scale}
                transform={transform}
              />
            )}
            {!isOver &&
              !problem &&
              !onAdjust &&
              overlay?.over({ pair, plan, area: plan.panes[side].picture, of: source.name })}
            {side === 'pro' && ghost?.look === 'outline' && ghost.outlines && !problem && (
              <GhostOutline
                pair={pair}
                outlines={ghost.outlines}
                label={say(words.player.outlineOf, { name })}
                scale={zoom.scale}
                transform={transform}
              />
            )}
          </div>
        </div>
        {plate && !isOver && !problem && <NamePlate side={side} name={plate} within={rect} />}
        {onAdjust && !problem && <AdjustSurface fit={chosen.fit} onChange={(fit) => onAdjust({ fit })} />}
        {onAdjust && !problem && zoom.scale === 1 && (
          <GolferHandles pane={plan.panes[side]} of={name} onChange={(box) => onAdjust({ box })} />
        )}
      </div>
      {problem && (
        <div className="p-4">
          <PlayerNotice problem={problem} />
        </div>
      )}
      {!ghost && (
        <figcaption
          className={classNames(
            plate
              ? 'sr-only'
              : 'label pointer-events-none absolute top-1 z-1 max-w-[calc(100%-0.5rem)] truncate rounded-sm bg-black/70 px-1.5',
            !plate && (layout === 'wipe' && place.order === 1 ? 'right-1' : 'left-1'),
            COLORS[side],
          )}
        >
          {source.name}
        </figcaption>
      )}
    </figure>
  );
}

/** The box that a picture is seen through: of two above each other, each has in the page at most 28 % of the screen's height. */
function boxStyle({ widthPx, heightPx }: Rect, isStacked: boolean, fillsScreen: boolean): CSSProperties {
  const aspect = widthPx / heightPx;
  const mostHeight = fillsScreen ? '(50cqh - 4px)' : '28svh';
  return { aspectRatio: `${widthPx} / ${heightPx}`, ...(isStacked && { maxWidth: `calc(${mostHeight} * ${aspect})` }) };
}

function problemOf(status: 'loading' | 'ready' | 'no-picture' | 'broken'): PlayerProblem | null {
  if (status === 'no-picture') return 'cannot-show';
  return status === 'broken' ? 'unavailable' : null;
}
