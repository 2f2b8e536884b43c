// Has the server render drawings into the merged video. After a lost connection the call is repeated and joins the
// running job.
import { useEffect, useRef, useState } from 'react';
import type { Size } from '#domain/comparison/pane-layout.ts';
import { drawingSurface } from '#domain/drawing/drawing-geometry.ts';
import { callApi } from '#web/api/api-client.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { type Waiting, withRetry } from '#web/api/retry.ts';
import { cancelJob, useRunningJob } from '#web/api/use-running-job.ts';
import { renderFailed, TOASTS } from '#web/lib/messages.ts';
import { useToast } from '#web/ui/toast/toast.tsx';
import { words } from '#web/words/words.ts';
import { type DrawnStroke, segmentsOf } from './drawing-history.ts';

/** How far the rendering is. */
export type Rendering =
  | { readonly stage: 'idle' }
  | { readonly stage: 'rendering'; readonly waiting: Waiting | null }
  | { readonly stage: 'failed'; readonly problem: string }
  /** `strokes` are the ones that are in the video. */
  | { readonly stage: 'done'; readonly videoUrl: string; readonly strokes: readonly DrawnStroke[] };

/** The rendering of drawings into the merged video at an address. */
export function useRenderDrawings(videoUrl: string) {
  const [rendering, setRendering] = useState<Rendering>({ stage: 'idle' });
  const running = useRef<AbortController | null>(null);
  const toast = useToast();
  const job = useRunningJob('drawings', rendering.stage === 'rendering');
  useEffect(() => () => running.current?.abort(), []);

  /** `video` is the size in whose pixels the strokes are. */
  async function render(strokes: readonly DrawnStroke[], video: Size) {
    if (strokes.length === 0 || video.widthPx === 0) return toast(renderFailed(words.drawing.nothingToRender));
    const attempt = new AbortController();
    running.current = attempt;
    const { signal } = attempt;
    const tell = (next: Rendering) => !signal.aborted && setRendering(next);
    tell({ stage: 'rendering', waiting: null });
    const surface = drawingSurface(video);
    const body = {
      videoUrl,
      drawings: segmentsOf(strokes, video, surface),
      videoWidth: surface.widthPx,
      videoHeight: surface.heightPx,
    };
    try {
      const answer = await withRetry(() => callApi('renderDrawings', { body, signal }), {
        signal,
        onWaiting: (waiting) => tell({ stage: 'rendering', waiting }),
        isTransient: ({ code, status }) => status === 502 || code === 'stopping' || code === 'busy',
      });
      tell({ stage: 'done', videoUrl: answer.videoUrl, strokes });
      if (!signal.aborted) toast(TOASTS.videoRendered);
    } catch (error) {
      if (signal.aborted) return;
      tell({ stage: 'failed', problem: sentenceOf(error, words.drawing.renderFailed) });
      toast(renderFailed(words.drawing.renderFailed));
    }
  }

  /** Stops the rendering, here and on the server. */
  function cancel() {
    running.current?.abort();
    if (job) void cancelJob(job);
    setRendering({ stage: 'idle' });
  }

  return { rendering, job, render, cancel };
}
