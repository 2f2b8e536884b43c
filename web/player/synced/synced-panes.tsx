// The two pictures of the synced preview, laid out as the plan lays out the merged canvas.
import { type CSSProperties, type RefObject, useCallback } from 'react';
import { type ComparisonPlan, SIDES, type Side } from '#domain/comparison/comparison-plan.ts';
import type { Rect, Size } from '#domain/comparison/pane-layout.ts';
import { type PictureZoom, ZOOM_FRAME } from '#web/player/controls/use-zoom.ts';
import { zoomTransform } from '#web/player/controls/zoom.ts';
import { PlayerNotice, type PlayerProblem } from '#web/player/view/player-notice.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { sayWith } from '#web/words/say-with.tsx';
import { say, words } from '#web/words/words.ts';
import { BodyLines } from './body-lines.tsx';
import { GhostCutOut } from './ghost-cut-out.tsx';
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

interface SyncedPanesProps {
  readonly pair: SyncedPair;
  readonly plan: ComparisonPlan;
  readonly sources: Readonly<Record<Side, SyncedSource>>;
  readonly pictureRef: RefObject<HTMLDivElement | null>;
  /** Both sides are looked at equally closely. */
  readonly pictureZoom: PictureZoom;
}

/** Both pictures, never more than 60 % of the screen's height together. */
export function SyncedPanes(props: SyncedPanesProps) {
  const { pair, plan, sources, pictureRef, pictureZoom } = props;
  const { layout, ghost, canvas } = plan;
  const { user, pro } = plan.panes;
  const isSwapped = user.rect.xPx > pro.rect.xPx || user.rect.yPx > pro.rect.yPx;
  const aspect = canvas.widthPx / canvas.heightPx;
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
            pictureZoom={pictureZoom}
            place={{
              order: (side === 'pro') === isSwapped ? 0 : 1,
              ...(layout === 'side-by-side' && { flex: `${plan.panes[side].rect.widthPx} 1 0%` }),
              ...(layout === 'ghost' && ghostPlace(plan.panes[side].picture, canvas)),
            }}
          />
        ))}
        {ghost?.look === 'cut-out' && ghost.outlines && (
          <GhostCutOut pair={pair} plan={plan} outlines={ghost.outlines} strengthPercent={ghost.strengthPercent} />
        )}
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

/** Where the plan puts a picture on the ghost's canvas. */
function ghostPlace(picture: Rect, canvas: Size): CSSProperties {
  const percent = (px: number, ofPx: number) => `${(100 * px) / ofPx}%`;
  return {
    position: 'absolute',
    left: percent(picture.xPx, canvas.widthPx),
    top: percent(picture.yPx, canvas.heightPx),
    width: percent(picture.widthPx, canvas.widthPx),
    height: percent(picture.heightPx, canvas.heightPx),
  };
}

const EDGES = { user: 'border-you', pro: 'border-pro' } as const;
const COLORS = { user: 'text-you', pro: 'text-pro' } as const;

interface PaneProps extends Pick<SyncedPanesProps, 'pair' | 'plan' | 'pictureZoom'> {
  readonly side: Side;
  readonly source: SyncedSource;
  readonly place: CSSProperties;
}

function Pane({ pair, plan, side, source, pictureZoom, place }: PaneProps) {
  const { layout, ghost } = plan;
  const { rect, isMirrored, bodyLines } = plan.panes[side];
  const problem = useSyncedState(pair, (state) => problemOf(state.statuses[side]));
  const attach = useCallback((video: HTMLVideoElement) => pair.attach(side, video), [pair, side]);
  const isStacked = layout === 'stacked';
  const isGhost = ghost !== null;
  // A ghost is enlarged as a whole, so that the two stay over each other.
  const placed = !isGhost && zoomTransform(pictureZoom.zoom);
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
      <div className={classNames('relative', isGhost && 'h-full')}>
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
            isGhost && 'h-full',
            isStacked ? 'max-h-[28svh] object-contain' : 'object-fill',
          )}
          style={{
            ...(!isGhost && { aspectRatio: `${rect.widthPx} / ${rect.heightPx}` }),
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
            keepsShape={isStacked}
            transform={transform}
          />
        )}
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
