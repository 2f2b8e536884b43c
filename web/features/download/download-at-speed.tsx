// Download of the merged video: the original file at 1.0, processed by the server at other speeds (specification §4).
import { Download } from 'lucide-react';
import { useState } from 'react';
import { comparisonFileName } from '#domain/video/file-name.ts';
import { DEFAULT_SPEED } from '#domain/video/playback-speed.ts';
import { TOASTS } from '#web/lib/messages.ts';
import { fetchVideo, saveAddress, today } from '#web/lib/save-file.ts';
import { ShareButton } from '#web/lib/share-button.tsx';
import { SPEED_OPTIONS, useSpeedDownload } from '#web/lib/use-speed-download.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { Select } from '#web/ui/select.tsx';
import { say, words } from '#web/words/words.ts';

interface DownloadAtSpeedProps {
  readonly mergedVideoUrl: string;
  /** Used only in the file name; null for the visitor's own pro video. */
  readonly golferName: string | null;
}

export function DownloadAtSpeed({ mergedVideoUrl, golferName }: DownloadAtSpeedProps) {
  const [speed, setSpeed] = useState<number>(DEFAULT_SPEED);
  const fileName = (at: number) => comparisonFileName({ golferName, speed: at, day: today() });
  const { isProcessing, percent, problem, downloadAt, cancel } = useSpeedDownload(mergedVideoUrl, {
    fileName,
    done: () => TOASTS.downloaded,
    failed: TOASTS.downloadFailed,
  });

  function download() {
    if (speed === 1) saveAddress(mergedVideoUrl, fileName(1));
    else void downloadAt(speed);
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="label text-ink-soft">{words.download.keepAt}</span>
      <Select
        label={words.download.speedLabel}
        value={String(speed)}
        onValueChange={(value) => setSpeed(Number(value))}
        options={SPEED_OPTIONS}
        disabled={isProcessing}
      />
      <Button busy={isProcessing} onClick={download}>
        {!isProcessing && <Download className="size-5" />}
        {isProcessing ? words.download.processing : words.download.download}
      </Button>
      <ShareButton
        type="video/mp4"
        label={words.download.share}
        makeFile={() => fetchVideo(mergedVideoUrl, fileName(1))}
      />
      {isProcessing && (
        <>
          <span className="figures text-sm text-ink-soft">
            {percent !== null && say(words.progress.percent, { percent })}
          </span>
          <Button variant="ghost" onClick={cancel}>
            {words.actions.cancel}
          </Button>
        </>
      )}
      {problem && (
        <Problem className="flex flex-wrap items-center gap-x-3">
          {problem}
          <Button variant="ghost" onClick={download}>
            {words.actions.tryAgain}
          </Button>
        </Problem>
      )}
    </div>
  );
}
