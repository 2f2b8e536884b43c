// Recording a lesson on a stage: the bar over the pictures while it runs, and the entry of the Save tab.
import { Check, Mic } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Alignment, ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { LessonStroke } from '#domain/lesson/lesson.ts';
import { frameDuration } from '#domain/time.ts';
import { readDrawn, readSession } from '#web/clip/comparison-session.ts';
import type { ComparedSwings } from '#web/clip/use-comparison-sides.ts';
import type { ComparisonToKeep } from '#web/kept/keep-comparison.ts';
import type { MoreOf } from '#web/kept/record-more.ts';
import { timesForgotten } from '#web/kept/unsaved.ts';
import type { StageLesson, StageParts } from '#web/player/stage/stage-lesson.ts';
import { ChipButton } from '#web/player/view/live-or-video.tsx';
import { Button, buttonClass, SmallButton } from '#web/ui/button.tsx';
import { Status } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';
import type { LessonRecorder } from './lesson-recorder.ts';
import type { ReadStage, RecordingProblem, RecordingState } from './recording.ts';
import { OfferBar, RecordingBar, useLessonOffer } from './recording-bar.tsx';

interface LessonDrawings {
  readonly strokes: readonly (LessonStroke & { readonly video?: string })[];
  readonly draft: { readonly current: Omit<LessonStroke, 'id'> | null };
}

interface RecordingOptions {
  readonly swings: ComparedSwings;
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
  readonly drawings: LessonDrawings;
  /** Called when the stage is there, to begin a lesson that was asked for elsewhere on the page; null without a request. */
  readonly onAsked?: (() => void) | null;
  /** The button that sends a finished lesson. */
  readonly sendButton: (lessonId: string) => ReactNode;
}

interface LessonRecording {
  readonly lesson: StageLesson | null;
  readonly entry: ReactNode;
}

/** The id of the drawing under the pen: those of drawings begin with 1. */
const DRAFT_ID = 0;

/** The recorder of a stage. Its code is loaded when it is first used. */
export function useLessonRecording(options: RecordingOptions): LessonRecording {
  const [recorder, setRecorder] = useState<LessonRecorder | null>(null);
  const [isShown, setShown] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [problem, setProblem] = useState<RecordingProblem | null>(null);
  /** The lesson that the last recording made, until it is opened or the next one begins. */
  const [readyId, setReadyId] = useState<string | null>(null);
  const now = useRef<{ readonly options: RecordingOptions; readonly parts: StageParts | null }>({
    options,
    parts: null,
  });
  useEffect(() => {
    now.current = { ...now.current, options };
  });
  /** Aborted when the page is left. */
  const visit = useRef(new AbortController());
  useEffect(() => {
    const mounted = new AbortController();
    visit.current = mounted;
    return () => mounted.abort();
  }, []);

  const [, navigate] = useLocation();
  const open = (lessonId: string) => navigate(`/my-swings?lesson=${lessonId}`);
  const offers = useLessonOffer(options.swings, open);
  const more = useRef<MoreOf | null>(null);
  const answered = useRef<(() => void) | null>(null);

  async function start(withVoice: boolean, of: MoreOf | null) {
    const { signal } = visit.current;
    const comparison = of ?? toKeep(options);
    const code = await import('./lesson-recorder.ts').catch(() => null);
    if (signal.aborted) return;
    setFailed(!code || !comparison);
    if (!code || !comparison) return;
    more.current = of;
    const begun = recorder ?? new code.LessonRecorder();
    if (!recorder) signal.addEventListener('abort', begun.leave);
    setRecorder(begun);
    setShown(true);
    setReadyId(null);
    await begun.start(comparison, reader(now), withVoice);
    const { stage, problem: why } = begun.getState();
    setProblem(why);
    if (stage === 'idle') setShown(false);
    else if (of) offers.drop();
  }

  /** A passage that was recorded again is opened where it is played. */
  function end() {
    setShown(false);
    const lessonId = recorder?.getState().lessonId ?? null;
    if (more.current?.passage && lessonId) open(lessonId);
    else setReadyId(lessonId);
  }

  function noteParts(parts: StageParts) {
    now.current = { ...now.current, parts };
    const { onAsked } = options;
    if (!onAsked || answered.current === onAsked) return;
    answered.current = onAsked;
    onAsked();
    void start(true, null);
  }

  const { offer } = offers;
  const bar = (parts: StageParts) => (
    <PartsProbe onParts={noteParts} parts={parts}>
      {isShown
        ? recorder && <RecordingBar recorder={recorder} onOver={end} />
        : offer && (
            <OfferBar
              {...{ offers, offer }}
              problem={offers.hasFailed ? 'not-kept' : hasFailed ? 'not-loaded' : problem}
              onRecord={(withVoice) => void start(withVoice, offer)}
            />
          )}
    </PartsProbe>
  );
  return {
    lesson:
      isShown || offer || options.onAsked
        ? { over: bar, aboveChip: null, below: null }
        : readyId === null
          ? null
          : {
              over: null,
              aboveChip: <LessonReady onOpen={() => open(readyId)}>{options.sendButton(readyId)}</LessonReady>,
              below: null,
            },
    entry: (
      <RecordLesson recorder={recorder} hasFailed={hasFailed} onStart={(withVoice) => void start(withVoice, null)} />
    ),
  };
}

interface LessonReadyProps {
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** "Your lesson is ready", and what sends it: the recording may have ended in any tab. */
function LessonReady({ onOpen, children }: LessonReadyProps) {
  return (
    <div className="pointer-events-auto mb-1 flex flex-wrap justify-center gap-2">
      <div role="status">
        <ChipButton onPress={onOpen}>
          <Check className="size-5" />
          {words.lesson.ready}
        </ChipButton>
      </div>
      {children}
    </div>
  );
}

interface PartsProbeProps {
  readonly parts: StageParts;
  readonly onParts: (parts: StageParts) => void;
  readonly children: ReactNode;
}

/** Passes on what the stage has rendered last. */
function PartsProbe({ parts, onParts, children }: PartsProbeProps) {
  useEffect(() => {
    onParts(parts);
  });
  return children;
}

function reader(now: {
  readonly current: { readonly options: RecordingOptions; readonly parts: StageParts | null };
}): ReadStage {
  let strokes: RecordingOptions['drawings']['strokes'] | null = null;
  let drawn: readonly LessonStroke[] = [];
  let view: ReturnType<ReadStage>['view'] | null = null;
  return () => {
    const { options, parts } = now.current;
    if (!parts) throw new Error('There is no stage');
    const { pair, pictureZoom } = parts;
    const { at, apart, speed, swings } = pair.getState();
    const clock = pair.clock();
    if (options.drawings.strokes !== strokes) {
      strokes = options.drawings.strokes;
      drawn = strokes.filter(({ video }) => video === undefined);
    }
    const alignment = swings?.plan.alignment ?? options.alignment;
    if (view?.choices !== options.choices || view.alignment !== alignment) {
      view = { alignment, choices: options.choices };
    }
    const only = pictureZoom.only === 'user' || pictureZoom.only === 'pro' ? pictureZoom.only : null;
    const draft = options.drawings.draft.current;
    return {
      at: clock ? clock.at(performance.now()) : at,
      rate: clock ? speed : 0,
      apart,
      view,
      drawn,
      zoom: { ...pictureZoom.zoom, only },
      draft: draft && { ...draft, id: DRAFT_ID },
      frameSeconds: swings ? frameDuration(swings.plan.frameRate) : 0,
    };
  };
}

/** The comparison as it is stored with the lesson; null where its golfer is not known. */
function toKeep({ swings: { user, pro }, alignment, choices }: RecordingOptions): ComparisonToKeep | null {
  const common = { user, alignment, choices, drawn: readDrawn(), begunAfter: timesForgotten() };
  if (pro.golferId === null) return { ...common, pro: pro.video };
  const { selectedPro } = readSession();
  if (selectedPro === null || selectedPro === 'invalid' || selectedPro.id !== pro.golferId) return null;
  return { ...common, pro: { golfer: selectedPro, shown: null } };
}

interface RecordLessonProps {
  /** Null until its code is loaded. */
  readonly recorder: LessonRecorder | null;
  readonly hasFailed: boolean;
  readonly onStart: (withVoice: boolean) => void;
}

const NOT_LOADED = createStore<RecordingState | null>(() => null);

/** The entry of the Save tab: the button, and the outcome of the last recording. */
function RecordLesson({ recorder, hasFailed, onStart }: RecordLessonProps) {
  const state = useStore<typeof NOT_LOADED, RecordingState | null>(
    (recorder ?? NOT_LOADED) as typeof NOT_LOADED,
    (now) => now,
  );
  const { stage = 'idle', problem = null, lessonId = null } = state ?? {};
  const isRunning = stage !== 'idle' && stage !== 'done';
  return (
    <div className="grid gap-1.5">
      <Button icon={Mic} variant="secondary" disabled={isRunning} onClick={() => onStart(true)}>
        {problem ? words.actions.tryAgain : words.lesson.record}
      </Button>
      {problem || hasFailed ? (
        <div role="alert" className="grid gap-1.5">
          <p className="text-sm font-semibold text-flag-ink">{words.lesson.problems[problem ?? 'not-loaded']}</p>
          {problem && <SmallButton onClick={() => onStart(false)}>{words.lesson.withoutVoice}</SmallButton>}
        </div>
      ) : (
        <p className="text-sm text-ink-soft">{words.lesson.means}</p>
      )}
      {lessonId && (
        <Status className="flex flex-wrap items-center gap-x-3 font-semibold">
          {words.lesson.kept}
          <Link href={`/my-swings?lesson=${lessonId}`} className={buttonClass('secondary', 'small')}>
            {words.lesson.play}
          </Link>
        </Status>
      )}
    </div>
  );
}
