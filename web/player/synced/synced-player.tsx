// Both swings playing together from local files: pictures, joint timeline, controls.
import { type ReactNode, useRef, useState } from 'react';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonChoices, laysOver, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import { sourceTime } from '#domain/time.ts';
import { PLAYBACK_SPEEDS } from '#domain/video/playback-speed.ts';
import { KeyListDialog } from '#web/player/controls/key-list-dialog.tsx';
import { carryOut } from '#web/player/controls/player-commands.ts';
import { usePlayerKeys, useWheelSteps } from '#web/player/controls/use-player-keys.ts';
import { FramingPanel, type FramingState } from '#web/player/framing/framing-panel.tsx';
import { controlsPlace, FULL_SCREEN, layerPlace } from '#web/player/screen/full-screen-place.ts';
import { useFullScreen } from '#web/player/screen/use-full-screen.ts';
import { useVisibility } from '#web/player/screen/use-visibility.ts';
import { useZoom } from '#web/player/screen/use-zoom.ts';
import { classNames } from '#web/ui/class-names.ts';
import { TooltipProvider } from '#web/ui/tooltip.tsx';
import { words } from '#web/words/words.ts';
import { FitPanel, GhostPanel } from './ghost-panel.tsx';
import { SyncedControls } from './synced-controls.tsx';
import type { SyncedPair, SyncedSwings } from './synced-pair.ts';
import type { PictureOverlay, SyncedSource } from './synced-pane.tsx';
import { SyncedPanes } from './synced-panes.tsx';
import { useSyncedState } from './synced-state.ts';
import { LiveStrip, SyncedTimeline } from './synced-timeline.tsx';

interface SyncedPlayerProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly sources: Readonly<Record<Side, SyncedSource>>;
  /** What the plan was made with; layout and ghost are changed here. */
  readonly choices: ComparisonChoices;
  readonly onChoicesChange: (choices: ComparisonChoices) => void;
  readonly framing: FramingState;
  /** Laid over the pictures, with controls of its own. */
  readonly overlay?: PictureOverlay | null;
  /** More controls beneath, which keep the keyboard's arrows for themselves. */
  readonly children?: ReactNode;
}

/** The group named "Synced preview". */
export function SyncedPlayer(props: SyncedPlayerProps) {
  const { pair, swings, sources, choices, onChoicesChange, framing, overlay = null, children } = props;
  const names = { user: sources.user.name, pro: sources.pro.name };
  const regionRef = useRef<HTMLDivElement>(null);
  const pictureRef = useRef<HTMLDivElement>(null);
  const [listsKeys, setListsKeys] = useState(false);
  const [wantsAdjusting, setAdjusting] = useState(false);
  const canAdjust = !laysOver(choices.layout);
  const isAdjusting = wantsAdjusting && canAdjust && choices.framing === 'golfers';
  const pictureZoom = useZoom(pictureRef);
  const fullScreen = useFullScreen(regionRef);
  useVisibility(regionRef, pair.setVisible);
  const listKeys = () => setListsKeys(true);
  // One side that cannot be shown leaves the other to be watched.
  const disabled = useSyncedState(pair, ({ statuses: { user, pro } }) => user !== 'ready' && pro !== 'ready');
  const isWaiting = useSyncedState(pair, (state) => !state.playing && !state.settled);

  /** Both golfers are adjusted as they stand at rest. */
  function adjust(isOn: boolean) {
    setAdjusting(isOn);
    const { plan, marks } = swings;
    const restOf = (side: Side) => sourceTime(marks[side].restTime ?? plan.panes[side].firstFrameAt);
    if (isOn) pair.goApart({ user: restOf('user'), pro: restOf('pro') });
    else if (isAdjusting) pair.goTo(pair.getState().at);
  }

  usePlayerKeys(regionRef, {
    canMark: false,
    onCommand: (command, isRepeat) =>
      (!disabled || command.does === 'list-keys' || command.does === 'full-screen') &&
      carryOut(pair, command, isRepeat, {
        ...{ speeds: PLAYBACK_SPEEDS, onListKeys: listKeys, onFullScreen: fullScreen.toggle },
      }),
  });
  useWheelSteps(pictureRef, regionRef, (steps) => {
    if (disabled || pair.getState().playing) return false;
    if (steps !== 0) pair.step(steps);
    return true;
  });

  const { isOn, placePx } = fullScreen;
  const { widthPx, heightPx } = swings.plan.canvas;
  const aspect = widthPx / heightPx;
  return (
    <TooltipProvider>
      <fieldset
        aria-label={words.player.syncedPreview}
        aria-busy={isWaiting}
        className="stage min-w-0 overflow-hidden rounded-md border border-line"
        style={placePx === null ? undefined : { height: placePx }}
      >
        <div className={classNames(overlay?.isBeside && 'lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start')}>
          <div
            ref={regionRef}
            tabIndex={-1}
            className={classNames('outline-none', isOn && `stage ${FULL_SCREEN} ${layerPlace(aspect)}`)}
          >
            <div className={isOn ? 'flex min-h-0 min-w-0 flex-1 flex-col' : undefined}>
              <SyncedPanes
                pair={pair}
                plan={swings.plan}
                sources={sources}
                pictureRef={pictureRef}
                pictureZoom={pictureZoom}
                fillsScreen={isOn}
                onAdjust={
                  isAdjusting ? (side, change) => onChoicesChange(withSideChoices(choices, side, change)) : null
                }
                choices={choices}
                onWipe={(wipePercent) => onChoicesChange({ ...choices, wipePercent })}
                overlay={overlay}
              />
              {swings.plan.strip && <LiveStrip pair={pair} plan={swings.plan} />}
            </div>
            <div className={classNames('px-3 sm:px-4', isOn && `pb-3 ${controlsPlace(aspect)}`)}>
              <SyncedTimeline pair={pair} swings={swings} names={names} disabled={disabled} />
              <SyncedControls
                pair={pair}
                swings={swings}
                disabled={disabled}
                layout={choices.layout}
                onLayoutChange={(layout) => onChoicesChange({ ...choices, layout })}
                pictureZoom={pictureZoom}
                fullScreen={fullScreen}
                onListKeys={listKeys}
              />
              {/* Full screen is for watching: what is chosen stays, and is changed in the page. */}
              <div hidden={isOn}>
                {choices.layout === 'ghost' && (
                  <GhostPanel
                    ghost={choices.ghost}
                    proName={sources.pro.name}
                    onChange={(ghost) => onChoicesChange({ ...choices, ghost })}
                  />
                )}
                <FramingPanel
                  choices={choices}
                  onChange={onChoicesChange}
                  names={names}
                  isFramed={swings.plan.isFramed}
                  state={framing}
                  isAdjusting={isAdjusting}
                  onAdjust={canAdjust ? adjust : null}
                />
                {choices.layout === 'wipe' && (
                  <FitPanel
                    fit={choices.ghost.fit}
                    onChange={(fit) => onChoicesChange({ ...choices, ghost: { ...choices.ghost, fit } })}
                  />
                )}
              </div>
            </div>
          </div>
          {overlay?.beside({ pair, plan: swings.plan, names })}
        </div>
        <div className="px-3 pb-3 sm:px-4">{children}</div>
        <KeyListDialog open={listsKeys} onOpenChange={setListsKeys} canMark={false} />
      </fieldset>
    </TooltipProvider>
  );
}
