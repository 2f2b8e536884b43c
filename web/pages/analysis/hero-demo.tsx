// The sample comparison in place of the hero's picture: after one press both swings play on the stage.

import { useEffect, useMemo, useRef, useState } from 'react';
import type { DemoVideo, GolferCard } from '#contract/golfers.ts';
import {
  type Alignment,
  type ComparisonChoices,
  DEFAULT_ALIGNMENT,
  FIRST_CHOICES,
} from '#domain/comparison/comparison-choices.ts';
import { callApi } from '#web/api/api-client.ts';
import { useQuery } from '#web/api/query.tsx';
import { useGolfers } from '#web/api/use-golfers.ts';
import { DEMO_ANNOTATIONS } from '#web/features/demo/demo-flow.ts';
import { LivePreview } from '#web/features/preview/live-preview.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { words } from '#web/words/words.ts';
import { useSampleVideo } from './demo-live.tsx';

/** The stage with the sample and a golfer filmed like it. */
export default function HeroDemo() {
  const { data: demos, isError } = useQuery({
    queryKey: ['hero', 'demo'],
    queryFn: (): Promise<readonly DemoVideo[]> => callApi('listDemos', {}),
  });
  const { data: golfers } = useGolfers();
  const [alignment, setAlignment] = useState<Alignment>(DEFAULT_ALIGNMENT);
  const [choices, setChoices] = useState<ComparisonChoices>(FIRST_CHOICES);
  const demo = demos?.[0] ?? null;
  const { video: user } = useSampleVideo(demo?.videoUrl ?? null, DEMO_ANNOTATIONS);
  const golferId = besideSample(golfers ?? [])?.id ?? null;
  const pro = useMemo(() => (golferId === null ? null : { golferId }), [golferId]);
  const place = useRef<HTMLDivElement>(null);
  const isThere = user !== null && pro !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the stage has its height
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => place.current?.scrollIntoView({ block: 'start', behavior: 'instant' }));
    return () => cancelAnimationFrame(frame);
  }, [isThere]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {user && pro ? (
        <LivePreview
          isPlain
          isFull
          golfersAt="#try-this"
          user={user}
          pro={pro}
          alignment={alignment}
          onAlignmentChange={setAlignment}
          choices={choices}
          onChoicesChange={setChoices}
        />
      ) : (
        <p role="status" className="stage flex h-svh items-center justify-center gap-3">
          {isError ? (
            words.demo.unreachable
          ) : (
            <>
              <Spinner /> {words.demo.loading}
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** A golfer filmed face-on with a driver, like the sample; otherwise the first one. */
function besideSample(golfers: readonly GolferCard[]): GolferCard | null {
  const isAlike = ({ view, hand, club }: GolferCard) => view === 'face-on' && hand === 'right' && club === 'Driver';
  return golfers.find(isAlike) ?? golfers[0] ?? null;
}
