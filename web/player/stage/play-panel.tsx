// The Play tab: steps, speed, loop, zoom and full screen.
import type { ReactNode } from 'react';
import { mergedFrameAt } from '#domain/comparison/timeline.ts';
import { PLAYBACK_SPEEDS } from '#domain/video/playback-speed.ts';
import { loopsOf } from '#web/player/controlled/loops.ts';
import { LoopSelect, SpeedSelect } from '#web/player/controls/control-bar.tsx';
import { StepButtons } from '#web/player/controls/step-buttons.tsx';
import { ScreenButtons } from '#web/player/screen/screen-buttons.tsx';
import type { FullScreen } from '#web/player/screen/use-full-screen.ts';
import type { PictureZoom } from '#web/player/screen/use-zoom.ts';
import { positionTimesIn } from '#web/player/synced/synced-loops.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { readTime, useSyncedState } from '#web/player/synced/synced-state.ts';
import { formatClock } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

interface PlayPanelProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly disabled: boolean;
  readonly pictureZoom: PictureZoom;
  readonly fullScreen: FullScreen;
  readonly onListKeys: () => void;
  /** The button of the sequence, beside the step buttons. */
  readonly sequence: ReactNode;
}

/** The most used speeds, each with its own button. */
const QUICK_SPEEDS = [0.25, 0.5, 1] as const;

export function PlayPanel(props: PlayPanelProps) {
  const { pair, swings, disabled, pictureZoom, fullScreen, onListKeys, sequence } = props;
  const speed = useSyncedState(pair, (state) => state.speed);
  const loops = loopsOf(positionTimesIn(swings.plan, swings.marks.user));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 sm:gap-2">
      <div className="flex items-center justify-between gap-1">
        <div className="flex gap-1">
          <StepButtons disabled={disabled} onStep={pair.step}>
            {null}
          </StepButtons>
          {sequence}
        </div>
        <div className="flex min-w-0 rounded-md bg-sunken">
          {QUICK_SPEEDS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={speed === one}
              disabled={disabled}
              onClick={() => pair.setSpeed(one)}
              className="figures min-h-11 rounded-md px-2.5 text-sm font-semibold text-ink-soft hover:text-ink aria-pressed:bg-ink aria-pressed:text-paper"
            >
              {say(words.player.speed, { speed: one })}
            </button>
          ))}
          <SpeedSelect
            player={pair}
            speeds={PLAYBACK_SPEEDS}
            disabled={disabled}
            // The pressed button already shows a quick speed.
            hidesValue={QUICK_SPEEDS.some((one) => one === speed)}
            className="bg-transparent! px-2.5! text-sm"
          />
        </div>
      </div>
      <div className="flex items-center gap-1">
        <LoopSelect player={pair} loops={loops} disabled={disabled} className="shrink-0 text-sm whitespace-nowrap" />
        <Reading pair={pair} swings={swings} />
        <div className="ml-auto flex">
          <ScreenButtons {...{ pictureZoom, fullScreen, disabled, onListKeys }} />
        </div>
      </div>
    </div>
  );
}

/** The time on screen, the frame's number and the frame count. */
function Reading({ pair, swings: { plan } }: Pick<PlayPanelProps, 'pair' | 'swings'>) {
  const at = useSyncedState(pair, readTime);
  return (
    <p className="figures min-w-0 px-1 text-sm leading-tight text-ink-soft">
      {/* Always two lines: a longer number must not break the line. */}
      <time className="block font-semibold text-ink">{formatClock(at)}</time>{' '}
      <span className="whitespace-nowrap">
        {say(words.player.frameOf, { frame: mergedFrameAt(plan, at) + 1, count: plan.frameCount })}
      </span>
    </p>
  );
}
