// What is known of the golfer's body in one clip, in memory for as long as the page lives: looked for once, whatever else of
// the comparison is changed. One store per file or address, shared by everything that shows it.
import { createStore } from 'zustand/vanilla';
import type { SaidOfBody } from '#domain/body/body-angles.ts';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { type Stretch, swingStretch } from '#domain/body/looked-at-frames.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { ReadonlyStore } from '#web/lib/readonly-store.ts';
import type { BodyProgress, BodyRequest, CannotSee } from './body-request.ts';
import type { SeeBodyAnswer, SeeBodyOptions } from './see-body.ts';

/** A clip in which the body is looked for. */
export interface BodyClip {
  /** What the result is kept for: one of the visitor's files, or the address of a golfer's video. */
  readonly of: File | string;
  /** What is read: the file, its preview where the browser cannot read the file, or the golfer's video. */
  readonly source: Blob | string;
  readonly annotations: SwingAnnotations;
  readonly slowMotionFactor: number;
  /** Where the body of this clip is stored, so that it need not be looked for; null or nothing when it is not. */
  readonly storedAt?: string | null;
  /** View and hand as the library has them. */
  readonly said?: SaidOfBody;
}

/** How far the search is, or what came of it. */
export type BodyLook =
  | { readonly stage: 'none' }
  /** Asked for; the other clip may be first. */
  | { readonly stage: 'waiting' }
  | BodyProgress
  /** The connection is metered: the visitor is to agree to the download. */
  | { readonly stage: 'ask-first'; readonly downloadBytes: number }
  | { readonly stage: 'seen'; readonly track: BodyTrack }
  | { readonly stage: 'nobody' }
  | { readonly stage: 'cannot-see'; readonly reason: CannotSee };

/** All that is known of the body in one clip. */
export interface ClipBodyState {
  readonly look: BodyLook;
  /** View and hand as the visitor has corrected them. */
  readonly said: SaidOfBody;
}

/** The store of one clip. */
export interface ClipBody extends ReadonlyStore<ClipBodyState> {
  /** Looks for the body, unless that has been done for these marks or is being done. */
  readonly look: (clip: BodyClip, options?: { readonly mayDownload?: boolean }) => void;
  /** Stops a search that has not come to its end. */
  readonly stop: () => void;
  readonly say: (said: SaidOfBody) => void;
}

/** The state before anybody has asked. */
export const NOT_LOOKED_AT: ClipBodyState = Object.freeze({ look: Object.freeze({ stage: 'none' }), said: {} });

const ofFiles = new WeakMap<File, ClipBody>();
const ofAddresses = new Map<string, ClipBody>();

/** The store of a file or an address. */
export function clipBodyOf(of: File | string): ClipBody {
  const found = typeof of === 'string' ? ofAddresses.get(of) : ofFiles.get(of);
  if (found) return found;
  const made = createClipBody();
  if (typeof of === 'string') ofAddresses.set(of, made);
  else ofFiles.set(of, made);
  return made;
}

/** What was looked at, or is. */
interface Looked {
  readonly source: Blob | string;
  readonly stretch: Stretch | null;
  readonly slowMotionFactor: number;
}

function createClipBody(): ClipBody {
  const { setState: change, ...store } = createStore<ClipBodyState>(() => NOT_LOOKED_AT);
  let running: AbortController | null = null;
  let looked: Looked | null = null;

  function stop(): void {
    running?.abort();
    running = null;
    const { look: known } = store.getState();
    if (known.stage !== 'none' && !isDone(known)) change({ look: NOT_LOOKED_AT.look });
  }

  async function look(clip: BodyClip, mayDownload: boolean): Promise<void> {
    stop();
    const attempt = new AbortController();
    const { signal } = attempt;
    running = attempt;
    looked = lookedOf(clip);
    change({ look: { stage: 'waiting' } });
    const { annotations, slowMotionFactor } = clip;
    const request: BodyRequest = { wanted: { over: looked.stretch ? annotations : 'clip' }, slowMotionFactor };
    const onProgress = (progress: BodyProgress) => running === attempt && change({ look: progress });
    const stored = await storedTrack(clip.storedAt, signal).catch(() => null);
    if (running !== attempt) return;
    if (stored) {
      running = null;
      change({ look: { stage: 'seen', track: stored } });
      return;
    }
    const answer = await answerTo(clip.source, request, { signal, mayDownload, onProgress }).catch(() => null);
    if (running !== attempt || !answer) return;
    running = null;
    change({ look: lookOf(answer) });
  }

  return {
    ...store,
    look: (clip, { mayDownload = false } = {}) => {
      const { look: known } = store.getState();
      const mustAsk = known.stage === 'ask-first' && !mayDownload;
      if (looked && covers(looked, clip) && (running || mustAsk || isFinal(known))) return;
      void look(clip, mayDownload);
    },
    stop,
    say: (said) => change({ said }),
  };
}

/** The track that comes with a golfer of the library; null when there is none, or it does not come. */
async function storedTrack(address: string | null | undefined, signal: AbortSignal): Promise<BodyTrack | null> {
  if (!address) return null;
  const { fetchStoredBody } = await import('./stored-body.ts');
  return (await fetchStoredBody(address, signal))?.track ?? null;
}

/** The code that starts the worker comes with the first look. Rejects only when it is stopped. */
async function answerTo(source: Blob | string, request: BodyRequest, options: SeeBodyOptions): Promise<SeeBodyAnswer> {
  const module = await import('./see-body.ts').catch(() => null);
  options.signal.throwIfAborted();
  return module ? module.seeBody(source, request, options) : { kind: 'cannot-see', reason: 'not-loaded' };
}

function lookOf(answer: SeeBodyAnswer): BodyLook {
  if (answer.kind === 'seen') return { stage: 'seen', track: answer.track };
  if (answer.kind === 'nobody') return { stage: 'nobody' };
  if (answer.kind === 'ask-first') return { stage: 'ask-first', downloadBytes: answer.downloadBytes };
  return { stage: 'cannot-see', reason: answer.reason };
}

/** Whether a search has begun and not come to its end. */
export function isUnderWay({ stage }: BodyLook): boolean {
  return stage === 'waiting' || stage === 'loading' || stage === 'looking';
}

/** Whether a search has come to its end. */
export function isDone({ stage }: BodyLook): boolean {
  return stage === 'seen' || stage === 'nobody' || stage === 'cannot-see';
}

/** Whether another search would end the same. What was not loaded may be there the next time. */
function isFinal(look: BodyLook): boolean {
  if (look.stage === 'cannot-see') return look.reason === 'no-decoder' || look.reason === 'cannot-read';
  return isDone(look);
}

function lookedOf({ source, annotations, slowMotionFactor }: BodyClip): Looked {
  return { source, stretch: swingStretch(annotations, slowMotionFactor), slowMotionFactor };
}

/** Marks that were moved within what was looked at need no other look. */
function covers(looked: Looked, clip: BodyClip): boolean {
  if (looked.source !== clip.source || looked.slowMotionFactor !== clip.slowMotionFactor) return false;
  const { restTime, strikeTime } = clip.annotations;
  const { stretch } = looked;
  if (!stretch) return true;
  return restTime !== null && strikeTime !== null && restTime >= stretch.from && strikeTime <= stretch.to;
}
