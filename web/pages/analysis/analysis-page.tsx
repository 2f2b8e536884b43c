// /: from a file to a comparison in four steps.
import { lazy, memo, startTransition, useEffect, useState } from 'react';
import { isReadyToCompare, missingSteps } from '#domain/comparison/readiness.ts';
import { marksOf, useGolfer } from '#web/api/query.tsx';
import type { NextStep } from '#web/features/annotate/position-editor.tsx';
import { HydratesLater, laterPart } from '#web/lib/hydrates-later.tsx';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { Hero } from '#web/pages/analysis/hero/hero.tsx';
import { type Keepable, keepableOf, useKeeping } from '#web/videos/kept/use-keeping.ts';
import { words } from '#web/words/words.ts';
import { AlignStep, AnnotateStep, CompareStep, UploadStep } from './analysis-steps.tsx';
import { type Analysis, useAnalysis, useCompare } from './analysis-store.ts';
import { LiveSection, useLiveInView } from './live-section.tsx';
import { useVideoIntake } from './own-video-upload.tsx';
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
  useReturnToSteps(analysis.user !== null);
  // Fold finished steps only after the visitor accepted all found positions; steps marked by hand stay open.
  const [takenFor, setTakenFor] = useState<string | null>(null);
  const isFolded = analysis.user !== null && takenFor === analysis.user.clipId;
  const hasClip = analysis.user !== null || analysis.restoring.includes('user');

  return (
    <>
      <Opening Demo={HeroDemo} givesWay={hasClip} />
      <Sample givesWay={hasClip} />
      <div className="page-width">
        <h2 id={FOOTAGE_ID} className="display pt-3 pb-1.5 text-center text-xl sm:pt-10 sm:pb-5 sm:text-3xl">
          {words.analysisPage.footageReady}
        </h2>
        {(states.upload === 'done' || analysis.restoring.includes('user')) && (
          <Scorecard states={states} isSticky={states.align === 'later'} />
        )}
        <UploadStep analysis={analysis} intake={intake} state={states.upload} />
        {analysis.user && (
          <AnnotateStep
            analysis={analysis}
            video={analysis.user}
            state={states.annotate}
            isFolded={isFolded}
            next={(filmed) => followedBy(next(filmed), () => setTakenFor(analysis.user?.clipId ?? null))}
          />
        )}
        <ProSteps
          analysis={analysis}
          intake={intake}
          states={states}
          nextOfPro={nextStepOfPro(analysis, live.show)}
          isFolded={isFolded}
          onChoose={(golfer) =>
            // Respond to the press before both swings are laid out.
            startTransition(() => {
              analysis.chooseGolfer(golfer);
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

/** A visitor who returns from a comparison with a video sees the steps instead of the hero. */
function useReturnToSteps(hasVideo: boolean): void {
  // After a reload the video is not yet restored here, and browsers restore the scroll position themselves.
  const [returned] = useState(hasVideo);
  useEffect(() => {
    if (!returned) return;
    // One frame later: the router first scrolls every new page to its top.
    const frame = requestAnimationFrame(() => document.getElementById(FOOTAGE_ID)?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [returned]);
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
