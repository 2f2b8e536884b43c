// Download of the merged video (specification §4): the original file at 1.0, at other speeds made by the server, or
// here of a video that is on this device.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { readHeader, retimeHeader } from '#domain/mp4/header.ts';
import { comparisonFileName } from '#domain/video/file-name.ts';
import { DEFAULT_SPEED, DOWNLOAD_SPEEDS, type DownloadSpeed } from '#domain/video/playback-speed.ts';
import { fetchCall, sentenceOf } from '#web/api/api-client.ts';
import { fetchVideo, receiveFile, ShareButton, saveAddress, saveFile, today } from '#web/lib/save-file.tsx';
import { useRun } from '#web/lib/use-run.ts';
import { Button, CancelButton } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { Problem } from '#web/ui/status.tsx';
import { TOASTS } from '#web/ui/toast/messages.ts';
import { type ToastText, toast } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';

interface DownloadAtSpeedProps {
  readonly mergedVideoUrl: string;
  /** Used only in the file name; null for the visitor's own pro video. */
  readonly golferName: string | null;
  /** Whether there is no room for the label of the speed. */
  readonly isNarrow: boolean;
}

export function DownloadAtSpeed({ mergedVideoUrl, golferName, isNarrow }: DownloadAtSpeedProps) {
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
      <SpeedChoice {...{ speed, isProcessing, isNarrow }} onChange={setSpeed} onDownload={download} />
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
          <CancelButton onClick={cancel} />
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

const SPEED_OPTIONS = DOWNLOAD_SPEEDS.map((speed) => ({
  value: String(speed),
  label: say(words.download.speed, { speed }),
}));

interface SpeedChoiceProps {
  readonly speed: number;
  readonly isProcessing: boolean;
  readonly isNarrow?: boolean;
  readonly onChange: (speed: number) => void;
  readonly onDownload: () => void;
}

export function SpeedChoice({ speed, isProcessing, isNarrow = false, onChange, onDownload }: SpeedChoiceProps) {
  return (
    <>
      {!isNarrow && <span className="label text-ink-soft max-sm:hidden">{words.download.speedLabel}</span>}
      <Select
        label={words.download.speedLabel}
        value={String(speed)}
        onValueChange={(value) => onChange(Number(value))}
        options={SPEED_OPTIONS}
        disabled={isProcessing}
      />
      <Button icon={Download} busy={isProcessing} onClick={onDownload}>
        {isProcessing ? words.download.processing : words.download.download}
      </Button>
    </>
  );
}

interface SpeedDownloadTexts {
  readonly fileName: (speed: number) => string;
  readonly done: (speed: number) => ToastText;
  readonly failed: ToastText & { readonly description: string };
}

interface SpeedDownload {
  readonly isProcessing: boolean;
  /** Whole percent received; null until the first bytes. */
  readonly percent: number | null;
  /** What went wrong with the last one; null if nothing did. */
  readonly problem: string | null;
}

const NO_DOWNLOAD: SpeedDownload = { isProcessing: false, percent: null, problem: null };

export function useSpeedDownload(mergedVideoUrl: string, { fileName, done, failed }: SpeedDownloadTexts) {
  const { state, start, stop } = useRun<SpeedDownload>(NO_DOWNLOAD);

  const downloadAt = (speed: number) =>
    start(async (signal, report) => {
      const receive = (percent: number | null) => report({ isProcessing: true, percent, problem: null });
      receive(null);
      const filename = fileName(speed);
      try {
        saveFile(await fileAt(speed, filename, signal, receive), filename);
        toast(done(speed));
        report(NO_DOWNLOAD);
      } catch (error) {
        if (signal.aborted) return;
        toast(failed);
        report({ ...NO_DOWNLOAD, problem: sentenceOf(error, failed.description) });
      }
    });

  async function fileAt(speed: number, filename: string, signal: AbortSignal, onPercent: (percent: number) => void) {
    if (mergedVideoUrl.startsWith('blob:')) {
      const file = await (await fetch(mergedVideoUrl, { signal })).blob();
      return retimedFile(file, DOWNLOAD_SPEEDS.find((one) => one === speed) ?? DEFAULT_SPEED);
    }
    const body = { videoUrl: mergedVideoUrl, speed, filename };
    return receiveFile(await fetchCall('downloadSpeed', { body, signal }), onPercent);
  }

  return { ...state, downloadAt, cancel: stop };
}

/** The file at a speed. Rejects when its bytes are gone, and with an `Mp4Error` when its clocks cannot be changed. */
async function retimedFile(file: Blob, speed: DownloadSpeed): Promise<Blob> {
  const read = async (from: number, end: number) => new Uint8Array(await file.slice(from, end).arrayBuffer());
  const header = await readHeader(file.size, read);
  if (!header) throw new Error('The file is gone');
  const retimed = Uint8Array.from(retimeHeader(header.moov, speed));
  return new Blob([header.before, retimed, file.slice(header.endsAt)], { type: 'video/mp4' });
}
