// The two pictures of the synced preview, laid out as the plan lays out the merged canvas.
import type { RefObject } from 'react';
import {
  type ComparisonChoices,
  laysOver,
  SIDES,
  type Side,
  type SideChoices,
} from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { Rect } from '#domain/comparison/pane-layout.ts';
import { pictureArea } from '#domain/comparison/strip-place.ts';
import { NamePlate } from '#web/player/framing/name-plate.tsx';
import { placeWithin } from '#web/player/framing/place-within.ts';
import { WipeEdge } from '#web/player/framing/wipe-edge.tsx';
import { type PictureZoom, ZOOM_FRAME } from '#web/player/screen/use-zoom.ts';
import { zoomTransform } from '#web/player/screen/zoom.ts';
import { classNames } from '#web/ui/class-names.ts';
import { sayWith } from '#web/words/say-with.tsx';
import { words } from '#web/words/words.ts';
import { GhostCutOut } from './ghost-cut-out.tsx';
import type { SyncedPair } from './synced-pair.ts';
import type { PictureOverlay } from './synced-pane.tsx';
import { SyncedPane, type SyncedSource } from './synced-pane.tsx';

interface SyncedPanesProps {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  readonly sources: Readonly<Record<Side, SyncedSource>>;
  readonly pictureRef: RefObject<HTMLDivElement | null>;
  /** Both sides are looked at equally closely. */
  readonly pictureZoom: PictureZoom;
  /** Whether they fill the screen instead of a part of the page. */
  readonly fillsScreen: boolean;
  readonly choices: ComparisonChoices;
  /** Moves and scales a side's picture by hand; null while that is not done. */
  readonly onAdjust: ((side: Side, change: Partial<SideChoices>) => void) | null;
  /** Moves the edge of a wipe, in percent of the canvas' width. */
  readonly onWipe: (percent: number) => void;
  /** Laid over each picture, or over all where one lies over the other. */
  readonly overlay: PictureOverlay | null;
}

/** Both pictures: in the page never more than 60 % of the screen's height together. */
export function SyncedPanes(props: SyncedPanesProps) {
  const { pair, plan, sources, pictureRef, pictureZoom, fillsScreen, choices, onAdjust, onWipe, overlay } = props;
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
      className={classNames(
        'overflow-hidden bg-black',
        pictureZoom.zoom.scale > 1 ? 'touch-none' : 'touch-pan-y',
        // A size container: what lies in it is as high as it has room.
        fillsScreen && 'grid min-h-0 flex-1 items-center [container-type:size]',
      )}
    >
      <div
        {...(isOver && ZOOM_FRAME)}
        className={classNames(
          'relative mx-auto flex w-full',
          layout === 'stacked' && 'flex-col',
          isOver && 'overflow-hidden',
        )}
        style={{
          ...(layout !== 'stacked' && { maxWidth: `calc(${fillsScreen ? '(100cqh - 4px)' : '60svh'} * ${aspect})` }),
          ...(isOver && { aspectRatio: String(aspect), transform: zoomTransform(pictureZoom.zoom) }),
        }}
      >
        {SIDES.map((side) => (
          <SyncedPane
            key={side}
            pair={pair}
            plan={plan}
            side={side}
            source={sources[side]}
            pictureZoom={pictureZoom}
            fillsScreen={fillsScreen}
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
