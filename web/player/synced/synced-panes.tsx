// The two pictures of the stage, laid out like the plan's merged canvas and sized to the available space.
import type { CSSProperties, PointerEvent, RefObject } from 'react';
import { type ComparisonChoices, laysOver, type SideChoices } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonPlan, plannedSides } from '#domain/comparison/comparison-plan.ts';
import { pictureArea } from '#domain/comparison/strip-place.ts';
import type { Rect } from '#domain/geometry.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { placeWithin } from '#web/player/framing/place-within.ts';
import { WipeEdge } from '#web/player/framing/wipe-edge.tsx';
import { type PictureZoom, zoomFrame, zoomTransform } from '#web/player/screen/use-zoom.ts';
import { useFittingWidth } from '#web/player/screen/watched-element.ts';
import { classNames } from '#web/ui/class-names.ts';
import { GhostCutOut } from './ghost-cut-out.tsx';
import { NameTag } from './name-tag.tsx';
import type { SyncedPair } from './synced-pair.ts';
import { type PictureOverlay, SyncedPane, type SyncedSource } from './synced-pane.tsx';

export type PointerHandlers = Readonly<
  Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', (event: PointerEvent) => void>
>;

interface SyncedPanesProps {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  readonly sources: Readonly<Record<Side, SyncedSource>>;
  readonly pictureRef: RefObject<HTMLDivElement | null>;
  readonly pictureZoom: PictureZoom;
  /** Handlers of a drag over the pictures while they are not zoomed. */
  readonly scrub: PointerHandlers;
  readonly choices: ComparisonChoices;
  /** Moves and scales a side's picture by hand; null while pictures are not adjusted. */
  readonly onAdjust: ((side: Side, change: Partial<SideChoices>) => void) | null;
  /** Moves the edge of a wipe, in percent of the canvas's width. */
  readonly onWipe: (percent: number) => void;
  /** Renames a side, or restores its usual name (null). Null if names cannot be changed. */
  readonly onRename: ((side: Side, name: string | null) => void) | null;
  /** Covers each picture. If the pictures overlap, one overlay covers both. */
  readonly overlay: PictureOverlay | null;
}

/** Both pictures. They fill their parent. */
export function SyncedPanes(props: SyncedPanesProps) {
  const { pair, plan, sources, pictureRef, pictureZoom, scrub, choices, onAdjust, onWipe, onRename, overlay } = props;
  const { layout, ghost } = plan;
  const canvas = pictureArea(plan);
  const { user, pro } = plan.panes;
  const isSwapped = user.rect.xPx > pro.rect.xPx || user.rect.yPx > pro.rect.yPx;
  const aspect = canvas.widthPx / canvas.heightPx;
  const isOver = laysOver(layout);
  const fittingWidthPx = useFittingWidth(pictureRef, isOver && !plan.isFramed ? aspect : null);
  return (
    // Buttons and keys offer the same actions as pointers over the pictures.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      ref={pictureRef}
      {...both(pictureZoom.handlers, scrub)}
      onDoubleClick={(event) => pictureZoom.zoomAt(event)}
      className={classNames(
        'absolute inset-0 grid',
        pictureZoom.zoom.scale > 1 ? 'touch-none' : 'touch-pan-y',
        isOver && 'place-items-center',
      )}
    >
      {/* In every layout the panes are children of this element: elsewhere React would make new videos, which load again. */}
      <div
        {...(isOver && zoomFrame('both'))}
        className={classNames(
          'relative',
          isOver ? 'overflow-hidden' : 'grid min-h-0 min-w-0',
          layout === 'side-by-side' && 'grid-cols-2 gap-x-0.5',
          layout === 'stacked' && 'grid-rows-2 gap-y-0.5',
        )}
        style={
          isOver
            ? {
                width: plan.isFramed ? '100%' : fittingWidthPx,
                ...(plan.isFramed ? { height: '100%' } : { aspectRatio: String(aspect) }),
                transform: zoomTransform(pictureZoom.zoom),
              }
            : undefined
        }
      >
        {SIDES.map((side) => (
          <SyncedPane
            key={side}
            pair={pair}
            plan={plan}
            side={side}
            source={sources[side]}
            pictureZoom={pictureZoom}
            overlay={overlay}
            chosen={choices[side]}
            isNamed={choices.names.isShown}
            onRename={onRename && ((name) => onRename(side, name))}
            onAdjust={onAdjust && ((change) => onAdjust(side, change))}
            place={{
              order: (side === 'pro') === isSwapped ? 0 : 1,
              ...(!plannedSides(plan).includes(side) && UNSEEN),
              ...(isOver && { position: 'absolute', ...placeWithin(canvas, overPlace(plan, side)) }),
            }}
          />
        ))}
        {isOver && (
          <>
            {ghost?.look === 'cut-out' && ghost.outlines && (
              <GhostCutOut pair={pair} plan={plan} outlines={ghost.outlines} strengthPercent={ghost.strengthPercent} />
            )}
            {overlay?.over({ pair, plan, area: { xPx: 0, yPx: 0, ...canvas }, of: null })}
            {layout === 'wipe' && <WipeEdge plan={plan} onMove={onWipe} />}
            {SIDES.map((side) => (
              <NameTag
                key={side}
                side={side}
                name={sources[side].tag}
                isShown={choices.names.isShown}
                onRename={onRename && ((name) => onRename(side, name))}
                place={
                  layout === 'wipe' && (side === 'pro') !== isSwapped ? 'right' : side === 'pro' ? 'below' : 'left'
                }
              />
            ))}
          </>
        )}
      </div>
    </div>
  );
}

/** Combines two sets of handlers, and calls both for each event. */
function both(one: PointerHandlers, other: PointerHandlers): PointerHandlers {
  const joined = (name: keyof PointerHandlers) => (event: PointerEvent) => {
    one[name](event);
    other[name](event);
  };
  return {
    onPointerDown: joined('onPointerDown'),
    onPointerMove: joined('onPointerMove'),
    onPointerUp: joined('onPointerUp'),
    onPointerCancel: joined('onPointerCancel'),
  };
}

/** The side that is not shown plays on, so that it is in sync when it is shown again. */
const UNSEEN: CSSProperties = { position: 'absolute', inset: 0, opacity: 0, pointerEvents: 'none' };

/** A side's rectangle when the pictures overlap: its pane if the picture is cropped, else the whole picture. */
function overPlace({ panes }: ComparisonPlan, side: Side): Rect {
  const { rect, picture, crop } = panes[side];
  return crop ? rect : picture;
}
