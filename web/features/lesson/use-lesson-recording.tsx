// Recording a lesson on a stage: the bar over the pictures while it runs, and the entry of the Save tab.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Alignment, ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { LessonStroke } from '#domain/lesson/lesson.ts';
import { frameDuration } from '#domain/time.ts';
import type { StageLesson, StageParts } from '#web/player/stage/stage-lesson.ts';
import { shownTime } from '#web/player/synced/shown-time.ts';
import { readDrawn, readSession } from '#web/swing/comparison-session.ts';
import type { ComparisonToKeep } from '#web/videos/kept/keep-comparison.ts';
import { timesForgotten } from '#web/videos/kept/times-forgotten.ts';
import type { ComparedSwings } from '#web/videos/use-comparison-sides.ts';
import type { LessonRecorder } from './lesson-recorder.ts';
import { RecordLesson } from './record-lesson.tsx';
import type { ReadStage } from './recording.ts';
import { RecordingBar } from './recording-bar.tsx';

/** The drawings of the stage, and the one under the pen. */
export interface LessonDrawings {
  readonly strokes: readonly (LessonStroke & { readonly video?: string })[];
  readonly draft: { readonly current: Omit<LessonStroke, 'id'> | null };
}

interface RecordingOptions {
  readonly swings: ComparedSwings;
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
  readonly drawings: LessonDrawings;
}

/** What the stage and its Save tab show. */
export interface LessonRecording {
  /** Null while nothing is recorded. */
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
  const now = useRef<{ readonly options: RecordingOptions; readonly parts: StageParts | null }>({
    options,
    parts: null,
  });
  useEffect(() => {
    now.current = { ...now.current, options };
  });
  useEffect(() => () => recorder?.leave(), [recorder]);

  async function start(withVoice: boolean) {
    const comparison = toKeep(options);
    const code = await import('./lesson-recorder.ts').catch(() => null);
    setFailed(!code || !comparison);
    if (!code || !comparison) return;
    const begun = recorder ?? new code.LessonRecorder();
    setRecorder(begun);
    setShown(true);
    await begun.start(comparison, reader(now), withVoice);
    const { stage } = begun.getState();
    if (stage === 'idle') setShown(false);
  }

  function noteParts(parts: StageParts) {
    now.current = { ...now.current, parts };
  }

  const bar = (parts: StageParts) => (
    <PartsProbe onParts={noteParts} parts={parts}>
      {recorder && <RecordingBar recorder={recorder} onOver={() => setShown(false)} />}
    </PartsProbe>
  );
  return {
    lesson: isShown ? { over: bar, below: null } : null,
    entry: <RecordLesson recorder={recorder} hasFailed={hasFailed} onStart={(withVoice) => void start(withVoice)} />,
  };
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

/** Reads what is on the stage at the moment of the call. */
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
    const { at, isApart, speed, swings } = pair.getState();
    const clock = pair.clock();
    if (options.drawings.strokes !== strokes) {
      strokes = options.drawings.strokes;
      drawn = strokes.filter(({ video }) => video === undefined);
    }
    const alignment = swings?.plan.alignment ?? options.alignment;
    if (view?.choices !== options.choices || view.alignment !== alignment) {
      view = { alignment, choices: options.choices };
    }
    const times = isApart ? { user: shownTime(pair, 'user'), pro: shownTime(pair, 'pro') } : null;
    const only = pictureZoom.only === 'user' || pictureZoom.only === 'pro' ? pictureZoom.only : null;
    const draft = options.drawings.draft.current;
    return {
      at: clock ? clock.at(performance.now()) : at,
      rate: clock ? speed : 0,
      apart: times && times.user !== null && times.pro !== null ? { user: times.user, pro: times.pro } : null,
      ...{ view, drawn, zoom: { ...pictureZoom.zoom, only } },
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
