// Saving the demo's merged video: at normal speed it opens in a new tab, at any other the server makes it first.
import { useEffect, useRef, useState } from 'react';
import { demoFileName } from '#domain/file-name.ts';
import { fetchCall } from '#web/lib/api-client.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { DEMO_TOASTS, demoDownloaded } from '#web/lib/demo-messages.ts';
import { useToast } from '#web/ui/toast.tsx';
import { cancelNewestJob, useWatchedJob } from './use-watched-job.ts';

/** The download of one merged video. `golferName` only names the file. */
export function useDemoDownload(mergedVideoUrl: string, golferName: string | null) {
  const [isProcessing, setProcessing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const toast = useToast();
  const job = useWatchedJob('speed', isProcessing);
  useEffect(() => () => running.current?.abort(), []);

  async function processAt(speed: number) {
    const attempt = new AbortController();
    running.current = attempt;
    setProcessing(true);
    setProblem(null);
    const filename = demoFileName({ golferName, speed, day: today() });
    try {
      const body = { videoUrl: mergedVideoUrl, speed, filename };
      const response = await fetchCall('downloadSpeed', { body, signal: attempt.signal });
      save(await response.blob(), filename);
      toast(demoDownloaded(speed));
    } catch (error) {
      if (attempt.signal.aborted) return;
      toast(DEMO_TOASTS.downloadFailed);
      setProblem(sentenceOf(error, DEMO_TOASTS.downloadFailed.description));
    } finally {
      if (running.current === attempt) setProcessing(false);
    }
  }

  function download(speed: number) {
    if (speed === 1) window.open(mergedVideoUrl, '_blank', 'noopener');
    else void processAt(speed);
  }

  function cancel() {
    running.current?.abort();
    void cancelNewestJob('speed');
  }

  return { isProcessing, job, problem, download, cancel };
}

/** The visitor's own day as YYYY-MM-DD. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser has taken the file over once the click is done; a moment later the address can go.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
