// Both swings live, while the merged video is on its way. Once that is there it gives way to it, unless the visitor is at
// work in it or asks for it again.
import { useState } from 'react';
import { LivePreview } from '#web/features/preview/live-preview.tsx';
import { Button } from '#web/ui/button.tsx';
import type { MergeStage } from './run-merge.ts';
import type { ReadyComparison } from './use-comparison.ts';

interface LiveViewProps {
  comparison: ReadyComparison;
  /** How far the merged video is. */
  stage: MergeStage['stage'];
}

/** The live preview of the page's comparison and the button that shows or hides it. */
export function LiveView({ comparison, stage }: LiveViewProps) {
  const [alignment, setAlignment] = useState(comparison.alignment);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOpen = wanted ?? stage !== 'done';
  const isOnTheWay = stage === 'preparing' || stage === 'uploading' || stage === 'merging';
  const { user, pro } = comparison;
  return (
    <section aria-label="Live view" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-ink-soft">
          {isOnTheWay
            ? 'Your merged video is on its way, further down. Until then: both swings, live.'
            : 'Both swings live, straight from their videos.'}
        </p>
        <Button variant="secondary" aria-expanded={isOpen} onClick={() => setWanted(!isOpen)}>
          {isOpen ? 'Hide live view' : 'Show live view'}
        </Button>
      </div>
      {isOpen && (
        <div onPointerDownCapture={() => setWanted(true)} onKeyDownCapture={() => setWanted(true)}>
          <LivePreview user={user} pro={pro} alignment={alignment} onAlignmentChange={setAlignment} />
        </div>
      )}
    </section>
  );
}
