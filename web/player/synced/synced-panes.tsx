// The two pictures of the synced preview, laid out as the plan lays out the merged canvas.
import { type CSSProperties, type RefObject, useCallback } from 'react';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { type ComparisonPlan, SIDES, type Side } from '#domain/comparison/comparison-plan.ts';
import { type PictureZoom, ZOOM_FRAME } from '#web/player/controls/use-zoom.ts';
import { zoomTransform } from '#web/player/controls/zoom.ts';
import { PlayerNotice, type PlayerProblem } from '#web/player/view/player-notice.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { sayWith } from '#web/words/say-with.tsx';
import { say, words } from '#web/words/words.ts';
import { BodyLines } from './body-lines.tsx';
import { fitTransform, type GhostFit, type SyncedLayout } from './synced-layout.ts';
import type { SyncedPair } from './synced-pair.ts';
import { useSyncedState } from './synced-state.ts';

/** What stands on each side. */
export interface SyncedSource {
  /** The address of the video, or null while there is none. */
  readonly src: string | null;
  /** What the side is called: "You", or the golfer's name. */
  readonly name: string;
  /** The golfer's body, to be drawn over the picture; null while it is not to be, or not known. */
  readonly body: BodyTrack | null;
}

interface SyncedPanesProps {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  readonly sources: Readonly<Record<Side, SyncedSource>>;
  readonly layout: SyncedLayout;
  /** How strongly the pro is seen over the visitor in the ghost. */
  readonly ghostPercent: number;
  /** How the pro is laid over the visitor in the ghost. */
  readonly ghostFit: GhostFit;
  readonly pictureRef: RefObject<HTMLDivElement | null>;
  /** Both sides are looked at equally closely. */
  readonly pictureZoom: PictureZoom;
}

/** Both pictures, never more than 60 % of the screen's height together. */
export function SyncedPanes(props: SyncedPanesProps) {
  const { pair, plan, sources, layout, ghostPercent, ghostFit, pictureRef, pictureZoom } = props;
  const { user, pro } = plan.panes;
  const isSwapped = user.rect.xPx > pro.rect.xPx;
  const widthPx = layout === 'ghost' ? Math.max(user.rect.widthPx, pro.rect.widthPx) : plan.canvas.widthPx;
  const aspect = widthPx / plan.canvas.heightPx;
  return (
    <div
      ref={pictureRef}
      {...pictureZoom.handlers}
      className={classNames('overflow-hidden bg-black', pictureZoom.zoom.scale > 1 ? 'touch-none' : 'touch-pan-y')}
    >
      <div
        {...(layout === 'ghost' && ZOOM_FRAME)}
        className={classNames(
          'relative mx-auto flex',
          layout === 'stacked' && 'flex-col',
          layout === 'ghost' && 'overflow-hidden',
        )}
        style={{
          ...(layout !== 'stacked' && { maxWidth: `calc(60svh * ${aspect})` }),
          ...(layout === 'ghost' && { aspectRatio: String(aspect), transform: zoomTransform(pictureZoom.zoom) }),
        }}
      >
        {SIDES.map((side) => (
          <Pane
            key={side}
            pair={pair}
            plan={plan}
            side={side}
            source={sources[side]}
            layout={layout}
            ghostFit={ghostFit}
            pictureZoom={pictureZoom}
            place={{
              order: (side === 'pro') === isSwapped ? 0 : 1,
              ...(layout === 'side-by-side' && { flex: `${plan.panes[side].rect.widthPx} 1 0%` }),
              ...(layout === 'ghost' && ghostPlace(plan.panes[side].rect.widthPx / widthPx)),
              ...(layout === 'ghost' && side === 'pro' && { opacity: ghostPercent / 100 }),
            }}
          />
        ))}
        {layout === 'ghost' && (
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

/** In the middle of the ghost's frame, over its whole height. */
function ghostPlace(widthShare: number): CSSProperties {
  return {
    position: 'absolute',
    insetBlock: 0,
    left: `${((1 - widthShare) / 2) * 100}%`,
    width: `${widthShare * 100}%`,
  };
}

const EDGES = { user: 'border-you', pro: 'border-pro' } as const;
const COLORS = { user: 'text-you', pro: 'text-pro' } as const;

interface PaneProps extends Pick<SyncedPanesProps, 'pair' | 'plan' | 'layout' | 'ghostFit' | 'pictureZoom'> {
  readonly side: Side;
  readonly source: SyncedSource;
  readonly place: CSSProperties;
}

function Pane({ pair, plan, side, source, layout, ghostFit, pictureZoom, place }: PaneProps) {
  const { rect, isMirrored } = plan.panes[side];
  const problem = useSyncedState(pair, (state) => problemOf(state.statuses[side]));
  const attach = useCallback((video: HTMLVideoElement) => pair.attach(side, video), [pair, side]);
  const isStacked = layout === 'stacked';
  const isGhost = layout === 'ghost';
  // A ghost is enlarged as a whole, so that the two stay over each other.
  const placed = isGhost ? side === 'pro' && fitTransform(ghostFit) : zoomTransform(pictureZoom.zoom);
  // The lines lie and turn as the picture does: both take this.
  const transform = [placed, isMirrored && 'scaleX(-1)'].filter(Boolean).join(' ');
  const { zoom } = pictureZoom;
  const name = side === 'user' ? words.player.youInText : source.name;
  const label = place.order === 0 ? words.player.leftPane : words.player.rightPane;
  return (
    <figure
      {...(!isGhost && ZOOM_FRAME)}
      className={classNames('relative min-w-0', !isGhost && `overflow-hidden border-t-4 ${EDGES[side]}`)}
      style={place}
    >
      <div className="relative">
        <video
          ref={attach}
          src={source.src ?? undefined}
          aria-label={say(label, { name })}
          muted
          playsInline
          preload="auto"
          hidden={problem !== null}
          onClick={() => !pictureZoom.hasDragged() && pair.togglePlay()}
          className={classNames(
            'block w-full cursor-pointer',
            isStacked ? 'max-h-[28svh] object-contain' : 'object-fill',
          )}
          style={{ aspectRatio: `${rect.widthPx} / ${rect.heightPx}`, ...(transform && { transform }) }}
        />
        {source.body && !problem && (
          <BodyLines
            pair={pair}
            side={side}
            track={source.body}
            label={say(words.body.linesOf, { name })}
            scale={isGhost && side === 'pro' ? (zoom.scale * ghostFit.sizePercent) / 100 : zoom.scale}
            keepsShape={isStacked}
            transform={transform}
          />
        )}
      </div>
      {problem && (
        <div className="p-4">
          <PlayerNotice problem={problem} />
        </div>
      )}
      {!isGhost && (
        <figcaption
          className={`label pointer-events-none absolute top-1 left-1 z-1 max-w-[calc(100%-0.5rem)] truncate rounded-sm bg-black/70 px-1.5 ${COLORS[side]}`}
        >
          {source.name}
        </figcaption>
      )}
    </figure>
  );
}

function problemOf(status: 'loading' | 'ready' | 'no-picture' | 'broken'): PlayerProblem | null {
  if (status === 'no-picture') return 'cannot-show';
  return status === 'broken' ? 'unavailable' : null;
}
