// Both swings side by side, moving as one, straight from local files: pictures, joint timeline and controls.
// Knows no upload, no merge and no session.
import { type ReactNode, useRef, useState } from 'react';
import type { Side } from '#domain/comparison-plan.ts';
import { PLAYBACK_SPEEDS } from '#domain/playback-speed.ts';
import { TooltipProvider } from '#web/ui/tooltip.tsx';
import { KeyListDialog } from './controls/key-list-dialog.tsx';
import type { PlayerCommand } from './controls/player-keys.ts';
import { usePlayerKeys, useWheelSteps } from './controls/use-player-keys.ts';
import { SyncedControls } from './synced-controls.tsx';
import type { SyncedPair, SyncedSwings } from './synced-pair.ts';
import { SyncedPanes, type SyncedSource } from './synced-panes.tsx';
import { useSyncedState } from './synced-state.ts';
import { SyncedTimeline } from './synced-timeline.tsx';

interface SyncedPlayerProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly sources: Readonly<Record<Side, SyncedSource>>;
  /** More controls beneath, which keep the keyboard's arrows for themselves. */
  readonly children?: ReactNode;
}

/** The group named "Synced preview". */
export function SyncedPlayer({ pair, swings, sources, children }: SyncedPlayerProps) {
  const regionRef = useRef<HTMLDivElement>(null);
  const pictureRef = useRef<HTMLDivElement>(null);
  const [isStacked, setStacked] = useState(false);
  const [listsKeys, setListsKeys] = useState(false);
  const listKeys = () => setListsKeys(true);
  // One side that cannot be shown leaves the other to be watched.
  const disabled = useSyncedState(pair, ({ statuses: { user, pro } }) => user !== 'ready' && pro !== 'ready');
  const isWaiting = useSyncedState(pair, (state) => !state.playing && !state.settled);

  usePlayerKeys(regionRef, {
    canMark: false,
    onCommand: (command, isRepeat) =>
      (!disabled || command.does === 'list-keys') && carryOut(pair, command, isRepeat, listKeys),
  });
  useWheelSteps(pictureRef, regionRef, (steps) => {
    if (disabled || pair.getState().playing) return false;
    if (steps !== 0) pair.step(steps);
    return true;
  });

  return (
    <TooltipProvider>
      <fieldset
        aria-label="Synced preview"
        aria-busy={isWaiting}
        className="stage min-w-0 overflow-hidden rounded-md border border-line"
      >
        <div ref={regionRef} tabIndex={-1} className="outline-none">
          <SyncedPanes pair={pair} plan={swings.plan} sources={sources} isStacked={isStacked} pictureRef={pictureRef} />
          <div className="px-3 sm:px-4">
            <SyncedTimeline
              pair={pair}
              swings={swings}
              names={{ user: sources.user.name, pro: sources.pro.name }}
              disabled={disabled}
            />
            <SyncedControls
              pair={pair}
              swings={swings}
              disabled={disabled}
              isStacked={isStacked}
              onStackedChange={setStacked}
              onListKeys={listKeys}
            />
          </div>
        </div>
        <div className="px-3 pb-3 sm:px-4">{children}</div>
        <KeyListDialog open={listsKeys} onOpenChange={setListsKeys} canMark={false} />
      </fieldset>
    </TooltipProvider>
  );
}

/** Carries out what a key asked for. A held key steps on, all else happens once. */
function carryOut(pair: SyncedPair, command: PlayerCommand, isRepeat: boolean, listKeys: () => void): void {
  if (command.does === 'step') pair.step(command.count, { isRepeat });
  else if (command.does === 'frame') pair.moveFrames(command.count, { isRepeat });
  else if (isRepeat) return;
  else if (command.does === 'play') pair.togglePlay();
  else if (command.does === 'start') pair.goToStart();
  else if (command.does === 'end') pair.goToEnd();
  else if (command.does === 'list-keys') listKeys();
  else changeSpeed(pair, command.does);
}

function changeSpeed(pair: SyncedPair, does: string): void {
  const { speed } = pair.getState();
  if (does === 'faster') pair.setSpeed(PLAYBACK_SPEEDS.find((factor) => factor > speed) ?? speed);
  if (does === 'slower') pair.setSpeed(PLAYBACK_SPEEDS.findLast((factor) => factor < speed) ?? speed);
}
