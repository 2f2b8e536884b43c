// The sample swing beside a professional, live: it answers the first press, long before a merged video could be there.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { DemoVideo } from '#contract/golfers.ts';
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonChoices, FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { LivePreview } from '#web/features/preview/live-preview.tsx';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import { showHeading } from '#web/ui/show-heading.ts';
import type { SwingVideo } from '#web/videos/swing-video.ts';
import { words } from '#web/words/words.ts';

interface DemoLiveProps {
  demo: DemoVideo;
  annotations: SwingAnnotations;
  /** Null while the library is loaded. */
  golferId: number | null;
  alignment: Alignment;
  onAlignmentChange: (alignment: Alignment) => void;
  /** Where the comparison is being watched. */
  place: KeptPlace;
  /** Over the pictures' upper edge. */
  chip?: ReactNode;
}

/** Both swings, and what there is to see. Nothing while the sample is loaded, or where it cannot be. */
export function DemoLive(props: DemoLiveProps) {
  const { demo, annotations, golferId, alignment, onAlignmentChange, place, chip } = props;
  const [choices, setChoices] = useState<ComparisonChoices>(FIRST_CHOICES);
  const heading = useRef<HTMLHeadingElement>(null);
  const user = useSampleVideo(demo.videoUrl, annotations);
  const pro = useMemo(() => (golferId === null ? null : { golferId }), [golferId]);
  const isThere = user !== null && pro !== null;
  // The pressed card is gone.
  useEffect(() => {
    if (isThere && heading.current) return showHeading(heading.current);
  }, [isThere]);
  if (!user || !pro) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 ref={heading} tabIndex={-1} className="display text-xl outline-none">
        {words.demo.live}
      </h3>
      <LivePreview
        isPlain
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
      <p className="max-w-prose text-ink-soft">{words.demo.whatToSee}</p>
    </div>
  );
}

/** The sample as a video of the visitor's own; null until it is there. */
export function useSampleVideo(address: string | null, annotations: SwingAnnotations): SwingVideo | null {
  const file = useSampleFile(address);
  return useMemo(
    () => file && { clipId: 'sample', file, annotations, slowMotionFactor: 1, proposedFactor: null },
    [file, annotations],
  );
}

/** The sample as a file, which plays and steps as the visitor's own does; null until it is there. */
function useSampleFile(address: string | null): File | null {
  const [loaded, setLoaded] = useState<{ address: string; file: File } | null>(null);
  useEffect(() => {
    if (address === null) return;
    const left = new AbortController();
    fetch(address, { signal: left.signal })
      .then((response) => (response.ok ? response.blob() : null))
      .then(
        (blob) => blob && setLoaded({ address, file: new File([blob], 'sample.mp4', { type: blob.type }) }),
        // The merged video needs no sample here.
        () => undefined,
      );
    return () => left.abort();
  }, [address]);
  return loaded?.address === address ? loaded.file : null;
}
