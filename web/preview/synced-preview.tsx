// The live preview of a comparison, before anything is uploaded: plans it in the browser from the same facts as the
// server and plays it. Imports the frame reader, so pages load it lazily.
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Checkpoint, isPosition } from '#domain/body/checkpoints.ts';
import { viewsDiffer } from '#domain/comparison/body-comparison.ts';
import {
  type Alignment,
  type ComparisonChoices,
  type Layout,
  needsOutlines,
  usesBodies,
} from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import { isDone, isUnderWay } from '#web/body/clip-body.ts';
import { modelIsKept } from '#web/body/model/model-access.ts';
import { type LookingFor, type SideBody, useBodies, useLooking } from '#web/body/use-bodies.ts';
import {
  type ComparedSwings,
  type ComparisonSide,
  comparisonKey,
  useComparisonSides,
} from '#web/clip/use-comparison-sides.ts';
import { useAnswer } from '#web/lib/use-answer.ts';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import { Stage, type StageChip } from '#web/player/stage/stage.tsx';
import type { StageLesson } from '#web/player/stage/stage-lesson.ts';
import { showMoments, showPosition } from '#web/player/stage/stage-timeline.tsx';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';
import type { PictureOverlay } from '#web/player/synced/synced-pane.tsx';
import { usePlaying, useSyncedPair, useSyncedState } from '#web/player/synced/synced-state.ts';
import { useGolferVideoAtHand } from '#web/render/golfer-video.ts';
import { Spinner } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Status } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';
import type { ShownDifference } from './compared-differences.ts';
import { DifferencesList, type PreviewDifferences, useDifferences, Verdict } from './differences-list.tsx';
import { useOpenLayout, withChosenLayout } from './open-layout.ts';
import { canBeSolved, type Planned, plannerOf, planOf, useSeenSides } from './preview-plan.ts';
import { TempoTones } from './tempo-tones.tsx';
import { AlignmentSwitch, Sync, ViewMore } from './view-more.tsx';

interface SyncedPreviewProps extends ComparedSwings {
  readonly alignment: Alignment;
  readonly onAlignmentChange: (alignment: Alignment) => void;
  /** Swap, mirror and nudge. The slow-motion factors come with the clips. */
  readonly choices: ComparisonChoices;
  readonly onChoicesChange: (choices: ComparisonChoices) => void;
  /** The address of the golfer picker, or an anchor on this page. */
  readonly golfersAt: string;
  /** The play place. Playback starts there, and updates it. */
  readonly place?: KeptPlace | null;
  /**
   * Whether a layout that the visitor has not chosen may become the stacked one. Without it the layout is shown as it is, such as in
   * a lesson.
   */
  readonly canStack?: boolean;
  /** Whether it opens paused at the biggest difference of the bodies, as if that had been pressed. */
  readonly opensAtDifference?: boolean;
  /** Whether to leave out the controls that change the merged video, such as names, bodies and swap. */
  readonly isPlain?: boolean;
  /** An overlay for the pictures, with its own tools. */
  readonly overlay?: PictureOverlay;
  /** Whether the merged video is on the page too, with a Play button of its own. */
  readonly isBesideVideo?: boolean;
  /** Whether to reserve the stage's space while it loads. */
  readonly isFull?: boolean;
  /** Stands in the stage's place while it loads, instead of a sentence. */
  readonly waiting?: ReactNode;
  readonly chip?: StageChip;
  /** Renders the Save tab, given a text about the source of the pictures. Without it there is no such tab. */
  readonly save?: (source: string) => ReactNode;
  /** Whether a desktop shows what `save` renders at once. */
  readonly isSaveInView?: boolean;
  /** Renders what shares these differences. Without it they are not shared. */
  readonly shareDifferences?: (differences: readonly ShownDifference[]) => ReactNode;
  /** Renders the button of the sequence. Without it there is none. */
  readonly sequence?: (stage: SequenceOnStage) => ReactNode;
  readonly lesson?: StageLesson | null;
  readonly onProblem?: () => void;
  /** Called when both sides show a picture, or say why not. */
  readonly onReady?: (pair: SyncedPair) => void;
}

/** What the sequence of a stage does there. */
export interface SequenceOnStage {
  /** Pauses and shows both golfers at a checkpoint that both have. */
  readonly onShow: (checkpoint: Checkpoint) => void;
  readonly onChoicesChange: (choices: ComparisonChoices) => void;
}

/** Both swings playing together, or a sentence why they cannot. */
export default function SyncedPreview(props: SyncedPreviewProps) {
  const { alignment, onAlignmentChange, choices: chosen, onChoicesChange, place = null, isPlain = false } = props;
  const [aspect, setAspect] = useState<number | null>(null);
  const pair = useSyncedPair();
  const sides = useComparisonSides(props);
  const { user, pro } = sides;
  const bodies = useBodies(props, sides);
  useGolferVideoAtHand(isPlain || props.pro.golferId === null ? null : pro.src);
  const asked = useAskedBodies(bodies, chosen, onChoicesChange);
  const { wanted, lookedFor, hasGivenUp, isFetching, choose } = asked;
  const differences = useDifferences({ pair, compared: props, sides, bodies, choices: chosen });
  const { seen, sources, names } = useSeenSides(sides, bodies, chosen, differences.evidence);
  const planAs = useCallback(
    (layout: Layout) => planOf(seen.user, seen.pro, alignment, { ...differences.framed, layout }, aspect),
    [seen, alignment, differences.framed, aspect],
  );
  const isFollowing = props.canStack !== undefined && aspect !== null && areClipsRead(sides) && !isFetching;
  const { choices, suggestsStacked } = useOpenLayout({
    chosen,
    planAs,
    canStack: props.canStack === true,
    onLayout: onChoicesChange,
    shownAs: isFollowing ? [comparisonKey(props), aspect].join(' ') : null,
  });
  const planned = useMemo(() => planAs(choices.layout), [planAs, choices.layout]);
  const planner = useMemo(() => plannerOf(seen.user, seen.pro), [seen]);
  const swings = typeof planned === 'object' ? planned : null;
  usePlaying(pair, swings, place);
  useOpening(props.opensAtDifference === true && swings !== null, differences);
  useLooking(bodies, swings === null ? 'nothing' : lookedFor);
  useOnProblem(planned, props.onProblem);
  useOnReady(pair, props.onReady);

  // Another alignment can solve a problem of this one.
  const marks =
    user.annotatedClip && pro.annotatedClip
      ? { user: user.annotatedClip.annotations, pro: pro.annotatedClip.annotations }
      : null;
  const isLoading = planned === 'loading' || isFetching;
  if (isLoading && props.waiting) return props.waiting;
  if (!swings || isLoading) {
    return (
      <NotPlayable planned={typeof planned === 'string' ? planned : 'loading'} isFull={props.isFull === true}>
        {marks && canBeSolved(planned) && (
          <AlignmentSwitch alignment={alignment} marks={marks} onChange={onAlignmentChange} />
        )}
      </NotPlayable>
    );
  }
  return (
    <Stage
      pair={pair}
      swings={swings}
      sources={sources}
      choices={choices}
      onChoicesChange={(changed) => choose(withChosenLayout(changed, choices.layout))}
      suggestsStacked={suggestsStacked}
      // A place that is not laid out has no shape.
      onAspect={(shown) => setAspect(shown > 0 ? shown : null)}
      overlay={props.overlay ?? null}
      tracks={bySide((side) => bodies[side].facts?.track ?? null)}
      canRename={!isPlain}
      isBesideVideo={props.isBesideVideo === true}
      chip={props.chip}
      verdict={
        <>
          <DifferencesList
            // The sample's golfer works on nothing.
            differences={props.opensAtDifference ? { ...differences, focus: null } : differences}
            golferName={pro.golferName}
            viewsDiffer={viewsDiffer({ user: bodies.user.measured, pro: bodies.pro.measured })}
            areBodiesDone={SIDES.every((side) => bodies[side].isComplete || bodies[side].look.stage === 'nobody')}
            isLooking={asked.framing.isLooking || (lookedFor !== 'nothing' && isAnyUnderWay(bodies))}
            onAsk={lookedFor === 'nothing' ? asked.ask : null}
            share={props.shareDifferences?.(differences.found?.differences ?? [])}
          />
          {/* On a phone held upright, what is pressed needs its room. */}
          <div className={classNames(differences.shown && 'max-lg:portrait:hidden')}>
            <Verdict user={user} pro={pro} golferName={pro.golferName} />
          </div>
        </>
      }
      framing={asked.framing}
      sequence={props.sequence?.(onStage(pair, swings.plan, onChoicesChange))}
      sync={<Sync {...{ alignment, onAlignmentChange, choices, choose, swings, names }} />}
      view={
        <ViewMore
          {...{ bodies, names, choices, choose, wanted, lookedFor, hasGivenUp, isPlain }}
          drawn={differences.drawn}
          onGiveUp={asked.giveUp}
          golfersAt={props.pro.golferId === null ? null : props.golfersAt}
        >
          <TempoTones
            {...{ pair, swings, names }}
            slowMotionFactors={{ user: user.slowMotionFactor, pro: pro.slowMotionFactor }}
          />
        </ViewMore>
      }
      save={props.save?.(sourceText([user, pro]))}
      isSaveInView={props.isSaveInView === true}
      lesson={props.lesson ?? null}
      planner={planner}
    />
  );
}

function useOnProblem(planned: Planned, onProblem: SyncedPreviewProps['onProblem']): void {
  const isProblem = typeof planned === 'string' && planned !== 'loading';
  const tell = useEffectEvent(() => onProblem?.());
  useEffect(() => {
    if (isProblem) tell();
  }, [isProblem]);
}

function useOnReady(pair: SyncedPair, onReady: SyncedPreviewProps['onReady']): void {
  const isReady = useSyncedState(pair, ({ statuses }) => SIDES.every((side) => statuses[side] !== 'loading'));
  const tell = useEffectEvent(() => onReady?.(pair));
  useEffect(() => {
    if (isReady) tell();
  }, [isReady]);
}

function onStage(
  pair: SyncedPair,
  { panes }: ComparisonPlan,
  onChoicesChange: SequenceOnStage['onChoicesChange'],
): SequenceOnStage {
  return {
    onShow: (checkpoint) => {
      const [user, pro] = [panes.user.checkpoints[checkpoint], panes.pro.checkpoints[checkpoint]];
      if (user && pro) showMoments(pair, { user: user.at, pro: pro.at });
      else if (isPosition(checkpoint)) showPosition(pair, checkpoint);
    },
    onChoicesChange,
  };
}

/** Presses the first difference as soon as the bodies are compared. */
function useOpening(isAsked: boolean, { found, toggle }: PreviewDifferences): void {
  const hasOpened = useRef(false);
  const first = isAsked && found?.areBodiesCompared ? found.differences[0] : undefined;
  const open = useEffectEvent(toggle);
  useEffect(() => {
    if (!first || hasOpened.current) return;
    hasOpened.current = true;
    open(first);
  }, [first]);
}

function areClipsRead({ user, pro }: Readonly<Record<Side, ComparisonSide>>): boolean {
  return Boolean(user.annotatedClip && pro.annotatedClip);
}

function isAnyUnderWay(bodies: Readonly<Record<Side, SideBody>>): boolean {
  return isUnderWay(bodies.user.look) || isUnderWay(bodies.pro.look);
}

/** A text on the source of the pictures. A preview is played from the server. */
function sourceText(sides: readonly ComparisonSide[]): string {
  const isPreviewed = sides.some(
    ({ src, golferName }) => golferName === null && src !== null && !src.startsWith('blob:'),
  );
  return isPreviewed ? words.analysisPage.liveFromPreview : words.analysisPage.liveMeans;
}

interface NotPlayableProps {
  readonly planned: Exclude<Planned, SyncedSwings>;
  readonly isFull: boolean;
  readonly children: ReactNode;
}

function NotPlayable({ planned, isFull, children }: NotPlayableProps) {
  return (
    <div
      className={classNames(
        'stage grid place-content-center gap-3 p-6',
        isFull ? 'h-[calc(100svh-var(--stage-bar,0px))]' : 'min-h-32',
      )}
    >
      <Status className="flex items-center justify-center gap-3">
        {planned === 'loading' ? (
          <>
            <Spinner /> {words.preview.opening}
          </>
        ) : (
          words.preview.problems[planned]
        )}
      </Status>
      {children}
    </div>
  );
}

function useAskedBodies(
  bodies: Readonly<Record<Side, SideBody>>,
  choices: ComparisonChoices,
  onChoicesChange: (choices: ComparisonChoices) => void,
) {
  const [hasGivenUp, setGivenUp] = useState(false);
  const [asksFraming, setAsksFraming] = useState(false);
  const [asksBodies, setAsksBodies] = useState(false);
  /** What the visitor asked for. Its progress is shown. */
  const wanted = hasGivenUp ? 'nothing' : lookingFor(choices, asksFraming, asksBodies);
  const comeAtOnce = SIDES.every((side) => bodies[side].clip?.storedAt || bodies[side].facts !== null);
  const comesByItself = useAnswer('model', modelIsKept) || comeAtOnce || bodies.user.facts !== null;
  /** The same, plus what is already known or needs no download. */
  const lookedFor = hasGivenUp
    ? 'nothing'
    : lookingFor(choices, asksFraming || comesByItself, asksBodies || comesByItself);
  /** Stored bodies arrive at once: what they change is not shown before. */
  const isFetching =
    comeAtOnce &&
    lookedFor !== 'nothing' &&
    SIDES.some((side) => bodies[side].facts === null && ['none', 'waiting'].includes(bodies[side].look.stage));
  return {
    wanted,
    lookedFor,
    hasGivenUp,
    isFetching,
    framing: {
      isLooking: wanted !== 'nothing' && SIDES.some((side) => isUnderWay(bodies[side].look)),
      isUnsure: asksFraming && SIDES.every((side) => isDone(bodies[side].look)),
      onAsk: () => {
        setGivenUp(false);
        setAsksFraming(true);
      },
    },
    /** Asks for both bodies, whatever the choices need. */
    ask() {
      setGivenUp(false);
      setAsksBodies(true);
    },
    choose(changed: ComparisonChoices) {
      const isOther = lookingFor(changed, asksFraming, asksBodies) !== lookingFor(choices, asksFraming, asksBodies);
      if (isOther) setGivenUp(false);
      if (changed.framing === 'full') setAsksFraming(false);
      onChoicesChange(changed);
    },
    giveUp() {
      setGivenUp(true);
      setAsksFraming(false);
      setAsksBodies(false);
      onChoicesChange({ ...choices, hasBodyLines: false, hasEvidence: false });
    },
  };
}

/** What these choices require. Framing alone starts a search only with `asksFraming`. */
function lookingFor(choices: ComparisonChoices, asksFraming: boolean, asksBodies: boolean): LookingFor {
  if (needsOutlines(choices)) return 'outlines';
  return asksBodies || usesBodies(choices) || (asksFraming && choices.framing !== 'full') ? 'bodies' : 'nothing';
}
