// Steps 1, 2 and 4 of the analysis page and the compare button. Step 3 is in pro-steps.tsx.
import { lazy, Suspense, useState } from 'react';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { MissingStep } from '#domain/comparison/readiness.ts';
import type { Filmed } from '#domain/library/golfer.ts';
import { NOTHING_TAKEN } from '#domain/moments/taken-moments.ts';
import { POSITIONS, timeOf } from '#domain/swing/swing.ts';
import { AlignmentChoice } from '#web/features/alignment/alignment-choice.tsx';
import type { NextStep } from '#web/features/annotate/position-editor.tsx';
import { formatMark } from '#web/swing/format-mark.ts';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/spinner.tsx';
import type { SwingVideo } from '#web/videos/swing-video.ts';
import { sayWith } from '#web/words/say-with.tsx';
import { words } from '#web/words/words.ts';
import type { Analysis } from './analysis-store.ts';
import { type IntakeProps, OwnVideoUpload } from './own-video-upload.tsx';
import { Foldable, Step, type StepState } from './step.tsx';

// Loaded once there is a video to annotate, because it imports the frame reader.
const AnnotateVideo = lazy(() => import('#web/features/annotate/annotate-video.tsx'));

const TrueTimePanel = lazy(() => import('#web/features/timing/true-time-panel.tsx'));

interface StepProps {
  analysis: Analysis;
  state: StepState;
}

export function UploadStep({ analysis, intake, state }: StepProps & IntakeProps) {
  return (
    <Step id="step-1" number="1" title={words.analysisPage.uploadStep} state={state}>
      <OwnVideoUpload which="user" analysis={analysis} intake={intake} />
      {!analysis.user && !analysis.restoring.includes('user') && <FilmingAdvice />}
    </Step>
  );
}

interface FoldingProps {
  /** Whether all proposals were accepted together: the step then folds to one line. */
  isFolded: boolean;
}

type AnnotateStepProps = StepProps & FoldingProps & Pick<AnnotatorProps, 'video' | 'next'>;

/** Step 2, shown once a video is loaded. */
export function AnnotateStep({ analysis, video, state, next, isFolded }: AnnotateStepProps) {
  return (
    <Step id="step-2" number="2" title={words.analysisPage.annotateStep} state={state}>
      <Foldable
        key={video.clipId}
        changeLabel={words.analysisPage.changePositions}
        isFolded={isFolded && state === 'done'}
        line={<MarkedLine video={video} />}
      >
        <Annotator side="user" video={video} analysis={analysis} next={next} />
      </Foldable>
    </Step>
  );
}

function MarkedLine({ video }: { video: SwingVideo }) {
  return (
    <ul className="flex flex-wrap items-center gap-x-5 gap-y-1">
      {POSITIONS.filter((position) => timeOf(video.annotations, position) !== null).map((position) => (
        <li key={position} className="flex items-center gap-2">
          <span className="text-you">
            <PositionShape position={position} />
          </span>
          {words.swing.positions[position]}
          <span className="figures">{formatMark(timeOf(video.annotations, position) ?? 0, null)}</span>
        </li>
      ))}
    </ul>
  );
}

interface AnnotatorProps {
  analysis: Analysis;
  side: Side;
  video: SwingVideo;
  /** The next step after all proposals are accepted, for a clip filmed with this view and hand. */
  next?: (filmed: Filmed) => NextStep | null;
}

/** The annotating player of one side, once its code is loaded. */
export function Annotator({ side, video, analysis, next }: AnnotatorProps) {
  return (
    <>
      <Suspense
        fallback={
          // On a phone the annotator fills the screen; less reserved space would push the next step out of view.
          <Loading className="stage min-h-svh justify-center rounded-md lg:min-h-[80svh]">
            {words.player.opening}
          </Loading>
        }
      >
        <AnnotateVideo
          key={video.clipId}
          subject={side}
          file={video.file}
          annotations={video.annotations}
          getAnnotations={() => analysis.getState()[side]?.annotations ?? video.annotations}
          onAnnotationsChange={(annotations) => analysis.annotate(side, annotations)}
          taken={video.taken ?? NOTHING_TAKEN}
          onTakenChange={(taken) => analysis.take(side, taken)}
          startsAfterRest={video.startsAfterRest === true}
          onStartsAfterRest={(startsAfterRest) => analysis.setStartsAfterRest(side, startsAfterRest)}
          isNew={analysis.newClips.includes(video.clipId)}
          next={next}
        />
      </Suspense>
      <Suspense fallback={null}>
        <TrueTimePanel
          key={video.clipId}
          file={video.file}
          annotations={video.annotations}
          slowMotionFactor={video.slowMotionFactor}
          onProposal={(factor) => analysis.proposeSlowMotion(side, factor)}
          onAnswer={(factor) => analysis.answerSlowMotion(side, factor)}
        />
      </Suspense>
    </>
  );
}

export function AlignStep({ analysis, state, isFolded, waits }: StepProps & FoldingProps & { waits: boolean }) {
  return (
    <Step id="step-4" number="4" title={words.analysisPage.alignStep} state={state} waits={waits}>
      <Foldable
        key={analysis.user?.clipId}
        changeLabel={words.analysisPage.changeAlignment}
        isFolded={isFolded && state === 'done'}
        line={<p>{words.swing.alignments[analysis.alignment]}</p>}
      >
        <AlignmentChoice value={analysis.alignment} disabled={state === 'later'} onChange={analysis.setAlignment} />
      </Foldable>
    </Step>
  );
}

const STEP_IDS: Readonly<Record<MissingStep, string>> = {
  'user-video': 'step-1',
  'user-positions': 'step-2',
  pro: 'step-3',
  'pro-video': 'step-3',
  'pro-positions': 'step-3',
};

/** 'Compare My Swing', and what is missing for it. */
export function CompareStep(props: { isReady: boolean; missing: readonly MissingStep[]; onCompare: () => void }) {
  const [next] = props.missing;
  return (
    <div className="grid justify-items-center gap-1 border-t border-line pt-2 text-center sm:pt-8">
      <Button size="large" disabled={!props.isReady} aria-describedby="compare-hint" onClick={props.onCompare}>
        {words.analysisPage.compare}
      </Button>
      <div id="compare-hint" className="min-h-11 text-sm text-ink-soft">
        {next && (
          <>
            <p>{words.analysisPage.compareHint}</p>
            <p className="text-sm">
              {sayWith(words.analysisPage.next, {
                step: (
                  <a
                    href={`#${props.missing.includes('user-video') ? 'step-1' : STEP_IDS[next]}`}
                    className="inline-block py-1 font-semibold text-ink underline"
                  >
                    {words.analysisPage.missing[next]}
                  </a>
                ),
              })}
            </p>
          </>
        )}
      </div>
    </div>
  );
}

// Offline without the shell, the sentences stand alone.
const FilmingDrawing = lazy(() =>
  import('#web/features/upload/filming-drawing.tsx').catch(() => ({ default: () => <></> })),
);

/** The advice, collapsed to one line by default. */
function FilmingAdvice() {
  const { heading, points } = words.filming;
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="rounded-md" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className="flex min-h-11 items-center font-semibold underline">{heading}</summary>
      <div className="grid items-center gap-4 px-4 pb-4 sm:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        <div className="aspect-2/1 w-full max-w-xs">
          <Suspense>{wasOpened && <FilmingDrawing />}</Suspense>
        </div>
        <ul className="grid list-disc gap-2 pl-5">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    </details>
  );
}
