// The worker that makes one video and answers with its file or with a problem.
import { paceDecoders } from './paced-decoder.ts';
import { renderLesson } from './render-lesson.ts';
import { renderMerged } from './render-merged.ts';
import { type FromRenderWorker, type LessonRequest, RenderError, type RenderRequest } from './render-request.ts';

/** The minimum time between two progress messages. */
const TELL_EVERY_MS = 200;

paceDecoders();

self.addEventListener('message', ({ data }: MessageEvent<RenderRequest | LessonRequest>) => {
  const say = (message: FromRenderWorker) => self.postMessage(message);
  let toldAt = Number.NEGATIVE_INFINITY;
  const onFrame = (frames: number) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    say({ frames });
  };
  const rendering = 'lesson' in data ? renderLesson(data, onFrame) : renderMerged(data, onFrame);
  rendering.then(
    (file) => say({ file }),
    (error: unknown) => {
      const problem = error instanceof RenderError ? error.problem : 'failed';
      say({ problem, cause: String(error) });
    },
  );
});
