// Downloads a merged video at another speed, with progress and cancelling: made by the server, or here of a video that is on
// this device.
import { useEffect, useRef, useState } from 'react';
import { readHeader, retimeHeader } from '#domain/mp4/header.ts';
import { DEFAULT_SPEED, DOWNLOAD_SPEEDS, type DownloadSpeed } from '#domain/video/playback-speed.ts';
import { fetchCall } from '#web/api/api-client.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { useToast } from '#web/ui/toast/toast.tsx';
import type { ToastText } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';
import { receiveFile, saveFile } from './save-file.ts';

/** The speeds of a download, for a select. */
export const SPEED_OPTIONS = DOWNLOAD_SPEEDS.map((speed) => ({
  value: String(speed),
  label: say(words.download.speed, { speed }),
}));

interface SpeedDownloadTexts {
  readonly fileName: (speed: number) => string;
  readonly done: (speed: number) => ToastText;
  readonly failed: ToastText & { readonly description: string };
}

/** The downloads of one merged video at other speeds. */
export function useSpeedDownload(mergedVideoUrl: string, { fileName, done, failed }: SpeedDownloadTexts) {
  const [isProcessing, setProcessing] = useState(false);
  /** Whole percent received; null until the first bytes. */
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const toast = useToast();
  useEffect(() => () => running.current?.abort(), []);

  async function downloadAt(speed: number) {
    const attempt = new AbortController();
    running.current = attempt;
    setProcessing(true);
    setPercent(null);
    setProblem(null);
    const filename = fileName(speed);
    try {
      saveFile(await fileAt(speed, filename, attempt.signal), filename);
      toast(done(speed));
    } catch (error) {
      if (attempt.signal.aborted) return;
      toast(failed);
      setProblem(sentenceOf(error, failed.description));
    } finally {
      if (running.current === attempt) setProcessing(false);
    }
  }

  async function fileAt(speed: number, filename: string, signal: AbortSignal): Promise<Blob> {
    if (mergedVideoUrl.startsWith('blob:')) {
      const file = await (await fetch(mergedVideoUrl, { signal })).blob();
      return retimedFile(file, DOWNLOAD_SPEEDS.find((one) => one === speed) ?? DEFAULT_SPEED);
    }
    const body = { videoUrl: mergedVideoUrl, speed, filename };
    return receiveFile(await fetchCall('downloadSpeed', { body, signal }), setPercent);
  }

  return { isProcessing, percent, problem, downloadAt, cancel: () => running.current?.abort() };
}

/** The file at a speed. Rejects when its bytes are gone, and with an `Mp4Error` when its clocks cannot be changed. */
async function retimedFile(file: Blob, speed: DownloadSpeed): Promise<Blob> {
  const read = async (from: number, end: number) => new Uint8Array(await file.slice(from, end).arrayBuffer());
  const header = await readHeader(file.size, read);
  if (!header) throw new Error('The file is gone');
  const retimed = Uint8Array.from(retimeHeader(header.moov, speed));
  return new Blob([header.before, retimed, file.slice(header.endsAt)], { type: 'video/mp4' });
}
