// The sample comparison in place of the hero's picture: after one press both swings play on the stage.
import { useEffect, useRef, useState } from 'react';
import type { DemoVideo, GolferCard } from '#contract/golfers.ts';
import { type Alignment, DEFAULT_ALIGNMENT } from '#domain/comparison/comparison-choices.ts';
import { callApi } from '#web/api/api-client.ts';
import { useGolfers, useQuery } from '#web/api/query.tsx';
import { DEMO_ANNOTATIONS } from '#web/features/demo/demo-flow.ts';
import { words } from '#web/words/words.ts';
import { SampleStage, useSampleVideo } from './demo-live.tsx';

/** The stage with the sample and a golfer filmed like it. */
export default function HeroDemo() {
  const { data: demos, isError } = useQuery({
    queryKey: ['hero', 'demo'],
    queryFn: (): Promise<readonly DemoVideo[]> => callApi('listDemos', {}),
  });
  const { data: golfers } = useGolfers();
  const [alignment, setAlignment] = useState<Alignment>(DEFAULT_ALIGNMENT);
  const demo = demos?.[0] ?? null;
  const sample = useSampleVideo(demo?.videoUrl ?? null, DEMO_ANNOTATIONS);
  const user = sample === 'failed' ? null : sample;
  const golferId = besideSample(golfers ?? [])?.id ?? null;
  const place = useRef<HTMLDivElement>(null);
  const isThere = user !== null && golferId !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the stage has its height
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => place.current?.scrollIntoView({ block: 'start', behavior: 'instant' }));
    return () => cancelAnimationFrame(frame);
  }, [isThere]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {isError ? (
        <p role="status" className="stage flex h-svh items-center justify-center">
          {words.demo.unreachable}
        </p>
      ) : (
        <SampleStage {...{ user, golferId, alignment }} onAlignmentChange={setAlignment} />
      )}
    </div>
  );
}

/** A golfer filmed face-on with a driver, like the sample; otherwise the first one. */
function besideSample(golfers: readonly GolferCard[]): GolferCard | null {
  const isAlike = ({ view, hand, club }: GolferCard) => view === 'face-on' && hand === 'right' && club === 'Driver';
  return golfers.find(isAlike) ?? golfers[0] ?? null;
}
