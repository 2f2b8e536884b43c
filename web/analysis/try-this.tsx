// 'Try This': the quick comparison of the sample swing with a professional.

import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type DemoEvent, type DemoFlow, demoGolfer, useDemoComparison } from '#web/analysis/demo/demo-flow.ts';
import { useGolfers } from '#web/api/query.tsx';
import { useLeftView, useSteadyBelow } from '#web/lib/giving-way.ts';
import { type KeptPlace, newPlace } from '#web/player/controlled/play-place.ts';
import { readVideoShape, type VideoShape } from '#web/player/engine/video-shape.ts';
import { type ShownAs, VideoReadyChip } from '#web/player/view/live-or-video.tsx';
import { SmallButton } from '#web/ui/button.tsx';
import { Status } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';
import type DemoOutcome from './demo-outcome.tsx';
import { QuickCompare } from './quick-compare.tsx';

const DemoLive = lazy(() => import('./demo-live.tsx'));

/**
 * The section between the headline and 'Have your footage ready?'. Folded once the visitor has a clip of their own,
 * unless a comparison has been requested here.
 */
export default function TryThis({ givesWay }: { readonly givesWay: boolean }) {
  const comparison = useDemoComparison();
  const { flow, dispatch } = comparison;
  const [place] = useState(newPlace);
  const outcome = useDemoOutcome(flow.mergedVideoUrl, place);
  const [chosen, choose] = useState<ShownAs>('live');
  useShownGolfer(flow, dispatch);
  const isComparing = flow.isComparing || flow.mergedVideoUrl !== null;
  const [isWanted, setWanted] = useState(false);
  const section = useRef<HTMLElement>(null);
  const mustFold = givesWay && !isWanted && !isComparing;
  const hasLeftView = useLeftView(section, mustFold && flow.demo !== null);
  const isFolded = mustFold && (flow.demo === null || hasLeftView);
  useSteadyBelow(section, isFolded);
  const reservedPx = useReservedHeight(section, isComparing && outcome === null, outcome !== null);
  const isLive = outcome === null || (outcome.hasLive && chosen === 'live');
  function show(next: ShownAs) {
    choose(next);
    requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'start', behavior: 'instant' }));
  }
  // Move the focus: the pressed button has disappeared.
  useEffect(() => {
    if (isWanted) section.current?.focus({ preventScroll: true });
  }, [isWanted]);
  if (isFolded) {
    return (
      <section ref={section} id="try-this" aria-labelledby="try-this-heading" className="stage border-t border-line">
        <div className="page-width flex flex-wrap items-center justify-between gap-3 py-3">
          <h2 id="try-this-heading" className="display text-lg">
            {words.analysisPage.tryThis}
          </h2>
          <SmallButton onClick={() => setWanted(true)}>{words.analysisPage.showSample}</SmallButton>
        </div>
      </section>
    );
  }
  return (
    <section
      ref={section}
      id="try-this"
      tabIndex={-1}
      aria-labelledby="try-this-heading"
      style={reservedPx === null ? undefined : { minHeight: reservedPx }}
      className="stage border-t border-line outline-none"
    >
      <div className="page-width grid gap-2 py-2.5 sm:gap-6 sm:py-10">
        <div className="grid gap-1">
          <h2 id="try-this-heading" className="display text-xl sm:text-3xl">
            {words.analysisPage.tryThis}
          </h2>
          <p className="max-w-prose text-ink-soft max-sm:sr-only">{words.analysisPage.tryThisMeans}</p>
        </div>
        {flow.demo && isLive && (
          <Suspense fallback={<Status className="stage h-svh" />}>
            <DemoLive
              demo={flow.demo}
              annotations={flow.annotations}
              golferId={flow.golfer?.id ?? null}
              alignment={flow.alignment}
              onAlignmentChange={(alignment) => dispatch({ type: 'alignment-chosen', alignment })}
              place={place}
              isBesideVideo={outcome !== null}
              chip={() => outcome && <VideoReadyChip onPress={() => show('video')} />}
            />
          </Suspense>
        )}
        {outcome ? (
          <outcome.View
            {...flow}
            mergedVideoUrl={outcome.mergedVideoUrl}
            shape={outcome.shape}
            place={place}
            shown={outcome.hasLive ? chosen : null}
            onShow={show}
            onTryAnother={() => {
              place.setState(null, true);
              choose('live');
              dispatch({ type: 'try-another' });
            }}
          />
        ) : (
          <QuickCompare {...comparison} />
        )}
      </div>
    </section>
  );
}

/** Selects the golfer shown beside the sample if the visitor has not selected one. */
function useShownGolfer({ demo, golfer }: DemoFlow, dispatch: (event: DemoEvent) => void): void {
  const { data: golfers } = useGolfers();
  const shown = demo && !golfer && golfers ? demoGolfer(golfers) : null;
  useEffect(() => {
    if (shown) dispatch({ type: 'golfer-shown', golfer: shown });
  }, [shown, dispatch]);
}

/** The maximum by which the result is taller than the form. */
const RESULT_TALLER_PX = 440;

/**
 * The height to reserve from the press until the result is ready, in pixels, so that content below moves only while it
 * is out of view. Null otherwise.
 */
function useReservedHeight(section: RefObject<HTMLElement | null>, isAwaited: boolean, hasResult: boolean) {
  const [heightPx, setHeightPx] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (isAwaited) setHeightPx((section.current?.offsetHeight ?? 0) + RESULT_TALLER_PX);
  }, [isAwaited, section]);
  useEffect(() => {
    if (isAwaited || heightPx === null) return;
    let frame = 0;
    const release = () => {
      const { current } = section;
      const top = current?.getBoundingClientRect().top ?? 0;
      const ownHeight = current?.firstElementChild?.clientHeight ?? 0;
      if (!hasResult || top + ownHeight > window.innerHeight) setHeightPx(null);
      else frame = requestAnimationFrame(release);
    };
    frame = requestAnimationFrame(release);
    return () => cancelAnimationFrame(frame);
  }, [isAwaited, hasResult, heightPx, section]);
  return heightPx;
}

interface LoadedOutcome {
  readonly mergedVideoUrl: string;
  readonly View: typeof DemoOutcome;
  readonly shape: VideoShape | null;
  /** Whether the live pair was visible when the result was ready. */
  readonly hasLive: boolean;
}

/** The view of a finished comparison once it can be shown; null before, and without one. */
function useDemoOutcome(mergedVideoUrl: string | null, place: KeptPlace): LoadedOutcome | null {
  const [outcome, setOutcome] = useState<LoadedOutcome | null>(null);
  useEffect(() => {
    if (mergedVideoUrl === null) return;
    const left = new AbortController();
    Promise.all([import('./demo-outcome.tsx'), readVideoShape(mergedVideoUrl, left.signal)]).then(
      ([{ default: View }, shape]) => {
        if (!left.signal.aborted) setOutcome({ mergedVideoUrl, View, shape, hasLive: place.getState() !== null });
      },
      (error: unknown) => {
        // If its code cannot be loaded, the page's error screen reports it.
        setOutcome(() => {
          throw error;
        });
      },
    );
    return () => left.abort();
  }, [mergedVideoUrl, place]);
  return outcome?.mergedVideoUrl === mergedVideoUrl ? outcome : null;
}
