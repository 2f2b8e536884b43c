// The two pictures of the synced preview, laid out as the plan lays out the merged canvas.
import { type CSSProperties, type RefObject, useCallback } from 'react';
import { type ComparisonChoices, laysOver, type SideChoices } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonPlan, SIDES, type Side } from '#domain/comparison/comparison-plan.ts';
import type { Rect } from '#domain/comparison/pane-layout.ts';
import { pictureArea } from '#domain/comparison/strip-place.ts';
import { type PictureZoom, ZOOM_FRAME } from '#web/player/controls/use-zoom.ts';
import { zoomTransform } from '#web/player/controls/zoom.ts';
import { AdjustSurface } from '#web/player/framing/adjust-surface.tsx';
import { GolferHandles } from '#web/player/framing/golfer-handles.tsx';
import { NamePlate } from '#web/player/framing/name-plate.tsx';
import { placeWithin } from '#web/player/framing/place-within.ts';
import { WipeEdge } from '#web/player/framing/wipe-edge.tsx';
import { PlayerNotice, type PlayerProblem } from '#web/player/view/player-notice.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { sayWith } from '#web/words/say-with.tsx';
import { say, words } from '#web/words/words.ts';
import { BodyLines } from './body-lines.tsx';
import { GhostCutOut } from './ghost-cut-out.tsx';
import { GhostOutline } from './ghost-outline.tsx';
import type { PictureOverlay } from './picture-overlay.ts';
import type { SyncedPair } from './synced-pair.ts';
import { useSyncedState } from './synced-state.ts';

/** What stands on each side. */
export interface SyncedSource {
  /** The address of the video, or null while there is none. */
  readonly src: string | null;
  /** What the side is called: "You", or the golfer's name. */
  readonly name: string;
}

interface SyncedPanesProps {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  readonly sources: Readonly<Record<Side, SyncedSource>>;
  readonly pictureRef: RefObject<HTMLDivElement | null>;
  /** Both sides are looked at equally closely. */
  readonly pictureZoom: PictureZoom;
  readonly choices: ComparisonChoices;
  /** Moves and scales a side's picture by hand; null while that is not done. */
  readonly onAdjust: ((side: Side, change: Partial<SideChoices>) => void) | null;
  /** Moves the edge of a wipe, in percent of the canvas' width. */
  readonly onWipe: (percent: number) => void;
  /** Laid over each picture, or over all where one lies over the other. */
  readonly overlay: PictureOverlay | null;
}

/** Both pictures, never more than 60 % of the screen's height together. */
export function SyncedPanes(props: SyncedPanesProps) {
  const { pair, plan, sources, pictureRef, pictureZoom, choices, onAdjust, onWipe, overlay } = props;
  const { layout, ghost } = plan;
  const canvas = pictureArea(plan);
  const { user, pro } = plan.panes;
  const isSwapped = user.rect.xPx > pro.rect.xPx || user.rect.yPx > pro.rect.yPx;
  const aspect = canvas.widthPx / canvas.heightPx;
  const isOver = laysOver(layout);
  return (
    <div
      ref={pictureRef}
      {...pictureZoom.handlers}
      className={classNames('overflow-hidden bg-black', pictureZoom.zoom.scale > 1 ? 'touch-none' : 'touch-pan-y')}
    >
      <div
        {...(isOver && ZOOM_FRAME)}
        className={classNames('relative mx-auto flex', layout === 'stacked' && 'flex-col', isOver && 'overflow-hidden')}
        style={{
          ...(layout !== 'stacked' && { maxWidth: `calc(60svh * ${aspect})` }),
          ...(isOver && { aspectRatio: String(aspect), transform: zoomTransform(pictureZoom.zoom) }),
        }}
      >
        {SIDES.map((side) => (
          <Pane
            key={side}
            pair={pair}
            plan={plan}
            side={side}
            source={sources[side]}
            pictureZoom={pictureZoom}
            overlay={overlay}
            chosen={choices[side]}
            onAdjust={onAdjust && ((change) => onAdjust(side, change))}
            place={{
              order: (side === 'pro') === isSwapped ? 0 : 1,
              ...(layout === 'side-by-side' && { flex: `${plan.panes[side].rect.widthPx} 1 0%` }),
              ...(isOver && { position: 'absolute', ...placeWithin(canvas, overPlace(plan, side)) }),
            }}
          />
        ))}
        {ghost?.look === 'cut-out' && ghost.outlines && (
          <GhostCutOut pair={pair} plan={plan} outlines={ghost.outlines} strengthPercent={ghost.strengthPercent} />
        )}
        {isOver && overlay?.over({ pair, plan, area: { xPx: 0, yPx: 0, ...canvas }, of: null })}
        {layout === 'wipe' && <WipeEdge plan={plan} onMove={onWipe} />}
        {isOver &&
          SIDES.map((side) => {
            const { name } = plan.panes[side];
            return name && <NamePlate key={side} side={side} name={name} within={canvas} />;
          })}
        {layout === 'ghost' && !user.name && !pro.name && (
          <p className="label pointer-events-none absolute top-1 left-1 z-1 rounded-sm bg-black/70 px-1.5">
            {sayWith(words.player.ghostNames, {
              user: <span className="text-you">{sources.user.name}</span>,
              pro: <span className="text-pro">{sources.pro.name}</span>,
            })}
          </p>
        )}
      </div>
    </div>
  );
}

/** Where a side lies over the canvas: a ghost's picture, a wipe's part of it, and either where the picture is cropped. */
function overPlace({ panes }: ComparisonPlan, side: Side): Rect {
  const { rect, picture, crop } = panes[side];
  return crop ? rect : picture;
}

const EDGES = { user: 'border-you', pro: 'border-pro' } as const;
const COLORS = { user: 'text-you', pro: 'text-pro' } as const;

interface PaneProps extends Pick<SyncedPanesProps, 'pair' | 'plan' | 'pictureZoom' | 'overlay'> {
  readonly side: Side;
  readonly source: SyncedSource;
  readonly place: CSSProperties;
  readonly chosen: SideChoices;
  /** Null while the picture is not adjusted. */
  readonly onAdjust: ((change: Partial<SideChoices>) => void) | null;
}

function Pane({ pair, plan, side, source, pictureZoom, overlay, place, chosen, onAdjust }: PaneProps) {
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
        style={isOver || problem ? undefined : boxStyle(rect, isStacked)}
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

/** The box that a picture is seen through: of two above each other, each has at most 28 % of the screen's height. */
function boxStyle({ widthPx, heightPx }: Rect, isStacked: boolean): CSSProperties {
  const aspect = widthPx / heightPx;
  return { aspectRatio: `${widthPx} / ${heightPx}`, ...(isStacked && { maxWidth: `calc(28svh * ${aspect})` }) };
}

function problemOf(status: 'loading' | 'ready' | 'no-picture' | 'broken'): PlayerProblem | null {
  if (status === 'no-picture') return 'cannot-show';
  return status === 'broken' ? 'unavailable' : null;
}
