// Searches a video for its key positions and ends the search when it is no longer needed: motion and sound in one worker,
// the golfer's body in another, at the same time. Where the body cannot be seen, motion and sound alone have to do. The
// search's code, the decoder and the body model are loaded with the workers.
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { BodyProgress } from '#web/body/body-request.ts';
import type { seeBody as SeeBody, SeeBodyAnswer } from '#web/body/see-body.ts';
import type { MomentsAnswer, VideoSource } from './find-moments.ts';
import type { FromMomentsWorker, ToMomentsWorker } from './moments-worker.ts';

/** How far a search is. */
export interface MomentsProgress {
  /** The share done, 0 to 1; never goes back. */
  readonly share: number;
  /** How far the look for the golfer is; null before it begins, when it has ended, and without one. */
  readonly body: BodyProgress | null;
  /** What motion and sound have found, to look at in the meantime; null until then. */
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

/** Of the progress, so much is motion and sound when the body is looked for as well. */
const MOTION_SHARE = 0.3;
/** Looks at the body come in rounds of unknown length: a round's share of what is left. */
const USUAL_FRAMES = 80;

/** Searches a video for its key positions. Never rejects. */
export async function searchMoments(source: VideoSource, options: SearchOptions): Promise<SearchAnswer> {
  const bodies = options.body === 'refused' ? null : await import('#web/body/see-body.ts').catch(() => null);
  return search(source, options, bodies?.seeBody ?? null);
}

/** `seeBody` is null where the golfer's body is not looked for. */
function search(
  source: VideoSource,
  { onProgress, signal, body }: SearchOptions,
  seeBody: typeof SeeBody | null,
): Promise<SearchAnswer> {
  return new Promise((resolve) => {
    if (signal.aborted) return;
    const worker = new Worker(new URL('./moments-worker.ts', import.meta.url), { type: 'module' });
    const stopBody = new AbortController();
    let byMotion: MomentsAnswer | null = null;
    let seen: BodyTrack | 'unseen' | null = seeBody ? null : 'unseen';
    let [motionShare, bodyShare, share] = [0, 0, 0];
    let bodyProgress: BodyProgress | null = null;

    const say = (message: ToMomentsWorker) => worker.postMessage(message);
    const end = (answer: SearchAnswer) => {
      worker.terminate();
      stopBody.abort();
      resolve(answer);
    };
    function report(): void {
      const done = seen === 'unseen' ? motionShare : MOTION_SHARE * motionShare + (1 - MOTION_SHARE) * bodyShare;
      share = Math.max(share, done);
      onProgress({ share, body: bodyProgress, firstAnswer: byMotion });
    }
    function goOn(): void {
      if (!byMotion || !seen) return;
      if (seen === 'unseen' || byMotion.kind === 'cannot-read') end(byMotion);
      else say({ track: seen });
    }
    function onBodyProgress(progress: BodyProgress): void {
      bodyProgress = progress;
      if (progress.stage === 'looking') bodyShare = progress.frames / Math.max(USUAL_FRAMES, progress.ofFrames);
      report();
    }
    function onBody(answer: SeeBodyAnswer): void {
      if (answer.kind === 'ask-first') {
        end(answer);
        return;
      }
      bodyProgress = null;
      bodyShare = 1;
      seen = trackOf(answer);
      report();
      goOn();
    }

    signal.addEventListener('abort', () => {
      worker.terminate();
      stopBody.abort();
    });
    worker.addEventListener('error', () => end({ kind: 'cannot-read' }));
    worker.addEventListener('message', ({ data: message }: MessageEvent<FromMomentsWorker>) => {
      if ('byBody' in message) {
        end(message.byBody);
        return;
      }
      if ('progress' in message) motionShare = message.progress;
      else {
        byMotion = message.byMotion;
        motionShare = 1;
      }
      report();
      goOn();
    });
    say({ source });
    const options = { signal: stopBody.signal, onProgress: onBodyProgress, mayDownload: body === 'agreed' };
    seeBody?.(source, { wanted: { forSwings: true } }, options).then(onBody, () => undefined);
  });
}

/** The body's track, empty where all was looked at and nobody was there: then there is no swing. */
function trackOf(answer: Exclude<SeeBodyAnswer, { readonly kind: 'ask-first' }>): BodyTrack | 'unseen' {
  if (answer.kind === 'seen') return answer.track;
  return answer.kind === 'nobody' ? { widthPx: 1, heightPx: 1, frames: [] } : 'unseen';
}
