// Offers a server-made preview of a file before anything is uploaded, then shows its progress with a cancel button.
// Appears in place of a picture that this browser cannot show, or below one that it shows with faults, or too late.
import { RotateCcw, Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cancelNewestJob, jobWords, useRunningJob } from '#web/api/use-running-job.ts';
import { needsPreview, type PlayableSource } from '#web/clip/playable-file.ts';
import type { PreviewWork } from '#web/clip/request-preview.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayerState } from '#web/player/engine/use-player.ts';
import { Button, CancelButton } from '#web/ui/button.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { NamedProgress, UploadProgress } from '#web/ui/progress.tsx';
import { Problem, Status } from '#web/ui/status.tsx';
import { formatDecimals } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

interface PreviewOfferProps {
  readonly file: File;
  readonly source: PlayableSource;
}

/** A frame that is later than this is missed, in milliseconds. */
const LATE_MS = 300;

/** The offer below a picture. That of a lighter copy comes once the visitor has waited for a frame. */
export function OfferBelow({ player, ...offer }: PreviewOfferProps & { readonly player: FramePlayer }) {
  // While frames keep coming in, as during a drag, none is late.
  const awaitedFrom = usePlayerState(player, ({ paused, targetTime, shownTime }) =>
    paused && targetTime !== shownTime ? shownTime : null,
  );
  const [hasWaited, setWaited] = useState(false);
  useEffect(() => {
    if (awaitedFrom === null) return;
    const timer = setTimeout(() => setWaited(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [awaitedFrom]);
  const { verdict, preview } = offer.source.state;
  return verdict === 'slow-to-step' && !preview && !hasWaited ? null : <PreviewOffer {...offer} />;
}

/** Explains why a preview helps with this file, and follows it until it is ready. Empty if the file needs none. */
export function PreviewOffer({ file, source }: PreviewOfferProps) {
  const { playable, state } = source;
  const { verdict, preview, work } = state;
  if (!playable) return null;
  if (preview) return <Status className="text-sm text-ink-soft">{words.annotate.previewNote}</Status>;
  if (verdict === 'pending' || verdict === 'shows' || verdict === 'unreadable') return null;
  const size = formatDecimals(Math.max(0.1, file.size / (1024 * 1024)), 1);
  return (
    <div className="grid justify-items-start gap-3 [&>:not(button)]:w-full">
      <p>{say(words.annotate.whyPreview[verdict], { size })}</p>
      <CheckLink />
      <Work work={work} />
      {work.stage === 'none' || work.stage === 'failed' ? (
        <Button
          variant={needsPreview(state) ? 'primary' : 'secondary'}
          onClick={() => playable.makePreview()}
          className="max-w-full"
        >
          {work.stage === 'failed' ? <RotateCcw className="size-5 shrink-0" /> : <Upload className="size-5 shrink-0" />}
          {work.stage === 'failed' ? words.actions.tryAgain : words.annotate.makePreview}
        </Button>
      ) : (
        <CancelButton
          variant="secondary"
          onClick={() => {
            if (work.stage === 'making') void cancelNewestJob('preview');
            playable.cancel();
          }}
        />
      )}
    </div>
  );
}

function Work({ work }: { readonly work: PreviewWork }) {
  if (work.stage === 'failed') {
    return <Problem className="[overflow-wrap:anywhere]">{work.sentence}</Problem>;
  }
  if (work.stage === 'none') return null;
  const isStuck = work.stage !== 'waiting' && work.waiting;
  return (
    <>
      {work.stage === 'waiting' && <Status>{words.annotate.otherPreviewFirst}</Status>}
      {work.stage === 'uploading' && <UploadProgress label={words.annotate.uploadingVideo} progress={work.progress} />}
      {work.stage === 'making' && <Making />}
      <Status className="font-semibold text-flag-ink empty:hidden">
        {isStuck && (isStuck === 'offline' ? words.waiting.offline : words.waiting.reconnecting)}
      </Status>
    </>
  );
}

function Making() {
  const job = useRunningJob('preview', true);
  return (
    <div role="status">
      <NamedProgress
        name={words.annotate.makingPreview}
        standing={job && jobWords(job)}
        label={words.annotate.previewBar}
        percent={job?.percent ?? 0}
      />
    </div>
  );
}
