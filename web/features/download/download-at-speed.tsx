// The merged video as a file: at normal speed the very file, at any other one that the server makes (SPEC §4).
import { Download } from 'lucide-react';
import { useState } from 'react';
import { comparisonFileName } from '#domain/file-name.ts';
import { DEFAULT_SPEED, DOWNLOAD_SPEEDS } from '#domain/playback-speed.ts';
import { TOASTS } from '#web/lib/messages.ts';
import { saveAddress, today } from '#web/lib/save-file.ts';
import { useSpeedDownload } from '#web/lib/use-speed-download.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';

const SPEEDS = DOWNLOAD_SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}x` }));

interface DownloadAtSpeedProps {
  readonly mergedVideoUrl: string;
  /** Only names the file; null for the visitor's own pro video. */
  readonly golferName: string | null;
}

/** The speed, the button and what became of the last press. */
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
      <span className="label text-ink-soft">Keep it at</span>
      <Select
        label="Download speed"
        value={String(speed)}
        onValueChange={(value) => setSpeed(Number(value))}
        options={SPEEDS}
        disabled={isProcessing}
      />
      <Button variant="secondary" busy={isProcessing} onClick={download}>
        {!isProcessing && <Download aria-hidden="true" className="size-5" />}
        {isProcessing ? 'Processing...' : 'Download'}
      </Button>
      {isProcessing && (
        <>
          <span className="figures text-sm text-ink-soft">{percent !== null && `${percent}%`}</span>
          <Button variant="ghost" onClick={cancel}>
            Cancel
          </Button>
        </>
      )}
      {problem && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 font-semibold text-flag-ink">
          {problem}
          <Button variant="ghost" onClick={download}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}
