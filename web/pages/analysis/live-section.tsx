// The live comparison of the analysis page. Rendered once both videos are chosen, so that they are loaded by the time
// of the last mark.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { BodySection } from '#web/features/body/body-section.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Status } from '#web/ui/problem.tsx';
import { showHeading } from '#web/ui/show-heading.ts';
import { words } from '#web/words/words.ts';
import type { Analysis } from './analysis-store.ts';

const SlowMotionChip = lazy(async () => ({
  default: (await import('#web/features/timing/slow-motion-question.tsx')).SlowMotionChip,
}));

// Drawing is extra code that the first page does not need.
const DrawnPreview = lazy(() => import('./live/drawn-preview.tsx'));

interface LiveSectionProps {
  analysis: Analysis;
  request: number;
  /** Starts the merged video; null while something is missing for it. */
  onCompare: (() => void) | null;
}

/** The live preview; empty while a video is missing. */
export function LiveSection({ analysis, request, onCompare }: LiveSectionProps) {
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
          golfersAt="#step-3"
          user={user}
          pro={pro}
          alignment={analysis.alignment}
          onAlignmentChange={analysis.setAlignment}
          choices={analysis.choices}
          onChoicesChange={analysis.setChoices}
          onCompare={onCompare}
          chip={
            <Suspense fallback={null}>
              <SlowMotionChip
                factor={factorInUse(user)}
                proposedFactor={user.proposedFactor}
                onAnswer={(factor) => analysis.answerSlowMotion('user', factor)}
              />
            </Suspense>
          }
        />
      </Suspense>
      <div className="page-width empty:hidden">
        <BodySection user={user} pro={pro} />
      </div>
    </section>
  );
}

export function useLiveInView() {
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
