// The sample swing beside a professional, live: it responds to the first press long before a merged video could be
// ready.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { DemoVideo } from '#contract/golfers.ts';
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonChoices, FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { LivePreview } from '#web/features/preview/live-preview.tsx';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import { showHeading } from '#web/ui/show-heading.ts';
import { Loading } from '#web/ui/spinner.tsx';
import type { SwingVideo } from '#web/videos/swing-video.ts';
import { words } from '#web/words/words.ts';

interface DemoLiveProps {
  demo: DemoVideo;
  annotations: SwingAnnotations;
  /** Null while the library is loading. */
  golferId: number | null;
  alignment: Alignment;
  onAlignmentChange: (alignment: Alignment) => void;
  /** The place in the comparison, shared with the merged video. */
  place: KeptPlace;
  /** Over the pictures' upper edge. */
  chip?: ReactNode;
  /** Whether the page also shows the merged video. */
  hasVideo: boolean;
}

/** Both swings, and what to look for. Its space is reserved from the start; empty when the sample cannot be loaded. */
export function DemoLive(props: DemoLiveProps) {
  const { demo, annotations, golferId, alignment, onAlignmentChange, place, chip, hasVideo } = props;
  const [choices, setChoices] = useState<ComparisonChoices>(FIRST_CHOICES);
  const heading = useRef<HTMLHeadingElement>(null);
  const { video: user, hasFailed } = useSampleVideo(demo.videoUrl, annotations);
  const pro = useMemo(() => (golferId === null ? null : { golferId }), [golferId]);
  // Move the focus: the pressed card has disappeared.
  useEffect(() => {
    if (heading.current) return showHeading(heading.current);
  }, []);
  if (hasFailed) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 ref={heading} tabIndex={-1} className="display text-xl outline-none">
        {words.demo.live}
      </h3>
      {user && pro ? (
        <LivePreview
          isPlain
          isFull
          isBesideVideo={hasVideo}
          place={place}
          chip={chip}
          golfersAt="#try-this"
          user={user}
          pro={pro}
          alignment={alignment}
          onAlignmentChange={onAlignmentChange}
          choices={choices}
          onChoicesChange={setChoices}
        />
      ) : (
        <Loading className="stage h-svh justify-center">{words.demo.loading}</Loading>
      )}
      <p className="max-w-prose text-ink-soft">{words.demo.whatToSee}</p>
    </div>
  );
}

interface Sample {
  /** Null until it is loaded. */
  readonly video: SwingVideo | null;
  readonly hasFailed: boolean;
}

/** The sample as one of the visitor's own videos. */
export function useSampleVideo(address: string | null, annotations: SwingAnnotations): Sample {
  const file = useSampleFile(address);
  return useMemo(
    () => ({
      video:
        file instanceof File
          ? { clipId: 'sample', file, annotations, slowMotionFactor: 1, proposedFactor: null }
          : null,
      hasFailed: file === 'failed',
    }),
    [file, annotations],
  );
}

/** The sample as a file, which plays and steps like the visitor's own; null until it is loaded. */
function useSampleFile(address: string | null): File | 'failed' | null {
  const [loaded, setLoaded] = useState<{ address: string; file: File | 'failed' } | null>(null);
  useEffect(() => {
    if (address === null) return;
    const left = new AbortController();
    void fetch(address, { signal: left.signal })
      .then((response) => (response.ok ? response.blob() : null))
      .then(
        (blob) => (blob ? new File([blob], 'sample.mp4', { type: blob.type }) : 'failed'),
        // The merged video does not need the sample.
        () => 'failed' as const,
      )
      .then((file) => !left.signal.aborted && setLoaded({ address, file }));
    return () => left.abort();
  }, [address]);
  return loaded?.address === address ? loaded.file : null;
}
