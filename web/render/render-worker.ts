// The worker that makes one video and answers with its file, or a part of one and answers with its frames; or with a problem.
import { falseAnswers, rememberFalse } from '#web/lib/false-answers.ts';
import { paceDecoders } from './paced-decoder.ts';
import { renderLesson } from './render-lesson.ts';
import { renderMerged, renderPart } from './render-merged.ts';
import { type FromRenderWorker, RenderError, type ToRenderWorker } from './render-request.ts';

/** The minimum time between two progress messages. */
const TELL_EVERY_MS = 200;

paceDecoders();

self.addEventListener('message', ({ data }: MessageEvent<ToRenderWorker>) => {
  rememberFalse(...data.falseAnswers);
  const post = (message: FromRenderWorker) => self.postMessage(message);
  let toldAt = Number.NEGATIVE_INFINITY;
  const onFrame = (frames: number) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    post({ frames });
  };
  void answer(data.request, onFrame, post)
    .catch((error: unknown): FromRenderWorker => {
      const { problem, suspect } = error instanceof RenderError ? error : { problem: 'failed' as const, suspect: null };
      return { problem, cause: String(error), suspect };
    })
    .then((last) => {
      post({ falseAnswers: falseAnswers() });
      post(last);
    });
});

/** The last message. */
async function answer(
  request: ToRenderWorker['request'],
  onFrame: (frames: number) => void,
  post: (message: FromRenderWorker) => void,
): Promise<FromRenderWorker> {
  if ('lesson' in request) return { file: await renderLesson(request, onFrame) };
  if (!('part' in request)) return { file: await renderMerged(request, onFrame) };
  await renderPart(request, onFrame, (encoded) => post({ encoded }));
  return { isEncoded: true };
}
