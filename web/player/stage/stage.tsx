// Both swings on one screen: picture, verdict, timeline, and the controls in four tabs. What is chosen in the tabs never moves the
// picture.
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonChoices, laysOver, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import { sourceTime } from '#domain/time.ts';
import { PLAYBACK_SPEEDS } from '#domain/video/playback-speed.ts';
import { KeyListDialog } from '#web/player/controls/key-list-dialog.tsx';
import { carryOut } from '#web/player/controls/player-commands.ts';
import { usePlayerKeys, useWheelSteps } from '#web/player/controls/use-player-keys.ts';
import { FramingPanel, type FramingState } from '#web/player/framing/framing-panel.tsx';
import { useFullScreen } from '#web/player/screen/use-full-screen.ts';
import { useVisibility } from '#web/player/screen/use-visibility.ts';
import { useZoom } from '#web/player/screen/use-zoom.ts';
import { FitPanel, GhostPanel } from '#web/player/synced/ghost-panel.tsx';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';
import type { PictureOverlay, SyncedSource } from '#web/player/synced/synced-pane.tsx';
import { SyncedPanes } from '#web/player/synced/synced-panes.tsx';
import { useSyncedState } from '#web/player/synced/synced-state.ts';
import { classNames } from '#web/ui/class-names.ts';
import { TooltipProvider } from '#web/ui/tooltip.tsx';
import { words } from '#web/words/words.ts';
import { needsDragHint, rememberDrag } from './drag-hint.ts';
import { LayoutChoice } from './layout-choice.tsx';
import { PlayPanel } from './play-panel.tsx';
import { panelId, type StageTab, StageTabs, tabId } from './stage-tabs.tsx';
import { StageTimeline, showPosition } from './stage-timeline.tsx';
import { useScrub } from './use-scrub.ts';

interface StageProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly sources: Readonly<Record<Side, SyncedSource>>;
  /** What the plan was made with. */
  readonly choices: ComparisonChoices;
  readonly onChoicesChange: (choices: ComparisonChoices) => void;
  readonly framing: FramingState;
  /** The shape of the place for the pictures, width by height: told whenever it changes. */
  readonly onAspect: (aspect: number) => void;
  /** Laid over the pictures, with tools of its own. */
  readonly overlay?: PictureOverlay | null;
  /** What was seen of both golfers; null where nothing was. */
  readonly tracks: Readonly<Record<Side, BodyTrack | null>>;
  /** Over the pictures' upper edge, such as what is being made of them. */
  readonly chip?: ReactNode;
  /** Directly under the pictures: what the comparison says. */
  readonly verdict?: ReactNode;
  /** More of the Play, View and Save tabs; without the last there is none. */
  readonly play?: ReactNode;
  readonly sync: ReactNode;
  readonly view?: ReactNode;
  readonly save?: ReactNode;
}

/** The group named "Synced preview". */
export function Stage(props: StageProps) {
  const { pair, swings, sources, choices, onChoicesChange, overlay = null } = props;
  const names = { user: sources.user.name, pro: sources.pro.name };
  const regionRef = useRef<HTMLFieldSetElement>(null);
  const pictureRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const [listsKeys, setListsKeys] = useState(false);
  const [wantsAdjusting, setAdjusting] = useState(false);
  const [tab, setTab] = useState<StageTab>('play');
  const [hasHint, setHint] = useState(needsDragHint);
  const canAdjust = !laysOver(choices.layout);
  const isAdjusting = wantsAdjusting && canAdjust && choices.framing !== 'full';
  const pictureZoom = useZoom(pictureRef);
  const fullScreen = useFullScreen(regionRef);
  useVisibility(pictureRef, pair.setVisible);
  useAspect(pictureRef, props.onAspect);
  const listKeys = () => setListsKeys(true);
  // One side that cannot be shown leaves the other to be watched.
  const disabled = useSyncedState(pair, ({ statuses: { user, pro } }) => user !== 'ready' && pro !== 'ready');
  const isWaiting = useSyncedState(pair, (state) => !state.playing && !state.settled);
  const scrub = useScrub(pair, {
    isOff: disabled || isAdjusting || overlay?.isOn === true || pictureZoom.zoom.scale > 1,
    onScrub() {
      setHint(false);
      rememberDrag();
    },
  });

  /** Both golfers are adjusted as they stand at rest. */
  function adjust(isOn: boolean) {
    setAdjusting(isOn);
    const { plan, marks } = swings;
    const restOf = (side: Side) => sourceTime(marks[side].restTime ?? plan.panes[side].firstFrameAt);
    if (isOn) {
      pictureZoom.reset();
      pair.goApart({ user: restOf('user'), pro: restOf('pro') });
    } else if (isAdjusting) pair.goTo(pair.getState().at);
  }

  function chooseTab(next: StageTab) {
    setTab(next);
    if (next !== tab) overlay?.setOn(next === 'draw');
    if (next !== 'view' && isAdjusting) adjust(false);
  }

  usePlayerKeys(regionRef, {
    canMark: false,
    onCommand: (command, isRepeat) =>
      (!disabled || command.does === 'list-keys' || command.does === 'full-screen') &&
      carryOut(pair, command, isRepeat, {
        ...{ speeds: PLAYBACK_SPEEDS, onListKeys: listKeys, onFullScreen: fullScreen.toggle },
        onPosition: (position) => showPosition(pair, position),
      }),
  });
  useWheelSteps(pictureRef, regionRef, (steps) => {
    if (disabled || pair.getState().playing) return false;
    if (steps !== 0) pair.step(steps);
    return true;
  });

  const tabs: StageTab[] = [
    'play',
    'view',
    ...(overlay ? (['draw'] as const) : []),
    ...(props.save ? (['save'] as const) : []),
  ];
  const panel = (of: StageTab, children: ReactNode) => (
    <div
      key={of}
      role="tabpanel"
      id={panelId(id, of)}
      aria-labelledby={tabId(id, of)}
      hidden={tab !== of}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 px-2 py-2 sm:px-3 lg:gap-4 lg:px-4 lg:py-4"
    >
      {children}
    </div>
  );
  return (
    <TooltipProvider>
      {/* In full screen the layer leaves its place in the page free. */}
      <div style={fullScreen.placePx === null ? undefined : { height: fullScreen.placePx }}>
        <fieldset
          ref={regionRef}
          tabIndex={-1}
          aria-label={words.player.syncedPreview}
          aria-busy={isWaiting}
          data-tab={tab}
          className={classNames('swing-stage stage min-w-0 outline-none', fullScreen.isOn && 'swing-stage-full')}
        >
          <div className="relative min-h-0 min-w-0 overflow-hidden bg-sunken [grid-area:picture]" data-stage-picture="">
            <SyncedPanes
              pair={pair}
              plan={swings.plan}
              sources={sources}
              pictureRef={pictureRef}
              pictureZoom={pictureZoom}
              scrub={scrub}
              onAdjust={isAdjusting ? (side, change) => onChoicesChange(withSideChoices(choices, side, change)) : null}
              choices={choices}
              onWipe={(wipePercent) => onChoicesChange({ ...choices, wipePercent })}
              overlay={overlay}
            />
            <div className="pointer-events-none absolute inset-x-0 top-2 z-3 grid justify-items-center gap-2 px-2 pt-9 lg:pt-0">
              {props.chip}
            </div>
            {hasHint && tab === 'play' && !disabled && (
              <p className="pointer-events-none absolute inset-x-0 bottom-3 z-3 mx-auto w-fit rounded-full bg-black/75 px-3 py-1.5 text-sm font-semibold text-white">
                <span aria-hidden="true">↔ </span>
                {words.stage.dragHint}
              </p>
            )}
          </div>
          <div className="min-w-0 [grid-area:verdict]" data-stage-verdict="">
            {props.verdict}
          </div>
          <div className="min-w-0 [grid-area:time]">
            <StageTimeline pair={pair} swings={swings} names={names} disabled={disabled} isQuiet={tab === 'save'} />
          </div>
          <div className="min-h-0 min-w-0 [grid-area:tabs]">
            <StageTabs id={id} tabs={tabs} chosen={tab} onChoose={chooseTab} />
          </div>
          <div className="min-h-0 min-w-0 overflow-y-auto overscroll-contain [grid-area:panel]" data-stage-panel="">
            {panel(
              'play',
              <PlayPanel
                pair={pair}
                swings={swings}
                disabled={disabled}
                pictureZoom={pictureZoom}
                fullScreen={fullScreen}
                onListKeys={listKeys}
              >
                {props.play}
              </PlayPanel>,
            )}
            {panel(
              'view',
              <>
                <LayoutChoice choices={choices} onChange={onChoicesChange} />
                {props.sync}
                <FramingPanel
                  choices={choices}
                  onChange={onChoicesChange}
                  names={names}
                  isFramed={swings.plan.isFramed}
                  state={props.framing}
                  isAdjusting={isAdjusting}
                  onAdjust={canAdjust ? adjust : null}
                />
                {choices.layout === 'ghost' && (
                  <GhostPanel
                    ghost={choices.ghost}
                    proName={sources.pro.name}
                    onChange={(ghost) => onChoicesChange({ ...choices, ghost })}
                  />
                )}
                {choices.layout === 'wipe' && (
                  <FitPanel
                    fit={choices.ghost.fit}
                    onChange={(fit) => onChoicesChange({ ...choices, ghost: { ...choices.ghost, fit } })}
                  />
                )}
                {props.view}
              </>,
            )}
            {overlay && panel('draw', overlay.tools({ pair, plan: swings.plan, names, tracks: props.tracks }))}
            {props.save && panel('save', props.save)}
          </div>
          <KeyListDialog open={listsKeys} onOpenChange={setListsKeys} canMark={false} />
        </fieldset>
      </div>
    </TooltipProvider>
  );
}

/** Tells the shape of an element, width by height, whenever it changes visibly. */
function useAspect(ref: React.RefObject<HTMLElement | null>, onAspect: (aspect: number) => void): void {
  const tell = useEffectEvent(onAspect);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth > 0 && clientHeight > 0) tell(Math.round((200 * clientWidth) / clientHeight) / 200);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [ref]);
}
