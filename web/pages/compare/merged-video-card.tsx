// The card of the merged video in each of its states: on the way, failed, stopped, there.
import { Check, RotateCcw } from 'lucide-react';
import type { JobStatus } from '#contract/jobs.ts';
import { DownloadAtSpeed } from '#web/features/download/download-at-speed.tsx';
import { DrawingCanvas } from '#web/features/drawing/drawing-canvas.tsx';
import { DrawingPanel } from '#web/features/drawing/drawing-panel.tsx';
import { useDrawing } from '#web/features/drawing/use-drawing.ts';
import { MergeJobProgress } from '#web/features/merge/merge-job-progress.tsx';
import { UploadProgress } from '#web/features/upload/upload-progress.tsx';
import { inlineText, SENTENCES } from '#web/lib/messages.ts';
import { MergedPlayer } from '#web/player/merged-player.tsx';
import { usePlayer } from '#web/player/use-player.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { MergeStage, SidesProgress } from './run-merge.ts';
import type { ReadyComparison } from './use-comparison.ts';

interface MergedVideoCardProps {
  stage: MergeStage;
  job: JobStatus | null;
  comparison: ReadyComparison | null;
  onRetry: () => void;
  onCancel: () => void;
}

/** The merged video, or how far it is. */
export function MergedVideoCard({ stage, job, comparison, onRetry, onCancel }: MergedVideoCardProps) {
  return (
    <Card heading="Merged video" className="stage">
      {stage.stage === 'done' && comparison ? (
        <Merged mergedVideoUrl={stage.mergedVideoUrl} comparison={comparison} />
      ) : stage.stage === 'failed' || stage.stage === 'canceled' ? (
        <Ended stage={stage} onRetry={onRetry} />
      ) : (
        <Working stage={stage} job={job} onCancel={onCancel} />
      )}
    </Card>
  );
}

const NOT_BEGUN: { progress: SidesProgress; waiting: null } = { progress: {}, waiting: null };

function Working({ stage, job, onCancel }: { stage: MergeStage; job: JobStatus | null; onCancel: () => void }) {
  const { progress, waiting } = stage.stage === 'uploading' || stage.stage === 'merging' ? stage : NOT_BEGUN;
  return (
    <div className="viewfinder grid min-h-72 content-center gap-6 rounded-md px-6 py-10 sm:px-12">
      <p role="status" className="flex items-center gap-3 text-lg font-bold">
        <Spinner /> Creating...
        <span className="sr-only">{stage.stage === 'merging' ? 'merging the videos' : 'uploading'}</span>
      </p>
      {progress.user !== undefined && <UploadProgress label="Uploading your swing" progress={progress.user} />}
      {progress.pro !== undefined && <UploadProgress label="Uploading the pro swing" progress={progress.pro} />}
      {stage.stage === 'merging' ? <MergeJobProgress job={job} /> : <p>Creating merged video...</p>}
      <p role="status" className="min-h-6 font-semibold text-flag-ink empty:hidden">
        {waiting && (waiting === 'offline' ? SENTENCES.offline : SENTENCES.reconnecting)}
      </p>
      <Button variant="secondary" className="justify-self-start" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface EndedProps {
  stage: Extract<MergeStage, { stage: 'failed' | 'canceled' }>;
  onRetry: () => void;
}

function Ended({ stage, onRetry }: EndedProps) {
  return (
    <div className="viewfinder grid min-h-72 content-center justify-items-start gap-5 rounded-md px-6 py-10 sm:px-12">
      <p className="max-w-prose text-lg font-semibold [overflow-wrap:anywhere]">
        {stage.stage === 'failed' ? inlineText(stage.toast) : SENTENCES.mergeCanceled}
      </p>
      <Button onClick={onRetry}>
        <RotateCcw aria-hidden="true" className="size-5" />
        {stage.stage === 'failed' ? 'Try again' : 'Start again'}
      </Button>
    </div>
  );
}

function Merged({ mergedVideoUrl, comparison }: { mergedVideoUrl: string; comparison: ReadyComparison }) {
  const player = usePlayer();
  const drawings = useDrawing(player, mergedVideoUrl);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <MergedPlayer
        src={mergedVideoUrl}
        label="Merged comparison"
        player={player}
        overlay={<DrawingCanvas player={player} drawings={drawings} />}
      />
      <DrawingPanel
        player={player}
        drawings={drawings}
        mergedVideoUrl={mergedVideoUrl}
        golferName={comparison.golferName}
      />
      <p className="flex items-start gap-2 font-semibold text-faster">
        <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        Videos successfully merged with {comparison.alignment} alignment!
      </p>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-sm text-ink-soft">Tip: right-click the video and choose Loop to watch it over and over.</p>
        <DownloadAtSpeed mergedVideoUrl={mergedVideoUrl} golferName={comparison.golferName} />
      </div>
    </div>
  );
}
