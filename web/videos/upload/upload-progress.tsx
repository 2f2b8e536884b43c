// The upload progress of one video: bar, percentage and 'x of y chunks' (specification §2).
import type { UploadProgress as Progressed } from '#domain/video/chunking.ts';
import { NamedProgress } from '#web/ui/progress.tsx';
import { say, words } from '#web/words/words.ts';

export function UploadProgress({ label, progress }: { label: string; progress: Progressed | null }) {
  const { sentChunks, totalChunks, percent } = progress ?? { sentChunks: 0, totalChunks: 0, percent: 0 };
  const standing = progress
    ? say(words.clips.chunkProgress, { percent, sentChunks, totalChunks })
    : words.clips.waitingItsTurn;
  return <NamedProgress label={label} standing={standing} percent={percent} />;
}
