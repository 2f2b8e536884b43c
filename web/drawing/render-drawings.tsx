// 'Render drawings into video': button, progress and the rendered video. It is made on this device for a video that was
// made here, else on the server. After a lost connection the server call is repeated and joins the running job.
import { Clapperboard, Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { JobStatus } from '#contract/merges.ts';
import type { Drawing } from '#domain/drawing/drawing.ts';
import { drawingSurface } from '#domain/drawing/drawing-geometry.ts';
import type { Size } from '#domain/geometry.ts';
import { callApi, sentenceOf } from '#web/api/api-client.ts';
import { type LongCallOptions, type Waiting, withRetry } from '#web/api/retry.ts';
import { cancelJob, useRunningJob } from '#web/api/use-running-job.ts';
import { useRun } from '#web/lib/use-run.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import { VideoPreview } from '#web/player/view/video-preview.tsx';
import { Button, buttonClass, CancelButton } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Problem, Status } from '#web/ui/status.tsx';
import { renderFailed, TOASTS } from '#web/ui/toast/messages.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';
import { type PlacedStroke, segmentsOf } from './placed-stroke.ts';

export interface RenderDrawingsProps {
  readonly player: FramePlayer;
  /** The strokes to render. Must keep its identity while its contents are unchanged. */
  readonly strokes: readonly PlacedStroke[];
  readonly isOn: boolean;
  readonly mergedVideoUrl: string;
  /** The video's size; null if only the player knows it. */
  readonly shape: VideoShape | null;
  readonly fileName: string;
  /** Renders on this device; null if the server renders. */
  readonly renderHere: RenderHere | null;
  readonly watched: string | null;
  /** Loads a rendered video into the player; null restores the one without drawings. */
  readonly onWatch: (videoUrl: string | null) => void;
}

/** The button and its result. Empty until drawing begins. */
export function RenderDrawings(props: RenderDrawingsProps) {
  const { player, strokes, isOn, mergedVideoUrl, shape, fileName, renderHere, watched, onWatch } = props;
  const { rendering, job, render, cancel } = useRenderDrawings(mergedVideoUrl, renderHere);
  if (!isOn && strokes.length === 0 && rendering.stage === 'idle') return null;

  function start() {
    // Leave the last rendered video, because its address is about to be revoked.
    onWatch(null);
    const { widthPx, heightPx } = shape ?? player.getState();
    void render(strokes, { widthPx, heightPx });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button icon={Clapperboard} variant="secondary" busy={rendering.stage === 'rendering'} onClick={start}>
          {words.drawing.render}
        </Button>
        {rendering.stage === 'rendering' && (
          <div className="flex min-w-56 grow items-center gap-3">
            <div className="grid grow gap-1">
              <span className="figures text-sm text-ink-soft">{progressWords(rendering.percent, job)}</span>
              <Progress label={words.drawing.rendering} percent={rendering.percent ?? job?.percent ?? 0} />
            </div>
            <CancelButton onClick={cancel} />
          </div>
        )}
        {rendering.stage === 'failed' && <Problem>{rendering.problem}</Problem>}
      </div>
      <Status className="text-sm text-ink-soft empty:hidden">{statusWords(rendering, strokes)}</Status>
      {rendering.stage === 'done' && (
        <>
          {watched === rendering.videoUrl ? (
            <Button variant="secondary" className="justify-self-start" onClick={() => onWatch(null)}>
              {words.drawing.watchPlain}
            </Button>
          ) : (
            <VideoPreview
              key={rendering.videoUrl}
              src={rendering.videoUrl}
              shape={shape ?? player.getState()}
              label={words.drawing.renderedVideo}
              place={null}
              meetAt={null}
              onPlay={() => onWatch(rendering.videoUrl)}
            />
          )}
          <a href={rendering.videoUrl} download={fileName} className={`${buttonClass('secondary')} justify-self-start`}>
            <Download className="size-5" />
            {words.drawing.downloadRendered}
          </a>
        </>
      )}
    </div>
  );
}

function progressWords(percent: number | null, job: JobStatus | null): string {
  if (percent !== null) return say(words.drawing.renderingPercent, { percent });
  if (job?.state === 'running') return say(words.drawing.renderingPercent, { percent: job.percent });
  return job ? words.drawing.waitingItsTurn : words.drawing.starting;
}

function statusWords(rendering: Rendering, strokes: readonly PlacedStroke[]): string | null {
  if (rendering.stage === 'rendering' && rendering.waiting) {
    return rendering.waiting === 'offline' ? words.waiting.offline : words.waiting.reconnecting;
  }
  if (rendering.stage !== 'done') return null;
  return rendering.strokes === strokes ? words.drawing.rendered : words.drawing.changedSince;
}

/**
 * Renders drawings into a video on this device. Returns a blob: address, which is revoked when the video is replaced
 * or the page is left. Throws on failure, with a message for the visitor.
 */
export type RenderHere = (
  drawings: readonly Drawing[],
  surface: Size,
  options: { readonly signal: AbortSignal; readonly onPercent: (percent: number) => void },
) => Promise<string>;

type Rendering =
  | { readonly stage: 'idle' }
  /** `percent` applies to rendering on this device; null on the server. */
  | { readonly stage: 'rendering'; readonly waiting: Waiting | null; readonly percent: number | null }
  | { readonly stage: 'failed'; readonly problem: string }
  | { readonly stage: 'done'; readonly videoUrl: string; readonly strokes: readonly PlacedStroke[] };

export function useRenderDrawings(videoUrl: string, renderHere: RenderHere | null) {
  const { state: rendering, start, stop } = useRun<Rendering>({ stage: 'idle' });
  const job = useRunningJob('drawings', rendering.stage === 'rendering' && !renderHere);
  const madeHere = useRef<string | null>(null);
  useEffect(() => () => release(madeHere), []);

  /** The strokes are in pixels of the size `video`. */
  async function render(strokes: readonly PlacedStroke[], video: Size) {
    if (strokes.length === 0 || video.widthPx === 0) return toast(renderFailed(words.drawing.nothingToRender));
    await start(async (signal, report) => {
      report({ stage: 'rendering', waiting: null, percent: renderHere && 0 });
      const surface = drawingSurface(video);
      const drawings = segmentsOf(strokes, video, surface);
      const onWaiting = (waiting: Waiting | null) => report({ stage: 'rendering', waiting, percent: null });
      const onPercent = (percent: number) => report({ stage: 'rendering', waiting: null, percent });
      try {
        const drawn = renderHere
          ? await renderHere(drawings, surface, { signal, onPercent })
          : await renderOnServer(videoUrl, drawings, surface, { signal, onWaiting });
        release(madeHere);
        if (renderHere) madeHere.current = drawn;
        if (signal.aborted) return release(madeHere);
        report({ stage: 'done', videoUrl: drawn, strokes });
        toast(TOASTS.videoRendered);
      } catch (error) {
        if (signal.aborted) return;
        const problem = renderHere && error instanceof Error ? error.message : words.drawing.renderFailed;
        report({ stage: 'failed', problem: sentenceOf(error, problem) });
        toast(renderFailed(words.drawing.renderFailed));
      }
    });
  }

  function cancel() {
    stop();
    if (job) void cancelJob(job);
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

function release(address: { current: string | null }): void {
  if (address.current) URL.revokeObjectURL(address.current);
  address.current = null;
}
