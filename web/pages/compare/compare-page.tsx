// /compare: the merged video and the timing analysis of the comparison that the session holds.
import { ArrowLeft } from 'lucide-react';
import { useLocation } from 'wouter';
import { TimingCard } from '#web/features/timing/timing-card.tsx';
import { sentenceOf } from '#web/lib/api-error.ts';
import { SENTENCES } from '#web/lib/messages.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { Button } from '#web/ui/button.tsx';
import { LiveView } from './live-view.tsx';
import { MergedVideoCard } from './merged-video-card.tsx';
import { useComparison } from './use-comparison.ts';
import { useMergeRun } from './use-merge-run.ts';

/** The compare page. */
export default function ComparePage() {
  useDocumentTitle('Your comparison');
  const [, navigate] = useLocation();
  const { ready, golferError, loadGolfer } = useComparison();
  const { stage, job, retry, cancel } = useMergeRun(ready);

  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-6 py-6 sm:py-10">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="secondary" onClick={() => navigate('/')}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          Back to Analysis
        </Button>
        <h1 className="display text-2xl sm:text-3xl">You and {ready ? (ready.golferName ?? 'your pro') : 'the pro'}</h1>
      </div>
      {ready && <LiveView comparison={ready} stage={stage.stage} />}
      {golferError && !ready ? (
        <div role="alert" className="grid justify-items-start gap-4 rounded-md border-2 border-flag bg-raised p-5">
          <p className="font-semibold">{sentenceOf(golferError, SENTENCES.golferFailed)}</p>
          <Button onClick={() => void loadGolfer()}>Try again</Button>
        </div>
      ) : (
        <MergedVideoCard stage={stage} job={job} comparison={ready} onRetry={retry} onCancel={cancel} />
      )}
      {ready && (
        <TimingCard
          user={ready.user.annotations}
          pro={ready.proAnnotations}
          proName={ready.golferName}
          alignment={ready.alignment}
        />
      )}
    </div>
  );
}
