// The end of the demo: merged video and timing analysis. Loaded once there is a result.
import { useState } from 'react';
import type { DemoVideo, GolferCard } from '#contract/golfers.ts';
import { type Alignment, AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { useGolfer } from '#web/api/use-golfers.ts';
import { DemoResult } from '#web/features/demo/demo-result.tsx';
import { useComparedPlan } from '#web/features/preview/preview-plan.ts';
import { TimingCard } from '#web/features/timing/timing-card.tsx';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import type { ShownAs } from '#web/player/view/live-or-video.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import { useSampleVideo } from './demo-live.tsx';

interface DemoOutcomeProps {
  mergedVideoUrl: string;
  shape: VideoShape | null;
  demo: DemoVideo | null;
  annotations: SwingAnnotations;
  golfer: GolferCard | null;
  alignment: Alignment;
  place: KeptPlace;
  /** What the player shows; null without a live pair. */
  shown: ShownAs | null;
  onShow: (shown: ShownAs) => void;
  onTryAnother: () => void;
}

export default function DemoOutcome(props: DemoOutcomeProps) {
  const { mergedVideoUrl, shape, demo, annotations, golfer, place, shown, onShow, onTryAnother } = props;
  // The alignment of the result: the live pair may have changed since.
  const [alignment] = useState(props.alignment);
  const { data: pro } = useGolfer(golfer?.id ?? null);
  const golferName = golfer?.name ?? null;
  const sample = useSampleVideo(demo?.videoUrl ?? null, annotations);
  const user = sample === 'failed' ? null : sample;
  const plan = useComparedPlan({ user, pro: golfer && { golferId: golfer.id } }, alignment, AS_FILMED);
  const names = { user: words.swing.you, pro: golferName ?? words.swing.yourPro };
  return (
    <div className="grid grid-cols-1 gap-8">
      <DemoResult
        mergedVideoUrl={mergedVideoUrl}
        shape={shape}
        golferName={golferName}
        comparison={plan && { plan, names }}
        place={place}
        shown={shown}
        onShow={onShow}
        onTryAnother={onTryAnother}
      />
      {pro && <TimingCard user={annotations} pro={pro} proName={golferName} alignment={alignment} />}
      <a href="#step-1" className={`${buttonClass('primary', 'large')} justify-self-center`}>
        {words.demo.nowYours}
      </a>
    </div>
  );
}
