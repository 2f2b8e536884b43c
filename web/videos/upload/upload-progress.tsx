// The upload progress of one video: bar, percentage and 'x of y chunks' (specification §2).
import type { UploadProgress as Progressed } from '#domain/video/chunking.ts';
import { Progress } from '#web/ui/progress.tsx';
import { say, words } from '#web/words/words.ts';

export function UploadProgress({ label, progress }: { label: string; progress: Progressed | null }) {
  const { sentChunks, totalChunks, percent } = progress ?? { sentChunks: 0, totalChunks: 0, percent: 0 };
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{label}</span>
        <span className="figures text-ink-soft">
          {progress ? say(words.clips.chunkProgress, { percent, sentChunks, totalChunks }) : words.clips.waitingItsTurn}
        </span>
      </div>
      <Progress label={label} percent={percent} />
    </div>
  );
}
