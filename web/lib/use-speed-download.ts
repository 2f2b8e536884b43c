// Downloads a merged video at another speed: made by the server, with progress and cancelling.
import { useEffect, useRef, useState } from 'react';
import { fetchCall } from '#web/api/api-client.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { useToast } from '#web/ui/toast/toast.tsx';
import type { ToastText } from '#web/ui/toast/toast-store.ts';
import { receiveFile, saveFile } from './save-file.ts';

interface SpeedDownloadTexts {
  /** The name of the file at a speed. */
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
      const body = { videoUrl: mergedVideoUrl, speed, filename };
      const response = await fetchCall('downloadSpeed', { body, signal: attempt.signal });
      saveFile(await receiveFile(response, setPercent), filename);
      toast(done(speed));
    } catch (error) {
      if (attempt.signal.aborted) return;
      toast(failed);
      setProblem(sentenceOf(error, failed.description));
    } finally {
      if (running.current === attempt) setProcessing(false);
    }
  }

  return { isProcessing, percent, problem, downloadAt, cancel: () => running.current?.abort() };
}
