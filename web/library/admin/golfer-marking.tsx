// The player with the positions of a golfer's video, and the question about slow motion. Loaded when a video is shown.
import { type ComponentProps, lazy, Suspense } from 'react';
import { Loading } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';

const AnnotateVideo = lazy(() => import('#web/find/editor/annotate-video.tsx'));
const TrueTimePanel = lazy(async () => ({
  default: (await import('#web/compare/timing/slow-motion-question.tsx')).TrueTimePanel,
}));

interface GolferMarkingProps extends Omit<ComponentProps<typeof AnnotateVideo>, 'subject' | 'isForUpload'> {
  readonly slowMotionFactor: number | null;
  readonly onSlowMotion: (factor: number) => void;
}

export function GolferMarking({ slowMotionFactor, onSlowMotion, ...marking }: GolferMarkingProps) {
  const { file, annotations } = marking;
  return (
    <Suspense fallback={<Loading className="stage min-h-72 justify-center rounded-md">{words.player.opening}</Loading>}>
      <AnnotateVideo subject="pro" {...marking} isForUpload />
      <TrueTimePanel {...{ file, annotations, slowMotionFactor }} onAnswer={onSlowMotion} />
    </Suspense>
  );
}
