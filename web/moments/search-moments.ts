// Searches a video for its key positions and ends the search when it is no longer needed: one worker looks for the golfer's
// body, another reads sound, and motion where the body swings. Where the body cannot be seen, motion and sound alone have to
// do. The search's code, the decoder and the body model are loaded with the workers.
import type { BodyProgress } from '#web/body/body-request.ts';
import type { SeeBodyAnswer, SeeBodyOptions } from '#web/body/see-body.ts';
import type { MomentsAnswer, VideoSource } from './find-moments.ts';
import type { FromMomentsWorker, ToMomentsWorker } from './moments-worker.ts';

/** How far a search is. */
export interface MomentsProgress {
  /** The share done, 0 to 1; never goes back. */
  readonly share: number;
  /** How far the look for the golfer is; null before it begins and without one. */
  readonly body: BodyProgress | null;
  /** What has been found so far, to look at in the meantime; null until then. */
  readonly firstAnswer: MomentsAnswer | null;
}

/** Whether the golfer's body is looked for. */
export type BodyWish =
  /** Yes, unless the visitor has to agree to a download first. */
  | 'ask-first'
  /** Yes: the visitor has agreed. */
  | 'agreed'
  /** No: the visitor would not have the download. */
  | 'refused';

interface SearchOptions {
  readonly onProgress: (progress: MomentsProgress) => void;
  /** Ends the search at once; it then never answers. */
  readonly signal: AbortSignal;
  readonly body: BodyWish;
}

/** What came of it. `ask-first`: the visitor has not agreed to so many bytes yet; nothing was searched. */
export type SearchAnswer = MomentsAnswer | { readonly kind: 'ask-first'; readonly downloadBytes: number };

/** A search looks at so many frames or more, but does not know it at the beginning. */
const USUAL_FRAMES = 80;

/** Searches a video for its key positions. Never rejects. */
export function searchMoments(source: VideoSource, { onProgress, signal, body }: SearchOptions): Promise<SearchAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./moments-worker.ts', import.meta.url), { type: 'module' });
    const stopBody = new AbortController();
    let progress: MomentsProgress = { share: 0, body: null, firstAnswer: null };

    const say = (message: ToMomentsWorker) => worker.postMessage(message);
    const stop = () => {
      worker.terminate();
      stopBody.abort();
    };
    const end = (answer: SearchAnswer) => {
      stop();
      resolve(answer);
    };
    function report(change: Partial<MomentsProgress>): void {
      const share = Math.max(progress.share, change.share ?? 0);
      progress = { ...progress, ...change, share };
      onProgress(progress);
    }
    function onBodyProgress(step: BodyProgress): void {
      if (step.stage === 'looking' && step.soFar) say({ body: step.soFar, isComplete: false });
      report({ body: step, share: step.stage === 'looking' ? step.frames / Math.max(USUAL_FRAMES, step.ofFrames) : 0 });
    }
    function onBody(answer: SeeBodyAnswer): void {
      if (answer.kind === 'ask-first') end(answer);
      else if (answer.kind === 'cannot-see') say('without-body');
      else say({ body: answer.kind === 'seen' ? answer.track : NOBODY, isComplete: true });
    }

    signal.addEventListener('abort', stop);
    worker.addEventListener('error', () => end({ kind: 'cannot-read' }));
    worker.addEventListener('message', ({ data: message }: MessageEvent<FromMomentsWorker>) => {
      if ('progress' in message) report({ share: message.progress });
      else if (message.isFinal) end(message.answer);
      else report({ firstAnswer: message.answer });
    });
    say({ source });
    if (body === 'refused') say('without-body');
    else {
      const options = { signal: stopBody.signal, onProgress: onBodyProgress, mayDownload: body === 'agreed' };
      // Rejects only when it is stopped.
      lookForBody(source, options).then(onBody, () => undefined);
    }
  });
}

/** The code that starts the other worker comes with the first search. Rejects only when it is stopped. */
async function lookForBody(source: VideoSource, options: SeeBodyOptions): Promise<SeeBodyAnswer> {
  const module = await import('#web/body/see-body.ts').catch(() => null);
  options.signal.throwIfAborted();
  return module
    ? module.seeBody(source, { wanted: { forSwings: true } }, options)
    : { kind: 'cannot-see', reason: 'not-loaded' };
}

/** All was looked at and nobody was there. */
const NOBODY = { widthPx: 1, heightPx: 1, frames: [] };
