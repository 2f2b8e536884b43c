// Renders drawings into the merged video: on this device for a video that was made here, else on the server. After a
// lost connection the server call is repeated and joins the running job.
import { useEffect, useRef, useState } from 'react';
import type { Drawing } from '#domain/drawing/drawing.ts';
import { drawingSurface } from '#domain/drawing/drawing-geometry.ts';
import type { Size } from '#domain/geometry.ts';
import { callApi } from '#web/api/api-client.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import type { LongCallOptions } from '#web/api/long-call.ts';
import { type Waiting, withRetry } from '#web/api/retry.ts';
import { cancelJob, useRunningJob } from '#web/api/use-running-job.ts';
import { renderFailed, TOASTS } from '#web/lib/messages.ts';
import { useToast } from '#web/ui/toast/toast.tsx';
import { words } from '#web/words/words.ts';
import { type PlacedStroke, segmentsOf } from './placed-stroke.ts';

/**
 * Renders drawings into a video on this device. Returns a blob: address, which is revoked when the video is replaced
 * or the page is left. Throws on failure, with a message for the visitor.
 */
export type RenderHere = (
  drawings: readonly Drawing[],
  surface: Size,
  options: { readonly signal: AbortSignal; readonly onPercent: (percent: number) => void },
) => Promise<string>;

export type Rendering =
  | { readonly stage: 'idle' }
  /** `percent` applies to rendering on this device; null on the server. */
  | { readonly stage: 'rendering'; readonly waiting: Waiting | null; readonly percent: number | null }
  | { readonly stage: 'failed'; readonly problem: string }
  | { readonly stage: 'done'; readonly videoUrl: string; readonly strokes: readonly PlacedStroke[] };

export function useRenderDrawings(videoUrl: string, renderHere: RenderHere | null) {
  const [rendering, setRendering] = useState<Rendering>({ stage: 'idle' });
  const running = useRef<AbortController | null>(null);
  const toast = useToast();
  const job = useRunningJob('drawings', rendering.stage === 'rendering' && !renderHere);
  const madeHere = useRef<string | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      release(madeHere);
    },
    [],
  );

  /** The strokes are in pixels of the size `video`. */
  async function render(strokes: readonly PlacedStroke[], video: Size) {
    if (strokes.length === 0 || video.widthPx === 0) return toast(renderFailed(words.drawing.nothingToRender));
    const attempt = new AbortController();
    running.current = attempt;
    const { signal } = attempt;
    const tell = (next: Rendering) => !signal.aborted && setRendering(next);
    tell({ stage: 'rendering', waiting: null, percent: renderHere && 0 });
    const surface = drawingSurface(video);
    const drawings = segmentsOf(strokes, video, surface);
    const onWaiting = (waiting: Waiting | null) => tell({ stage: 'rendering', waiting, percent: null });
    try {
      const onPercent = (percent: number) => tell({ stage: 'rendering', waiting: null, percent });
      const drawn = renderHere
        ? await renderHere(drawings, surface, { signal, onPercent })
        : await renderOnServer(videoUrl, drawings, surface, { signal, onWaiting });
      release(madeHere);
      if (renderHere) madeHere.current = drawn;
      if (signal.aborted) release(madeHere);
      tell({ stage: 'done', videoUrl: drawn, strokes });
      if (!signal.aborted) toast(TOASTS.videoRendered);
    } catch (error) {
      if (signal.aborted) return;
      const problem = renderHere && error instanceof Error ? error.message : words.drawing.renderFailed;
      tell({ stage: 'failed', problem: sentenceOf(error, problem) });
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

/** Renders drawings into a video on the server and returns its address. Throws as {@link callApi} does. */
export async function renderOnServer(
  videoUrl: string,
  drawings: readonly Drawing[],
  { widthPx: videoWidth, heightPx: videoHeight }: Size,
  { signal, onWaiting }: LongCallOptions,
): Promise<string> {
  const body = { videoUrl, drawings: [...drawings], videoWidth, videoHeight };
  const answer = await withRetry(() => callApi('renderDrawings', { body, signal }), {
    signal,
    onWaiting,
    isTransient: ({ code, status }) => status === 502 || code === 'stopping' || code === 'busy',
  });
  return answer.videoUrl;
}

/** Frees the memory of a video that is no longer shown. */
function release(address: { current: string | null }): void {
  if (address.current) URL.revokeObjectURL(address.current);
  address.current = null;
}
