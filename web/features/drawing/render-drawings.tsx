// 'Render drawings into video': button, progress and the rendered video.
import { Clapperboard, Download } from 'lucide-react';
import type { JobStatus } from '#contract/jobs.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import { VideoPreview } from '#web/player/view/video-preview.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { say, words } from '#web/words/words.ts';
import type { PlacedStroke } from './placed-stroke.ts';
import { type RenderHere, type Rendering, useRenderDrawings } from './use-render-drawings.ts';

interface RenderDrawingsProps {
  readonly player: FramePlayer;
  /** The strokes to render. Must keep its identity while its contents are unchanged. */
  readonly strokes: readonly PlacedStroke[];
  readonly isOn: boolean;
  readonly mergedVideoUrl: string;
  /** The video's size; null if only the player knows it. */
  readonly shape: VideoShape | null;
  /** The name under which the video is saved. */
  readonly fileName: string;
  /** Renders on this device; null if the server renders. */
  readonly renderHere: RenderHere | null;
  /** The rendered video in the player, or null. */
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
        <Button variant="secondary" busy={rendering.stage === 'rendering'} onClick={start}>
          {rendering.stage !== 'rendering' && <Clapperboard className="size-5" />}
          {words.drawing.render}
        </Button>
        {rendering.stage === 'rendering' && (
          <div className="flex min-w-56 grow items-center gap-3">
            <div className="grid grow gap-1">
              <span className="figures text-sm text-ink-soft">{progressWords(rendering.percent, job)}</span>
              <Progress label={words.drawing.rendering} percent={rendering.percent ?? job?.percent ?? 0} />
            </div>
            <Button variant="ghost" onClick={cancel}>
              {words.actions.cancel}
            </Button>
          </div>
        )}
        {rendering.stage === 'failed' && <Problem>{rendering.problem}</Problem>}
      </div>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {statusWords(rendering, strokes)}
      </p>
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
