// /: from a file to a comparison in four steps, and the live comparison. That one is rendered once both videos are chosen,
// so that they are loaded by the time of the last mark.
import { lazy, memo, Suspense, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { isReadyToCompare, missingSteps } from '#domain/comparison/readiness.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { Hero } from '#web/analysis/hero/hero.tsx';
import { marksOf, useGolfer } from '#web/api/query.tsx';
import { BodySection } from '#web/body/card/body-section.tsx';
import type { NextStep } from '#web/find/editor/position-editor.tsx';
import { type Keepable, keepableOf, useKeeping } from '#web/kept/use-keeping.ts';
import { HydratesLater, laterPart } from '#web/lib/hydrates-later.tsx';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { classNames } from '#web/ui/class-names.ts';
import { showHeading } from '#web/ui/show-heading.ts';
import { Status } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';
import { AlignStep, AnnotateStep, CompareStep, UploadStep } from './analysis-steps.tsx';
import { type Analysis, useAnalysis, useCompare } from './analysis-store.ts';
import { SharedClipQuestion, useVideoIntake } from './own-video-upload.tsx';
import { nextStepOfPro, ProSteps, useNextStep } from './pro-steps.tsx';
import { Scorecard, stepStates } from './step.tsx';

const FOOTAGE_ID = 'footage';

// Loaded on request, because it imports the stage.
const HeroDemo = lazy(async () => ({ default: (await import('./demo-live.tsx')).HeroDemo }));

/** The sample comparison: below the first view, so it comes after the first script. */
export const tryThis = laterPart(() => import('./try-this.tsx').catch(() => ({ default: () => null })));

// Independent of the steps, so not rendered again with every mark.
const Opening = memo(Hero);
const Sample = memo((props: { readonly givesWay: boolean }) => (
  <HydratesLater>
    <tryThis.Part {...props} />
  </HydratesLater>
));

export function AnalysisPage() {
  useDocumentTitle(words.analysisPage.title);
  const analysis = useAnalysis();
  const intake = useVideoIntake(analysis);
  const states = stepStates(analysis.state);
  const compare = useCompare(analysis);
  const live = useLiveInView();
  const next = useNextStep(analysis, live.show);
  useLiveKeeping(analysis);
  useReturn(analysis, live.show);
  // Fold finished steps only after the visitor accepted all found positions; steps marked by hand stay open.
  const [takenFor, setTakenFor] = useState<string | null>(null);
  const isFolded = analysis.user !== null && takenFor === analysis.user.clipId;
  // From the choice on: storing a file can take seconds, and a page that moves only then surprises.
  const hasClip = analysis.user !== null || analysis.restoring.includes('user') || intake.checking === 'user';

  return (
    <>
      <Opening Demo={HeroDemo} givesWay={hasClip} />
      <Sample givesWay={hasClip} />
      <SharedClipQuestion shared={intake.shared} />
      <div className="page-width">
        <h2 id={FOOTAGE_ID} className="display pt-3 pb-1.5 text-center text-xl sm:pt-10 sm:pb-5 sm:text-3xl">
          {words.analysisPage.footageReady}
        </h2>
        {hasClip && <Scorecard states={states} isSticky={states.align === 'later'} />}
        <UploadStep analysis={analysis} intake={intake} state={states.upload} />
        {analysis.user && (
          <AnnotateStep
            analysis={analysis}
            video={analysis.user}
            state={states.annotate}
            isFolded={isFolded}
            next={(found) => followedBy(next(found), () => setTakenFor(analysis.user?.clipId ?? null))}
          />
        )}
        <ProSteps
          analysis={analysis}
          intake={intake}
          states={states}
          nextOfPro={nextStepOfPro(analysis, live.show)}
          isFolded={isFolded}
          onChoose={(golfer, hand) =>
            // Respond to the press before both swings are laid out.
            startTransition(() => {
              analysis.chooseGolfer(golfer, hand);
              // Visitors who mark by hand later stay at the marks.
              if (analysis.getState().user?.annotations.strikeTime != null) live.show();
            })
          }
        />
        <AlignStep
          analysis={analysis}
          state={states.align}
          isFolded={isFolded}
          waits={states.upload !== 'done' && !analysis.restoring.includes('user')}
        />
      </div>
      <LiveSection analysis={analysis} request={live.request} onCompare={states.align === 'later' ? null : compare} />
      <div className="page-width pb-4 sm:pb-8">
        <CompareStep isReady={states.align !== 'later'} missing={missingSteps(analysis.state)} onCompare={compare} />
      </div>
    </>
  );
}

/** A step whose acceptance triggers one more action. */
function followedBy(step: NextStep | null, act: () => void): NextStep | null {
  const onTaken = () => {
    act();
    step?.onTaken();
  };
  return step && { ...step, onTaken };
}

/** A visitor who returns to the page with a video sees the pair, or the steps while it is incomplete, instead of the hero. */
function useReturn({ state }: Analysis, showLive: () => void): void {
  // After a reload the video is not yet restored here, and browsers restore the scroll position themselves.
  const [{ hasVideo, isPair }] = useState({ hasVideo: state.hasUserVideo, isPair: isReadyToCompare(state) });
  useEffect(() => {
    if (!hasVideo) return;
    // Waits one frame, because the router first scrolls every new page to its top.
    const frame = requestAnimationFrame(() =>
      isPair ? showLive() : document.getElementById(FOOTAGE_ID)?.scrollIntoView(),
    );
    return () => cancelAnimationFrame(frame);
  }, [hasVideo, isPair, showLive]);
}

/** Storing makes a picture of both swings, so it waits until marks no longer move. */
const QUIET_MS = 3_000;

/** Stores the page's comparison while it is complete. */
function useLiveKeeping(analysis: Analysis): void {
  const { user, pro, golfer, useCustomPro, alignment, choices, state } = analysis;
  const { data: detail } = useGolfer(useCustomPro ? null : (golfer?.id ?? null));
  const isComplete = isReadyToCompare(state) && (useCustomPro || detail !== undefined);
  const swings = [user && [user.clipId, user.annotations, user.club, user.slowMotionFactor], useCustomPro && pro];
  const version = JSON.stringify([swings, useCustomPro ? null : golfer?.id, alignment, choices]);

  /** Read the store: it contains a mark before it is rendered. */
  function read(): Keepable | null {
    const { user, pro, golfer, useCustomPro, alignment, choices } = analysis.getState();
    const shown =
      detail?.id === golfer?.id && detail
        ? { videoUrl: detail.videoUrl, clip: detail.clip, annotations: marksOf(detail) }
        : null;
    const other = useCustomPro ? pro : golfer && { golfer, shown };
    return user && other && keepableOf({ user, pro: other, alignment, choices });
  }
  useKeeping({ read, version: isComplete ? version : null, isWaiting: false, quietMs: QUIET_MS });
}

const SlowMotionChip = lazy(async () => ({
  default: (await import('#web/compare/timing/slow-motion-question.tsx')).SlowMotionChip,
}));

// Drawing is extra code that the first page does not need.
const DrawnPreview = lazy(() => import('./drawn-preview.tsx'));

interface LiveSectionProps {
  analysis: Analysis;
  request: number;
  /** Starts the merged video; null while something is missing for it. */
  onCompare: (() => void) | null;
}

/** The live preview; empty while a video is missing. */
function LiveSection({ analysis, request, onCompare }: LiveSectionProps) {
  const { user, golfer, useCustomPro } = analysis;
  const pro = useCustomPro
    ? analysis.pro && ({ golferId: null, video: analysis.pro } as const)
    : golfer && ({ golferId: golfer.id } as const);
  const heading = useShownOnRequest(request, pro !== null && user?.annotations.strikeTime != null);
  if (!user || !pro) return null;
  const proMarks = pro.golferId === null ? pro.video.annotations : null;
  // Reserves the stage's space when both videos can play.
  const isFull = user.annotations.strikeTime !== null && proMarks?.strikeTime !== null;
  return (
    <section
      aria-labelledby="live-heading"
      // Has the stage's class before the stage loads, so that the page scrolls far enough.
      className={classNames('relative grid grid-cols-[minmax(0,1fr)]', isFull && 'swing-place')}
    >
      <h2
        id="live-heading"
        ref={heading}
        tabIndex={-1}
        className="absolute top-0 left-0 size-px overflow-hidden outline-none"
      >
        {words.analysisPage.live}
      </h2>
      <Suspense
        fallback={
          <Status className={classNames('stage grid place-content-center', isFull ? 'h-svh' : 'min-h-32')}>
            {words.preview.opening}
          </Status>
        }
      >
        <DrawnPreview
          isFull={isFull}
          canStack
          golfersAt="#step-3"
          user={user}
          pro={pro}
          alignment={analysis.alignment}
          onAlignmentChange={analysis.setAlignment}
          choices={analysis.choices}
          onChoicesChange={analysis.setChoices}
          onCompare={onCompare}
          chip={() => (
            <Suspense fallback={null}>
              <SlowMotionChip
                factor={factorInUse(user)}
                proposedFactor={user.proposedFactor}
                onAnswer={(factor) => analysis.answerSlowMotion('user', factor)}
              />
            </Suspense>
          )}
        />
      </Suspense>
      <div className="page-width empty:hidden">
        <BodySection user={user} pro={pro} />
      </div>
    </section>
  );
}

function useLiveInView() {
  const [request, setRequest] = useState(0);
  const show = useCallback(() => setRequest((before) => before + 1), []);
  return { request, show };
}

/** The heading to focus, in the section that scrolls into view once it has content. */
function useShownOnRequest(request: number, canPlay: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownFor = useRef(0);
  useEffect(() => {
    if (request === shownFor.current || !canPlay || !heading.current) return;
    shownFor.current = request;
    return showHeading(heading.current);
  }, [request, canPlay]);
  return heading;
}
