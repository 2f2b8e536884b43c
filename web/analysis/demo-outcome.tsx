// The end of the demo: merged video, download, 'Try Another Comparison' and timing. Loaded once there is a result.
import { useLayoutEffect, useRef, useState } from 'react';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { demoFileName } from '#domain/video/file-name.ts';
import { DEFAULT_SPEED } from '#domain/video/playback-speed.ts';
import { DEMO_TOASTS, type DemoFlow, demoDownloaded } from '#web/analysis/demo/demo-flow.ts';
import { useGolfer } from '#web/api/query.tsx';
import { SpeedChoice, useSpeedDownload } from '#web/compare/download-at-speed.tsx';
import { TimingCard } from '#web/compare/timing/timing-card.tsx';
import { today } from '#web/lib/save-file.tsx';
import { type KeptPlace, playOn } from '#web/player/controlled/play-place.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import { LiveOrVideo, type ShownAs } from '#web/player/view/live-or-video.tsx';
import { MergedPlayer } from '#web/player/view/merged-player.tsx';
import type { MergedComparison } from '#web/player/view/timelines.tsx';
import { VideoPreview } from '#web/player/view/video-preview.tsx';
import { useComparedPlan } from '#web/preview/preview-plan.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { WorkProgress } from '#web/ui/progress.tsx';
import { Problem } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';
import { useSampleVideo } from './demo-live.tsx';

interface DemoOutcomeProps extends Pick<DemoFlow, 'demo' | 'annotations' | 'golfer' | 'alignment'> {
  mergedVideoUrl: string;
  shape: VideoShape | null;
  place: KeptPlace;
  /** What the player shows; null without a live pair. */
  shown: ShownAs | null;
  onShow: (shown: ShownAs) => void;
  onTryAnother: () => void;
}

export default function DemoOutcome(props: DemoOutcomeProps) {
  const { demo, annotations, golfer } = props;
  // The alignment of the result: the live pair may have changed since.
  const [alignment] = useState(props.alignment);
  const { data: pro } = useGolfer(golfer?.id ?? null);
  const golferName = golfer?.name ?? null;
  const sample = useSampleVideo(demo, annotations);
  const user = sample === 'failed' ? null : sample;
  const plan = useComparedPlan({ user, pro: golfer && { golferId: golfer.id } }, alignment, AS_FILMED);
  const names = { user: words.swing.you, pro: golferName ?? words.swing.yourPro };
  return (
    <div className="grid grid-cols-1 gap-8">
      <DemoResult {...props} golferName={golferName} comparison={plan && { plan, names }} />
      {pro && <TimingCard user={annotations} pro={pro} proName={golferName} alignment={alignment} />}
      <a href="#step-1" className={`${buttonClass('primary', 'large')} justify-self-center`}>
        {words.demo.nowYours}
      </a>
    </div>
  );
}

interface DemoResultProps extends Omit<DemoOutcomeProps, 'demo' | 'annotations' | 'golfer' | 'alignment'> {
  golferName: string | null;
  /** When each position is reached; null if unknown. */
  comparison: MergedComparison | null;
}

function DemoResult(props: DemoResultProps) {
  const { mergedVideoUrl, shape, golferName, comparison, place, shown, onShow, onTryAnother } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, so the heading that replaces it takes the focus. The page scrolls to it unless most of
  // the live pair is in view.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    if (!isMostlyInView(document.querySelector('#try-this [data-stage-picture]'))) {
      heading.current?.scrollIntoView({ block: 'start' });
    }
  }, []);
  const isLive = shown === 'live';
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 ref={heading} tabIndex={-1} className="display scroll-mt-32 text-2xl outline-none sm:scroll-mt-4">
          {words.demo.complete}
        </h3>
        <div className="flex flex-wrap items-center gap-3">
          {shown && <LiveOrVideo shown={shown} onChange={onShow} />}
          <Button variant="secondary" onClick={onTryAnother}>
            {words.demo.tryAnother}
          </Button>
        </div>
      </div>
      {isLive ? (
        <VideoPreview
          src={mergedVideoUrl}
          shape={shape}
          label={words.comparePage.mergedComparison}
          place={place}
          meetAt={comparison?.plan.meetAt ?? null}
          onPlay={() => {
            playOn(place);
            onShow('video');
          }}
        />
      ) : (
        <>
          <MergedPlayer
            src={mergedVideoUrl}
            shape={shape}
            label={words.comparePage.mergedComparison}
            comparison={comparison}
            place={place}
          />
          <p className="max-w-prose text-ink-soft">{words.demo.whatToSee}</p>
        </>
      )}
      <SaveDemo mergedVideoUrl={mergedVideoUrl} golferName={golferName} />
    </div>
  );
}

/** Whether more than half of an element's height is in view. */
function isMostlyInView(element: Element | null): boolean {
  if (!element) return false;
  const { top, bottom, height } = element.getBoundingClientRect();
  return Math.min(bottom, window.innerHeight) - Math.max(top, 0) > height / 2;
}

/** The download of the merged video. `golferName` is used only in the file name. */
function SaveDemo({ mergedVideoUrl, golferName }: Pick<DemoResultProps, 'mergedVideoUrl' | 'golferName'>) {
  const [speed, setSpeed] = useState<number>(DEFAULT_SPEED);
  const { isProcessing, percent, problem, downloadAt, cancel } = useSpeedDownload(mergedVideoUrl, {
    fileName: (at) => demoFileName({ golferName, speed: at, day: today() }),
    done: demoDownloaded,
    failed: DEMO_TOASTS.downloadFailed,
  });

  function download() {
    if (speed === 1) window.open(mergedVideoUrl, '_blank', 'noopener');
    else void downloadAt(speed);
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <SpeedChoice {...{ speed, isProcessing }} onChange={setSpeed} onDownload={download} />
      {isProcessing && <WorkProgress name={words.download.receiving} percent={percent} onCancel={cancel} />}
      {problem && <Problem>{problem}</Problem>}
    </div>
  );
}
