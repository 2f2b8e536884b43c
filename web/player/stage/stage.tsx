// Both swings on one screen: picture, verdict, timeline, and controls in four tabs, which never move the picture.
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { type ComparisonChoices, laysOver } from '#domain/comparison/comparison-choices.ts';
import type { Side } from '#domain/side.ts';
import { sourceTime } from '#domain/time.ts';
import { PLAYBACK_SPEEDS } from '#domain/video/playback-speed.ts';
import { useIsWide } from '#web/lib/use-is-wide.ts';
import { KeyListDialog } from '#web/player/controls/key-list-dialog.tsx';
import { carryOut } from '#web/player/controls/player-keys.ts';
import { usePlayerKeys, useWheelSteps } from '#web/player/controls/use-player-keys.ts';
import { FramingPanel, type FramingState } from '#web/player/framing/framing-panel.tsx';
import { useFullScreen } from '#web/player/screen/use-full-screen.ts';
import { type PictureZoom, useZoom } from '#web/player/screen/use-zoom.ts';
import { useAspect, useStaysInView, useVisibility } from '#web/player/screen/watched-element.ts';
import { FitPanel, GhostPanel } from '#web/player/synced/ghost-panel.tsx';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';
import type { PictureOverlay, SyncedSource } from '#web/player/synced/synced-pane.tsx';
import { useSyncedState } from '#web/player/synced/synced-state.ts';
import { classNames } from '#web/ui/class-names.ts';
import { TooltipProvider } from '#web/ui/tooltip.tsx';
import { words } from '#web/words/words.ts';
import { AloneChoice, LayoutChoice } from './layout-choice.tsx';
import { PlayPanel } from './play-panel.tsx';
import type { StageLesson, StagePlanner } from './stage-lesson.ts';
import { StagePicture } from './stage-picture.tsx';
import { panelId, STAGE_TABS, type StageTab, StageTabs, tabId } from './stage-tabs.tsx';
import { StageTimeline, showPosition } from './stage-timeline.tsx';

/** Given what opens a tab and moves the focus into it. */
export type StageChip = (open: (tab: StageTab) => void) => ReactNode;

interface StageProps {
  readonly pair: SyncedPair;
  readonly swings: SyncedSwings;
  readonly sources: Readonly<Record<Side, SyncedSource>>;
  /** The choices that the plan was made with. */
  readonly choices: ComparisonChoices;
  readonly onChoicesChange: (choices: ComparisonChoices) => void;
  readonly framing: FramingState;
  /** Called with the aspect ratio (width / height) of the pictures' area whenever it changes. */
  readonly onAspect: (aspect: number) => void;
  readonly overlay?: PictureOverlay | null;
  /** Body tracks of both golfers; null for a side without one. */
  readonly tracks: Readonly<Record<Side, BodyTrack | null>>;
  /** Whether the names on the pictures can be changed. */
  readonly canRename: boolean;
  /** Whether another player on the page has buttons named Play and Pause. */
  readonly isBesideVideo: boolean;
  /** Renders what is shown at the pictures' upper edge, such as the state of the merged video. */
  readonly chip: StageChip | undefined;
  /** The verdict, directly under the pictures. */
  readonly verdict?: ReactNode;
  /** The button that shows both swings as a sequence of pictures. */
  readonly sequence?: ReactNode;
  readonly sync: ReactNode;
  /** More content of the View and Save tabs. Without `save` there is no Save tab. */
  readonly view?: ReactNode;
  readonly save?: ReactNode;
  /** Whether a desktop shows the Save tab's content below the Play tab's too. */
  readonly isSaveInView: boolean;
  /** Whether to suggest the stacked layout, which shows both golfers larger. */
  readonly suggestsStacked: boolean;
  /** A lesson that is recorded or played on this stage. */
  readonly lesson?: StageLesson | null;
  /** Plans videos of the pair, for a lesson. */
  readonly planner: StagePlanner | null;
}

/** On a phone held upright the tools of the other tabs take the verdict's space, on a desktop those of View and Save. */
const VERDICT_CLASSES: Readonly<Record<StageTab, string | null>> = {
  play: null,
  draw: 'max-lg:portrait:hidden',
  view: 'max-lg:portrait:hidden lg:hidden',
  save: 'max-lg:portrait:hidden lg:hidden',
};

/** The group named "Synced preview". */
export function Stage(props: StageProps) {
  const { pair, swings, sources, choices, onChoicesChange, sequence } = props;
  const { overlay = null, lesson = null } = props;
  const names = { user: sources.user.name, pro: sources.pro.name };
  const regionRef = useRef<HTMLFieldSetElement>(null);
  const pictureRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const [listsKeys, setListsKeys] = useState(false);
  const listKeys = () => setListsKeys(true);
  const [tab, setTab] = useState<StageTab>('play');
  const isSaveInView = useIsWide() && props.isSaveInView;
  // Framed pictures show the golfers at one size and share one zoom. Full pictures are zoomed one by one.
  const pictureZoom = useZoom(pictureRef, choices.framing !== 'full');
  const fullScreen = useFullScreen(regionRef);
  const adjusting = useAdjusting(pair, swings, choices, pictureZoom);
  useVisibility(pictureRef, pair.setVisible);
  useStaysInView(regionRef);
  useAspect(pictureRef, true, props.onAspect);
  // If one side cannot be shown, the other can still be played.
  const disabled = useSyncedState(pair, ({ statuses: { user, pro } }) => user !== 'ready' && pro !== 'ready');
  const isWaiting = useSyncedState(pair, (state) => !state.playing && !state.settled);

  function chooseTab(next: StageTab) {
    setTab(next);
    if (next !== tab) overlay?.setOn(next === 'draw');
    if (next !== 'view') adjusting.adjust?.(false);
  }

  function open(next: StageTab) {
    // The panel can take the focus once it is shown.
    flushSync(() => chooseTab(next));
    document.getElementById(panelId(id, next))?.focus();
  }

  usePlayerKeys(regionRef, {
    canMark: false,
    isOff: Boolean(lesson?.below),
    onCommand: (command, isRepeat) =>
      (!disabled || command.does === 'list-keys' || command.does === 'full-screen') &&
      carryOut(pair, command, isRepeat, {
        speeds: PLAYBACK_SPEEDS,
        onListKeys: listKeys,
        onFullScreen: fullScreen.toggle,
        onPosition: (position) => showPosition(pair, position),
      }),
  });
  useWheelSteps(pictureRef, regionRef, (steps) => {
    if (disabled || lesson?.below || pair.getState().playing) return false;
    if (steps !== 0) pair.step(steps);
    return true;
  });

  const panels: Readonly<Record<StageTab, ReactNode>> = {
    play: <PlayPanel {...{ pair, swings, disabled, pictureZoom, fullScreen, sequence }} onListKeys={listKeys} />,
    view: (
      <ViewPanel
        {...{ choices, onChoicesChange, names, adjusting }}
        isFramed={swings.plan.isFramed}
        framing={props.framing}
        sync={props.sync}
      >
        {props.view}
      </ViewPanel>
    ),
    draw: overlay?.tools({ pair, plan: swings.plan, names, tracks: props.tracks }),
    save: props.save,
  };
  const tabs = STAGE_TABS.filter((one) => Boolean(panels[one]));
  const parts = { pair, swings, choices, pictureZoom, planner: props.planner };
  return (
    <TooltipProvider>
      {/* In full screen the stage leaves the page's flow, so this element keeps its height. */}
      <div style={fullScreen.placePx === null ? undefined : { height: fullScreen.placePx }}>
        <fieldset
          ref={regionRef}
          tabIndex={-1}
          aria-label={words.player.syncedPreview}
          aria-busy={isWaiting}
          data-tab={tab}
          className={classNames(
            'stage swing-stage min-w-0 outline-none',
            lesson?.below && 'swing-stage-lesson',
            fullScreen.isOn && 'swing-stage-full',
          )}
          style={fullScreen.isOn ? { height: '100dvh' } : undefined}
        >
          <StagePicture
            {...{ pair, swings, sources, choices, onChoicesChange, overlay, pictureRef, pictureZoom, disabled }}
            isAdjusting={adjusting.isOn}
            canRename={props.canRename}
            hasHint={tab === 'play' && !lesson?.below}
            suggestsStacked={props.suggestsStacked}
            chip={
              lesson?.over ? (
                lesson.over(parts)
              ) : (
                <>
                  {lesson?.aboveChip}
                  {props.chip?.(open)}
                </>
              )
            }
          />
          {lesson?.below ? (
            <div className="min-h-0 min-w-0 overflow-y-auto [grid-area:lesson]">{lesson.below(parts)}</div>
          ) : (
            <>
              <div className={classNames('min-w-0 [grid-area:verdict]', VERDICT_CLASSES[tab])} data-stage-verdict="">
                {props.verdict}
              </div>
              <div className="min-w-0 [grid-area:time]">
                <StageTimeline
                  {...{ pair, swings, names, disabled }}
                  isBesideVideo={props.isBesideVideo}
                  isQuiet={tab === 'save'}
                />
              </div>
              <div className="min-h-0 min-w-0 [grid-area:tabs]">
                <StageTabs id={id} tabs={tabs} chosen={tab} onChoose={chooseTab} />
              </div>
              <StagePanels {...{ id, tabs, panels }} shown={isSaveInView && tab === 'play' ? [tab, 'save'] : [tab]} />
            </>
          )}
          <KeyListDialog open={listsKeys} onOpenChange={setListsKeys} canMark={false} />
        </fieldset>
      </div>
    </TooltipProvider>
  );
}

interface StagePanelsProps {
  readonly id: string;
  readonly tabs: readonly StageTab[];
  readonly shown: readonly StageTab[];
  readonly panels: Readonly<Record<StageTab, ReactNode>>;
}

/** The content of every tab. */
function StagePanels({ id, tabs, shown, panels }: StagePanelsProps) {
  return (
    <div className="min-h-0 min-w-0 overflow-y-auto overscroll-contain [grid-area:panel]" data-stage-panel="">
      {tabs.map((one) => (
        <div
          key={one}
          id={panelId(id, one)}
          tabIndex={-1}
          role="tabpanel"
          aria-labelledby={tabId(id, one)}
          hidden={!shown.includes(one)}
          className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5 px-2 py-0.5 outline-none sm:gap-2 sm:px-3 sm:py-2 lg:gap-4 lg:px-4 lg:py-4"
        >
          {panels[one]}
        </div>
      ))}
    </div>
  );
}

interface ViewPanelProps {
  readonly choices: ComparisonChoices;
  readonly onChoicesChange: (choices: ComparisonChoices) => void;
  readonly names: Readonly<Record<Side, string>>;
  readonly isFramed: boolean;
  readonly framing: FramingState;
  readonly adjusting: ReturnType<typeof useAdjusting>;
  readonly sync: ReactNode;
  readonly children: ReactNode;
}

function ViewPanel(props: ViewPanelProps) {
  const { choices, onChoicesChange, names, adjusting } = props;
  const { ghost } = choices;
  return (
    <>
      <LayoutChoice choices={choices} onChange={onChoicesChange} />
      {choices.layout === 'alone' && <AloneChoice {...{ choices, names }} onChange={onChoicesChange} />}
      {props.sync}
      <FramingPanel
        choices={choices}
        onChange={onChoicesChange}
        names={names}
        isFramed={props.isFramed}
        state={props.framing}
        isAdjusting={adjusting.isOn}
        onAdjust={adjusting.adjust}
      />
      {choices.layout === 'ghost' && (
        <GhostPanel
          ghost={ghost}
          proName={names.pro}
          onChange={(changed) => onChoicesChange({ ...choices, ghost: changed })}
        />
      )}
      {choices.layout === 'wipe' && (
        <FitPanel fit={ghost.fit} onChange={(fit) => onChoicesChange({ ...choices, ghost: { ...ghost, fit } })} />
      )}
      {props.children}
    </>
  );
}

function useAdjusting(
  pair: SyncedPair,
  { plan, marks }: SyncedSwings,
  choices: ComparisonChoices,
  pictureZoom: PictureZoom,
) {
  const [isWanted, setWanted] = useState(false);
  const canAdjust = !laysOver(choices.layout);
  const isOn = isWanted && canAdjust && choices.framing !== 'full';
  const restOf = (side: Side) => sourceTime(marks[side].restTime ?? plan.panes[side].firstFrameAt);

  function adjust(begins: boolean) {
    setWanted(begins);
    if (begins) {
      // In a zoomed picture the handles for head and feet may be out of view.
      pictureZoom.reset();
      pair.goApart({ user: restOf('user'), pro: restOf('pro') });
    } else if (isOn) pair.goTo(pair.getState().at);
  }

  /** Null if the layout leaves nothing to adjust. */
  const usable = canAdjust ? adjust : null;
  return { isOn, adjust: usable };
}
