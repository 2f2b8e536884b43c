// Searches a video for its positions until they are no longer wanted. One worker decodes it and reads sound, and motion where the body
// swings; another tracks the body in the decoded pictures. Without a body, motion and sound decide. The code of the search, the decoder
// and the model are loaded with the workers.
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { FoundSwing } from '#domain/moments/found-swing.ts';
import type { BodyProgress } from '#web/body/body-request.ts';
import type { SeeBodyAnswer } from '#web/body/see-body.ts';
import { awakeTimeout } from '#web/lib/awake-timeout.ts';
import { falseAnswers } from '#web/lib/false-answers.ts';
import { orNull } from '#web/lib/or-null.ts';
import type { MomentsAnswer, VideoSource } from './find-moments.ts';
import type { FromMomentsWorker, ToMomentsWorker } from './moments-worker.ts';

export interface MomentsProgress {
  /** The share done, 0 to 1; never goes back. */
  readonly share: number;
  /** The progress of body tracking; null before it begins and without it. */
  readonly body: BodyProgress | null;
  /** A first answer to show in the meantime; null until there is one. */
  readonly firstAnswer: MomentsAnswer | null;
}

/** Whether to track the golfer's body. */
export type BodyWish =
  /** Yes, unless the visitor must agree to a download first. */
  | 'ask-first'
  /** Yes: the visitor has agreed. */
  | 'agreed'
  /** No: the visitor declined the download. */
  | 'refused';

interface SearchOptions {
  readonly onProgress: (progress: MomentsProgress) => void;
  /** Ends the search immediately; its promise then never settles. */
  readonly signal: AbortSignal;
  readonly body: BodyWish;
}

/** The result. `ask-first`: the visitor has not yet agreed to the download; nothing was searched. */
export type SearchAnswer =
  | FoundSwings
  | Exclude<MomentsAnswer, { readonly kind: 'found' }>
  | { readonly kind: 'ask-first'; readonly downloadBytes: number };

/** Swings with the golfer's body, which is null when it was not tracked. */
export interface FoundSwings {
  readonly kind: 'found';
  readonly swings: readonly FoundSwing[];
  readonly track: BodyTrack | null;
}

/** The usual minimum number of frames in a search, for progress while the real number is unknown. */
const USUAL_FRAMES = 80;

/** A stalled decoder sends no error: a search without progress for this long has failed. */
const STUCK_AFTER_MS = 30_000;
/** A slow device loads and starts the model without progress for longer. After this the search omits the body. */
const BODY_STUCK_AFTER_MS = 120_000;
/** The track when all frames were processed and no golfer was found. */
const NOBODY = { widthPx: 1, heightPx: 1, frames: [] };

/** Searches a video for its positions. Never rejects. */
export async function searchMoments(source: VideoSource, options: SearchOptions): Promise<SearchAnswer> {
  const { onProgress, signal, body } = options;
  const bodies = body === 'refused' ? null : await import('#web/body/see-body.ts').catch(() => null);
  return new Promise((resolve) => {
    if (signal.aborted) return;
    const worker = orNull(() => new Worker(new URL('./moments-worker.ts', import.meta.url), { type: 'module' }));
    if (!worker) return resolve({ kind: 'cannot-read' });
    const stopBody = new AbortController();
    let progress: MomentsProgress = { share: 0, body: null, firstAnswer: null };
    let awaitsBody = bodies !== null;
    let track: BodyTrack | null = null;
    let stopWaiting = () => {};

    const post = (message: ToMomentsWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
    const stop = () => {
      stopWaiting();
      worker.terminate();
      stopBody.abort();
    };
    const end = (answer: SearchAnswer) => {
      stop();
      resolve(answer);
    };
    function goOn(): void {
      stopWaiting();
      stopWaiting = awaitsBody
        ? awakeTimeout(doWithoutBody, BODY_STUCK_AFTER_MS)
        : awakeTimeout(() => end({ kind: 'cannot-read' }), STUCK_AFTER_MS);
    }
    function doWithoutBody(): void {
      awaitsBody = false;
      stopBody.abort();
      post('without-body');
      goOn();
    }
    function report(change: Partial<MomentsProgress>): void {
      const share = Math.max(progress.share, change.share ?? 0);
      progress = { ...progress, ...change, share };
      onProgress(progress);
    }
    function onBodyProgress(step: BodyProgress): void {
      goOn();
      report({ body: step, share: step.stage === 'looking' ? step.frames / Math.max(USUAL_FRAMES, step.ofFrames) : 0 });
    }
    function onBody(answer: SeeBodyAnswer): void {
      if (answer.kind === 'ask-first') end(answer);
      else if (answer.kind === 'cannot-see') doWithoutBody();
      else {
        awaitsBody = false;
        if (answer.kind === 'seen') track = answer.track;
        post({ body: answer.kind === 'seen' ? answer.track : NOBODY });
        goOn();
      }
    }

    signal.addEventListener('abort', stop);
    worker.addEventListener('error', () => end({ kind: 'cannot-read' }));
    worker.addEventListener('message', ({ data: message }: MessageEvent<FromMomentsWorker>) => {
      goOn();
      if (message === 'alive') return;
      if ('progress' in message) report({ share: message.progress });
      else if (message.isFinal) end(message.answer.kind === 'found' ? { ...message.answer, track } : message.answer);
      else report({ firstAnswer: message.answer });
    });
    if (!bodies) {
      post({ source, pictures: null, falseAnswers: falseAnswers() });
      doWithoutBody();
      return;
    }
    const { port1, port2: pictures } = new MessageChannel();
    post({ source, pictures: port1, falseAnswers: falseAnswers() }, [port1]);
    goOn();
    const options = { signal: stopBody.signal, onProgress: onBodyProgress, mayDownload: body === 'agreed', pictures };
    // Rejects only when it is stopped.
    bodies.seeBody(source, { wanted: { forSwings: true } }, options).then(onBody, () => undefined);
  });
}
