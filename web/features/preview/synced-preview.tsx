// The live preview of a comparison, before anything is uploaded: plans it in the browser from the same facts as the
// server and plays it. Imports the frame reader, so pages load it lazily.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  type Alignment,
  type ComparisonChoices,
  laysOver,
  needsOutlines,
  SIDES,
  type Side,
  usesBodies,
  withSlowMotion,
} from '#domain/comparison/comparison-choices.ts';
import {
  type AnnotatedClip,
  type BodyFacts,
  type PlanProblem,
  planComparison,
} from '#domain/comparison/comparison-plan.ts';
import { type Lettering, shownName } from '#domain/lettering/lettering.ts';
import { onShownFrames } from '#domain/swing/swing.ts';
import { isDone, isUnderWay } from '#web/body/clip-body.ts';
import { modelIsKept } from '#web/body/model-access.ts';
import { type LookingFor, useBodies, useLooking } from '#web/body/use-bodies.ts';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import { useLettering } from '#web/player/framing/lettering-of.ts';
import { pictureName, usualNames } from '#web/player/framing/picture-names.ts';
import { Stage } from '#web/player/stage/stage.tsx';
import { jointFrameStep } from '#web/player/synced/synced-loops.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';
import type { PictureOverlay } from '#web/player/synced/synced-pane.tsx';
import { useSyncedPair } from '#web/player/synced/synced-state.ts';
import { useGolferVideoAtHand } from '#web/render/golfer-video.ts';
import { tempoText } from '#web/swing/tempo-words.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { type ComparedSwings, type ComparisonSide, useComparisonSides } from '#web/videos/use-comparison-sides.ts';
import { words } from '#web/words/words.ts';
import { AlignmentSwitch, TempoSwitch } from './alignment-switch.tsx';
import { BodyControls } from './body-controls.tsx';
import { ChoiceControls } from './choice-controls.tsx';
import { NameControls } from './name-controls.tsx';
import { SeenNote } from './seen-note.tsx';
import { TempoTones } from './tempo-tones.tsx';
import { Verdict } from './verdict.tsx';

interface SyncedPreviewProps extends ComparedSwings {
  readonly alignment: Alignment;
  readonly onAlignmentChange: (alignment: Alignment) => void;
  /** Swap, mirror and nudge. How slow each clip is comes with the clip. */
  readonly choices: ComparisonChoices;
  readonly onChoicesChange: (choices: ComparisonChoices) => void;
  /** Where golfers are chosen: an address, or a place on this page. */
  readonly golfersAt: string;
  /** Where the comparison is being watched: it begins there, and keeps it. */
  readonly place?: KeptPlace | null;
  /** Leaves out what changes the merged video: names, bodies, swap and the like. */
  readonly isPlain?: boolean;
  /** Laid over the pictures, with tools of its own. */
  readonly overlay?: PictureOverlay;
  /** Whether the stage's place is kept free while it is loaded. */
  readonly isFull?: boolean;
  /** Over the pictures' upper edge. */
  readonly chip?: ReactNode;
  /** What the Save tab holds; without it there is none. Told where the pictures come from. */
  readonly save?: (source: string) => ReactNode;
}

/** Both swings moving together, or one sentence why they cannot. */
export function SyncedPreview(props: SyncedPreviewProps) {
  const { alignment, onAlignmentChange, choices, onChoicesChange, place = null } = props;
  const { isPlain = false } = props;
  const [aspect, setAspect] = useState<number | null>(null);
  const pair = useSyncedPair();
  const sides = useComparisonSides(props);
  const { user, pro } = sides;
  const bodies = useBodies(props, sides);
  useGolferVideoAtHand(isPlain || props.pro.golferId === null ? null : pro.src);
  const [hasGivenUp, setGivenUp] = useState(false);
  const [asksFraming, setAsksFraming] = useState(false);
  // What the visitor asked for is said with its progress; what is known already, or costs no download, comes by itself.
  const wanted = hasGivenUp ? 'nothing' : lookingFor(choices, asksFraming);
  const comesByItself = useModelIsKept() || bodies.user.facts !== null;
  const lookedFor = hasGivenUp ? 'nothing' : lookingFor(choices, asksFraming || comesByItself);
  const [userFacts, proFacts] = [bodies.user.facts, bodies.pro.facts];
  const { usual, pictured, names, written, tempos } = useNames(choices, { user, pro });
  const planned = useMemo(
    () =>
      planOf(
        { ...user, body: userFacts, name: written.user, tempo: tempos.user },
        { ...pro, body: proFacts, name: written.pro, tempo: tempos.pro },
        alignment,
        choices,
        aspect,
      ),
    [user, pro, userFacts, proFacts, written.user, written.pro, tempos.user, tempos.pro, alignment, choices, aspect],
  );
  const swings = typeof planned === 'object' ? planned : null;
  usePlaying(pair, swings, place);
  useLooking(bodies, swings === null ? 'nothing' : lookedFor);

  function choose(changed: ComparisonChoices) {
    if (lookingFor(changed, asksFraming) !== lookingFor(choices, asksFraming)) setGivenUp(false);
    if (changed.framing === 'full') setAsksFraming(false);
    onChoicesChange(changed);
  }

  function giveUp() {
    setGivenUp(true);
    setAsksFraming(false);
    onChoicesChange({ ...choices, hasBodyLines: false });
  }

  // Problems of one alignment are solved by another one.
  const marks =
    user.annotatedClip && pro.annotatedClip
      ? { user: user.annotatedClip.annotations, pro: pro.annotatedClip.annotations }
      : null;
  if (!swings) {
    return (
      <NotPlayable planned={planned as Exclude<Planned, SyncedSwings>} isFull={props.isFull === true}>
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
      sources={{
        user: { src: user.src, name: names.user, tag: pictured.user },
        pro: { src: pro.src, name: names.pro, tag: pictured.pro },
      }}
      choices={choices}
      onChoicesChange={choose}
      onAspect={setAspect}
      overlay={props.overlay ?? null}
      tracks={{ user: userFacts?.track ?? null, pro: proFacts?.track ?? null }}
      chip={props.chip}
      verdict={<Verdict user={user} pro={pro} golferName={pro.golferName} />}
      framing={{
        isLooking: wanted !== 'nothing' && SIDES.some((side) => isUnderWay(bodies[side].look)),
        isUnsure: asksFraming && SIDES.every((side) => isDone(bodies[side].look)),
        onAsk: () => {
          setGivenUp(false);
          setAsksFraming(true);
        },
      }}
      play={
        !isPlain && (
          <TempoTones
            pair={pair}
            swings={swings}
            slowMotionFactors={{ user: user.slowMotionFactor, pro: pro.slowMotionFactor }}
            names={names}
          />
        )
      }
      sync={
        <>
          <AlignmentSwitch alignment={alignment} marks={swings.marks} onChange={onAlignmentChange} />
          {alignment === 'all' && (
            <TempoSwitch
              plan={swings.plan}
              tempo={choices.tempo}
              names={names}
              onChange={(tempo) => choose({ ...choices, tempo })}
            />
          )}
        </>
      }
      view={
        <>
          {!isPlain && (
            <>
              <BodyControls
                bodies={bodies}
                names={names}
                wanted={wanted}
                hasLines={choices.hasBodyLines}
                onLinesChange={(hasBodyLines) => choose({ ...choices, hasBodyLines })}
                onGiveUp={giveUp}
              />
              <ChoiceControls choices={choices} onChange={choose} names={names} />
              <NameControls choices={choices} usual={usual} onChange={choose} />
            </>
          )}
          {hasGivenUp && laysOver(choices.layout) && <p role="status">{words.body.ghostUnfitted}</p>}
          {lookedFor !== 'nothing' && (
            <SeenNote
              bodies={bodies}
              proName={names.pro}
              choices={choices}
              onChoicesChange={choose}
              golfersAt={props.pro.golferId === null ? null : props.golfersAt}
            />
          )}
        </>
      }
      save={props.save?.(sourceText([user, pro]))}
    />
  );
}

/** As high as the stage. */
const STAGE_PLACE = 'h-[calc(100svh-var(--stage-bar,0px))]';

interface NotPlayableProps {
  readonly planned: Exclude<Planned, SyncedSwings>;
  readonly isFull: boolean;
  /** What would solve it. */
  readonly children: ReactNode;
}

/** Why nothing plays, or not yet. */
function NotPlayable({ planned, isFull, children }: NotPlayableProps) {
  return (
    <div className={classNames('stage grid place-content-center gap-3 p-6', isFull ? STAGE_PLACE : 'min-h-32')}>
      <p role="status" className="flex items-center justify-center gap-3">
        {planned === 'loading' ? (
          <>
            <Spinner /> {words.preview.opening}
          </>
        ) : (
          words.preview.problems[planned]
        )}
      </p>
      {children}
    </div>
  );
}

/**
 * What each side is called on the pictures, usually and by the visitor, how that is written there, and its tempo; and what it is
 * called around them.
 */
function useNames({ names }: ComparisonChoices, { user, pro }: Readonly<Record<Side, ComparisonSide>>) {
  const usual = usualNames(pro.golferName);
  const pictured = { user: pictureName(names, 'user', usual), pro: pictureName(names, 'pro', usual) };
  const written = { user: useLettering(pictured.user), pro: useLettering(pictured.pro) };
  const [userTempo, proTempo] = [useTempo(user), useTempo(pro)];
  const tempos = {
    user: useTempoLettering(names.isShown ? pictured.user : '', userTempo),
    pro: useTempoLettering(names.isShown ? pictured.pro : '', proTempo),
  };
  const around = { user: words.swing.you, pro: pro.golferName ?? words.swing.yourPro };
  const called = (side: Side) => shownName(names[side] ?? '') ?? around[side];
  return { usual, pictured, names: { user: called('user'), pro: called('pro') }, written, tempos };
}

/** A side's tempo in words; null while it is not known. */
function useTempo({ annotatedClip, slowMotionFactor }: ComparisonSide): string | null {
  return useMemo(
    () => (annotatedClip ? tempoText({ ...annotatedClip, slowMotionFactor }) : null),
    [annotatedClip, slowMotionFactor],
  );
}

function useTempoLettering(name: string, tempo: string | null): Lettering | null {
  const lettering = useLettering(name, tempo ?? '');
  return tempo === null ? null : lettering;
}

/** Whether another alignment would give a plan. */
function canBeSolved(planned: Planned): boolean {
  return planned === 'top-not-marked' || planned === 'rest-not-marked' || planned === 'tempos-too-unlike';
}

/** What these choices need to be shown. The golfers are framed where they are known; they are looked for only when asked. */
function lookingFor(choices: ComparisonChoices, asksFraming: boolean): LookingFor {
  if (needsOutlines(choices)) return 'outlines';
  return usesBodies(choices) || (asksFraming && choices.framing !== 'full') ? 'bodies' : 'nothing';
}

/** Whether the body model is on this device already. */
function useModelIsKept(): boolean {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    let isGone = false;
    void modelIsKept().then((kept) => !isGone && setKept(kept));
    return () => {
      isGone = true;
    };
  }, []);
  return isKept;
}

/** Where the pictures come from: a preview is played from the server. */
function sourceText(sides: readonly ComparisonSide[]): string {
  const isPreviewed = sides.some(
    ({ src, golferName }) => golferName === null && src !== null && !src.startsWith('blob:'),
  );
  return isPreviewed ? words.analysisPage.liveFromPreview : words.analysisPage.liveMeans;
}

type Planned = SyncedSwings | 'loading' | 'unreadable' | PlanProblem['problem'];

/** A side, what was seen of its golfer, and how its name and tempo are written. */
type SeenSide = ComparisonSide & {
  readonly body: BodyFacts | null;
  readonly name: Lettering | null;
  readonly tempo: Lettering | null;
};

function withBody({ annotatedClip, body, name, tempo }: SeenSide): AnnotatedClip | null | undefined {
  return annotatedClip && { ...annotatedClip, body, name, tempo };
}

function planOf(
  userSide: SeenSide,
  proSide: SeenSide,
  alignment: Alignment,
  chosen: ComparisonChoices,
  aspect: number | null,
): Planned {
  const [user, pro] = [withBody(userSide), withBody(proSide)];
  if (user === null || pro === null) return 'unreadable';
  if (!user || !pro) return 'loading';
  const choices = withSlowMotion(chosen, { user: userSide.slowMotionFactor, pro: proSide.slowMotionFactor });
  const result = planComparison(user, pro, alignment, choices, aspect);
  if (!result.ok) return result.problem;
  return {
    plan: result.plan,
    frameTimes: { user: user.clip.frameTimes, pro: pro.clip.frameTimes },
    marks: {
      user: onShownFrames(user.clip, user.annotations),
      pro: onShownFrames(pro.clip, pro.annotations),
    },
    frameStep: jointFrameStep(result.plan, { user: user.clip.frameRate, pro: pro.clip.frameRate }),
  };
}

/** Gives the pair what it plays. The first time it starts by itself, unless the visitor wants no motion, or goes on at a place. */
function usePlaying(pair: SyncedPair, swings: SyncedSwings | null, place: KeptPlace | null): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!place) return;
    return pair.subscribe(({ at, playing, swings: shown }) => {
      if (hasStarted.current && shown) place.current = { fromMeeting: at - shown.plan.meetAt, playing };
    });
  }, [pair, place]);
  useEffect(() => {
    pair.setSwings(swings);
    if (!swings || hasStarted.current) return;
    const from = place?.current;
    hasStarted.current = true;
    if (from) {
      void pair.seekTo(swings.plan.meetAt + from.fromMeeting);
      pair.setPlaying(from.playing);
    } else if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) pair.setPlaying(true);
  }, [pair, swings, place]);
}
