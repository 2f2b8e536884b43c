// Saving the demo's merged video: at normal speed it opens in a new tab, at any other the server makes it first.
import { useEffect, useRef, useState } from 'react';
import { demoFileName } from '#domain/file-name.ts';
import { fetchCall } from '#web/lib/api-client.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { DEMO_TOASTS, demoDownloaded } from '#web/lib/demo-messages.ts';
import { useToast } from '#web/ui/toast.tsx';

/** The download of one merged video. `golferName` only names the file. */
export function useDemoDownload(mergedVideoUrl: string, golferName: string | null) {
  const [isProcessing, setProcessing] = useState(false);
  /** Whole percent received; null until the first bytes. */
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const toast = useToast();
  useEffect(() => () => running.current?.abort(), []);

  async function processAt(speed: number) {
    const attempt = new AbortController();
    running.current = attempt;
    setProcessing(true);
    setPercent(null);
    setProblem(null);
    const filename = demoFileName({ golferName, speed, day: today() });
    try {
      const body = { videoUrl: mergedVideoUrl, speed, filename };
      const response = await fetchCall('downloadSpeed', { body, signal: attempt.signal });
      save(await receive(response, setPercent), filename);
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

  return { isProcessing, percent, problem, download, cancel: () => running.current?.abort() };
}

/** The body of an answer, reported in whole percent while it comes in. */
async function receive(response: Response, onPercent: (percent: number) => void): Promise<Blob> {
  const sizeBytes = Number(response.headers.get('content-length'));
  if (!response.body || !(sizeBytes > 0)) return response.blob();
  let receivedBytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        receivedBytes += chunk.byteLength;
        onPercent(Math.min(100, Math.floor((receivedBytes / sizeBytes) * 100)));
        controller.enqueue(chunk);
      },
    }),
  );
  const type = response.headers.get('content-type') ?? 'video/mp4';
  return new Response(counted, { headers: { 'content-type': type } }).blob();
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
  // The browser has taken the file over once the click is done; a little later the address can go.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
