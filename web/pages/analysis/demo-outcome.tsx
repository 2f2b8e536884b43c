// The end of the demo: merged video and timing analysis. Loaded when there is a result.
import type { GolferCard } from '#contract/golfers.ts';
import type { Alignment } from '#domain/comparison/comparison-plan.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { useGolfer } from '#web/api/use-golfer.ts';
import { DemoResult } from '#web/features/demo/demo-result.tsx';
import { TimingCard } from '#web/features/timing/timing-card.tsx';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';

interface DemoOutcomeProps {
  mergedVideoUrl: string;
  shape: VideoShape | null;
  annotations: SwingAnnotations;
  golfer: GolferCard | null;
  alignment: Alignment;
  onTryAnother: () => void;
}

/** The result view and, once the golfer's times are known, the timing analysis. */
export default function DemoOutcome({
  mergedVideoUrl,
  shape,
  annotations,
  golfer,
  alignment,
  onTryAnother,
}: DemoOutcomeProps) {
  const { data: pro } = useGolfer(golfer?.id ?? null);
  const golferName = golfer?.name ?? null;
  return (
    <div className="grid grid-cols-1 gap-8">
      <DemoResult mergedVideoUrl={mergedVideoUrl} shape={shape} golferName={golferName} onTryAnother={onTryAnother} />
      {pro && <TimingCard user={annotations} pro={pro} proName={golferName} alignment={alignment} />}
      <a href="#step-1" className={`${buttonClass('primary', 'large')} justify-self-center`}>
        {words.demo.nowYours}
      </a>
    </div>
  );
}
