// 'Try This': the quick comparison of a sample swing with a professional. Joins the demo with the quick comparison.
import { lazy, Suspense } from 'react';
import { DemoCard, SAMPLE_CLUB } from '#web/features/demo/demo-card.tsx';
import { useDemoComparison } from '#web/features/demo/use-demo-comparison.ts';
import { MergeProgress } from '#web/features/demo/work-progress.tsx';
import { QuickCompare } from '#web/features/quick-compare/quick-compare.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { words } from '#web/words/words.ts';

// The player comes with the first result: the first page stays light.
const DemoOutcome = lazy(() => import('./demo-outcome.tsx'));

/** The section between the headline and 'Have your footage ready?'. */
export function TryThis() {
  const { flow, dispatch, job, compare, cancel } = useDemoComparison();
  return (
    <section id="try-this" aria-labelledby="try-this-heading" className="stage border-t border-line">
      <div className="page-width grid gap-6 py-10 sm:py-14">
        <div className="grid gap-2">
          <h2 id="try-this-heading" className="display text-2xl sm:text-3xl">
            {words.analysisPage.tryThis}
          </h2>
          <p className="max-w-prose text-ink-soft">{words.analysisPage.tryThisMeans}</p>
        </div>
        {flow.mergedVideoUrl ? (
          <Suspense fallback={<ResultLoading />}>
            <DemoOutcome
              mergedVideoUrl={flow.mergedVideoUrl}
              annotations={flow.annotations}
              golfer={flow.golfer}
              alignment={flow.alignment}
              onTryAnother={() => dispatch({ type: 'try-another' })}
            />
          </Suspense>
        ) : (
          <QuickCompare
            sampleUser={
              <DemoCard
                demo={flow.demo}
                annotations={flow.annotations}
                disabled={flow.isComparing}
                onSelect={(demo) => dispatch({ type: 'demo-selected', demo })}
                onChangeVideo={() => dispatch({ type: 'change-video' })}
              />
            }
            club={SAMPLE_CLUB}
            golfer={flow.golfer}
            onGolferChange={(golfer) => dispatch({ type: 'golfer-chosen', golfer })}
            alignment={flow.alignment}
            onAlignmentChange={(alignment) => dispatch({ type: 'alignment-chosen', alignment })}
            isComparing={flow.isComparing}
            onCompare={compare}
            progress={<MergeProgress job={job} onCancel={cancel} />}
            problem={flow.problem}
          />
        )}
      </div>
    </section>
  );
}

function ResultLoading() {
  return (
    <p role="status" className="flex min-h-96 items-center justify-center gap-3">
      <Spinner /> {words.analysisPage.openingComparison}
    </p>
  );
}
