// The two pictures of the synced preview, laid out as the plan lays them out on the merged canvas.
import { type RefObject, useCallback } from 'react';
import { type ComparisonPlan, SIDES, type Side } from '#domain/comparison-plan.ts';
import { classNames } from '#web/ui/class-names.ts';
import { PlayerNotice, type PlayerProblem } from './player-notice.tsx';
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
  /** One above the other, for a narrow screen. */
  readonly isStacked: boolean;
  readonly pictureRef: RefObject<HTMLDivElement | null>;
}

/** Both pictures, never more than 60 % of the screen's height together. */
export function SyncedPanes({ pair, plan, sources, isStacked, pictureRef }: SyncedPanesProps) {
  const { widthPx, heightPx } = plan.canvas;
  return (
    <div ref={pictureRef} className="bg-black">
      <div
        className={classNames('mx-auto flex', isStacked && 'flex-col')}
        style={isStacked ? undefined : { maxWidth: `calc(60svh * ${widthPx / heightPx})` }}
      >
        {SIDES.map((side) => (
          <Pane key={side} pair={pair} plan={plan} side={side} source={sources[side]} isStacked={isStacked} />
        ))}
      </div>
    </div>
  );
}

const EDGES = { user: 'border-you', pro: 'border-pro' } as const;
const COLORS = { user: 'text-you', pro: 'text-pro' } as const;

interface PaneProps extends Pick<SyncedPanesProps, 'pair' | 'plan' | 'isStacked'> {
  readonly side: Side;
  readonly source: SyncedSource;
}

function Pane({ pair, plan, side, source, isStacked }: PaneProps) {
  const { widthPx, heightPx } = plan.panes[side].rect;
  const problem = useSyncedState(pair, (state) => problemOf(state.statuses[side]));
  const attach = useCallback((video: HTMLVideoElement) => pair.attach(side, video), [pair, side]);
  return (
    <figure
      className={classNames('relative min-w-0 border-t-4', EDGES[side])}
      style={isStacked ? undefined : { flex: `${widthPx} 1 0%` }}
    >
      <video
        ref={attach}
        src={source.src ?? undefined}
        aria-label={side === 'user' ? 'Left: you' : `Right: ${source.name}`}
        muted
        playsInline
        preload="auto"
        hidden={problem !== null}
        onClick={pair.togglePlay}
        className={classNames(
          'block w-full cursor-pointer',
          isStacked ? 'max-h-[28svh] object-contain' : 'object-fill',
        )}
        style={{ aspectRatio: `${widthPx} / ${heightPx}` }}
      />
      {problem && (
        <div className="p-4">
          <PlayerNotice problem={problem} />
        </div>
      )}
      <figcaption
        className={`label pointer-events-none absolute top-1 left-1 max-w-[calc(100%-0.5rem)] truncate rounded-sm bg-black/70 px-1.5 ${COLORS[side]}`}
      >
        {source.name}
      </figcaption>
    </figure>
  );
}

function problemOf(status: 'loading' | 'ready' | 'no-picture' | 'broken'): PlayerProblem | null {
  if (status === 'no-picture') return 'cannot-show';
  return status === 'broken' ? 'unavailable' : null;
}
