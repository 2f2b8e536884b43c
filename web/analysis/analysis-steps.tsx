// Steps 1, 2 and 4 of the analysis page and the compare button. Step 3 is in pro-steps.tsx.
import { lazy, Suspense, useState } from 'react';
import { ALIGNMENTS, type Alignment, eventOf } from '#domain/comparison/comparison-choices.ts';
import type { MissingStep } from '#domain/comparison/readiness.ts';
import type { Side } from '#domain/side.ts';
import { POSITIONS, type Position, timeOf } from '#domain/swing/swing.ts';
import type { SwingVideo } from '#web/clip/swing-video.ts';
import type { FoundClip } from '#web/find/editor/find-key-positions.tsx';
import type { NextStep } from '#web/find/editor/position-editor.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { POSITION_PATHS, PositionShape } from '#web/ui/position-shape.tsx';
import { Loading } from '#web/ui/status.tsx';
import { sayWith } from '#web/words/say-with.tsx';
import { formatMark } from '#web/words/swing-words.ts';
import { words } from '#web/words/words.ts';
import type { Analysis } from './analysis-store.ts';
import { type IntakeProps, OwnVideoUpload } from './own-video-upload.tsx';
import { Foldable, Step, type StepState } from './step.tsx';

// Loaded once there is a video to annotate, because it imports the frame reader.
const AnnotateVideo = lazy(() => import('#web/find/editor/annotate-video.tsx'));

const TrueTimePanel = lazy(async () => ({
  default: (await import('#web/compare/timing/slow-motion-question.tsx')).TrueTimePanel,
}));

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
          <PositionShape position={position} className="size-4 text-you" />
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
  /** The next step after all proposals are accepted. */
  next?: (found: FoundClip) => NextStep | null;
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
          {...video}
          getAnnotations={() => analysis.getState()[side]?.annotations ?? video.annotations}
          onAnnotationsChange={(annotations) => analysis.annotate(side, annotations)}
          onTakenChange={(taken) => analysis.take(side, taken)}
          onStartsAfterRest={(startsAfterRest) => analysis.setStartsAfterRest(side, startsAfterRest)}
          isNew={analysis.newClips.includes(video.clipId)}
          next={next}
        />
      </Suspense>
      <Suspense fallback={null}>
        <TrueTimePanel
          key={video.clipId}
          {...video}
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
const FilmingDrawing = lazy(() => import('#web/clip/filming-drawing.tsx').catch(() => ({ default: () => <></> })));

function FilmingAdvice() {
  const { heading, points } = words.filming;
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="rounded-md" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className="min-h-11 font-semibold">{heading}</summary>
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

interface AlignmentChoiceProps {
  value: Alignment;
  disabled: boolean;
  onChange: (alignment: Alignment) => void;
}

/** Radio buttons with the specification's two labels and a third, each with a picture of its effect. */
function AlignmentChoice({ value, disabled, onChange }: AlignmentChoiceProps) {
  return (
    <fieldset disabled={disabled} className="grid gap-2 sm:grid-cols-3 sm:gap-3">
      <legend className="sr-only">{words.alignment.group}</legend>
      {ALIGNMENTS.map((alignment) => (
        <label
          key={alignment}
          className={classNames(
            'grid items-center gap-2 rounded-md border-2 bg-raised px-3 py-2 sm:grid-cols-1 sm:content-between sm:p-4 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            disabled ? 'cursor-not-allowed border-line' : 'cursor-pointer border-edge has-checked:border-flag',
          )}
        >
          <span className="flex items-start gap-3">
            <input
              type="radio"
              name="alignment"
              value={alignment}
              checked={value === alignment}
              aria-label={words.swing.alignments[alignment]}
              aria-describedby={`alignment-${alignment}`}
              onChange={() => onChange(alignment)}
              className="mt-0.5 size-5 accent-flag"
            />
            <span className={disabled ? 'text-ink-soft' : undefined}>
              <span className="block font-bold">{words.swing.alignments[alignment]}</span>
              <span id={`alignment-${alignment}`} className="block text-xs leading-tight text-ink-soft sm:text-sm">
                {words.alignment.explanations[alignment]}
              </span>
            </span>
          </span>
          <MeetingPicture alignment={alignment} />
        </label>
      ))}
    </fieldset>
  );
}

/** Rest, top and strike of an example, on a line 100 units wide. The pro's backswing is quicker. */
const EXAMPLE: Readonly<Record<Side, Readonly<Record<Position, number>>>> = {
  user: { rest: 0, top: 52, strike: 72 },
  pro: { rest: 0, top: 36, strike: 48 },
};

function MeetingPicture({ alignment }: { alignment: Alignment }) {
  const event = eventOf(alignment);
  const meeting: readonly Position[] = alignment === 'all' ? POSITIONS : [event];
  const example = alignment === 'all' ? { user: EXAMPLE.user, pro: EXAMPLE.user } : EXAMPLE;
  const meetAt = 12 + example.user[event];
  return (
    <svg viewBox="0 0 100 34" aria-hidden="true" className="w-full max-w-xs max-sm:hidden">
      {meeting.map((position) => (
        <line
          key={position}
          x1={12 + example.user[position]}
          x2={12 + example.user[position]}
          y1="1"
          y2="33"
          className="stroke-flag"
          strokeWidth="1"
          strokeDasharray="2 2"
        />
      ))}
      <ExampleSwing side="user" example={example.user} shift={meetAt - example.user[event]} y={10} />
      <ExampleSwing side="pro" example={example.pro} shift={meetAt - example.pro[event]} y={24} />
    </svg>
  );
}

interface ExampleSwingProps {
  side: Side;
  example: Readonly<Record<Position, number>>;
  shift: number;
  y: number;
}

function ExampleSwing({ side, example, shift, y }: ExampleSwingProps) {
  return (
    <g className={side === 'user' ? 'fill-you stroke-you' : 'fill-pro stroke-pro'}>
      <line x1={shift + example.rest} x2={shift + example.strike} y1={y} y2={y} strokeWidth="1.5" />
      {POSITIONS.map((position) => (
        <g key={position} transform={`translate(${shift + example[position] - 4} ${y - 4}) scale(.5)`} stroke="none">
          <path d={POSITION_PATHS[position]} />
        </g>
      ))}
    </g>
  );
}
