// The golfer's body in one clip, in memory for the life of the page: tracked once, whatever else changes in the
// comparison. One store per file or address, shared by everything that shows the clip.
import { createStore } from 'zustand/vanilla';
import type { SaidOfBody } from '#domain/body/body-angles.ts';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { type Stretch, swingStretch } from '#domain/body/sampled-frames.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import type { ReadonlyStore } from '#web/lib/readonly-store.ts';
import { answerTo, createSecondMeasurement, type SeenStretch } from './ask-for-body.ts';
import type { BodyProgress, BodyRequest, CannotSee } from './body-request.ts';
import { createLaterBall, shaftsOf } from './club-and-ball.ts';
import type { SeeBodyAnswer } from './see-body.ts';

export interface BodyClip {
  /** The key of the result: one of the visitor's files, or the address of a golfer's video. */
  readonly of: File | string;
  /** The bytes to read: the file, its preview where the browser cannot read the file, or the golfer's video. */
  readonly source: Blob | string;
  readonly annotations: SwingAnnotations;
  readonly slowMotionFactor: number;
  /** The address of the stored body of this clip, which makes tracking unnecessary; null or undefined when none is. */
  readonly storedAt?: string | null;
  /** View and hand according to the library. */
  readonly said?: SaidOfBody;
  /** Without them the club's shaft is not searched for. */
  readonly frameTimes?: FrameTimes;
}

export type BodyLook =
  | { readonly stage: 'none' }
  /** Requested; the other clip may go first. */
  | { readonly stage: 'waiting' }
  | BodyProgress
  /** The connection is metered: the visitor must agree to the download. */
  | { readonly stage: 'ask-first'; readonly downloadBytes: number }
  | { readonly stage: 'seen' }
  | { readonly stage: 'nobody' }
  | { readonly stage: 'cannot-see'; readonly reason: CannotSee };

export interface ClipBodyState {
  readonly look: BodyLook;
  /** The latest track and outlines; they stay while tracking continues. Null until there are any. */
  readonly facts: BodyFacts | null;
  /** Whether the body and the shaft have been measured. Until then the page shows no numbers, because they could change. */
  readonly isComplete: boolean;
  /** View and hand as corrected by the visitor. */
  readonly said: SaidOfBody;
}

export interface ClipBody extends ReadonlyStore<ClipBodyState> {
  /** Tracks the body, unless this is done or in progress for these marks. */
  readonly look: (clip: BodyClip, options?: TrackOptions) => void;
  /** Keeps the result of another search, unless more is known or tracking is under way. */
  readonly keep: (seen: SeenStretch) => void;
  readonly stop: () => void;
  readonly say: (said: SaidOfBody) => void;
}

interface TrackOptions {
  /** Whether the visitor has agreed to the download on a metered connection. */
  readonly mayDownload?: boolean;
  /** Whether to return the golfer's outlines too. */
  readonly wantsOutlines?: boolean;
}

/** Maximum wait for the second measurement in a comparison: its sentences should appear within 2 s of the swings. */
const MAX_WAIT_MS = 300;

export const NOT_LOOKED_AT: ClipBodyState = Object.freeze({
  look: { stage: 'none' as const },
  facts: null,
  isComplete: false,
  said: {},
});

const ofFiles = new WeakMap<File, ClipBody>();
const ofAddresses = new Map<string, ClipBody>();

export function clipBodyOf(of: File | string): ClipBody {
  const found = typeof of === 'string' ? ofAddresses.get(of) : ofFiles.get(of);
  if (found) return found;
  const made = createClipBody();
  if (typeof of === 'string') ofAddresses.set(of, made);
  else ofFiles.set(of, made);
  return made;
}

/** What runs: the body is tracked, then the shaft is searched for. */
interface Work {
  readonly is: 'tracking' | 'reading';
  readonly abort: AbortController;
}

/** What has been tracked, or is being tracked. */
interface Tracked {
  readonly source: Blob | string;
  readonly stretch: Stretch | null;
  readonly hasOutlines: boolean;
  /** Null where the stretch does not depend on it. */
  readonly slowMotionFactor: number | null;
}

function createClipBody(): ClipBody {
  const { setState: change, ...store } = createStore<ClipBodyState>(() => NOT_LOOKED_AT);
  let work: Work | null = null;
  let tracked: Tracked | null = null;
  /** The marks and corrections at which the shaft was or is searched for. */
  let readAt = '';
  let seenIn: BodyClip | null = null;
  const second = createSecondMeasurement();
  const ball = createLaterBall(store, change);

  /** Begins work in place of what runs. */
  function begin(is: Work['is']): AbortController {
    work?.abort.abort();
    const abort = new AbortController();
    work = { is, abort };
    return abort;
  }

  function stop(): void {
    ball.stop();
    const wasReading = work?.is === 'reading';
    work?.abort.abort();
    work = null;
    if (wasReading) readAt = '';
    if (wasReading && !second.isRunning()) change({ look: { stage: 'seen' } });
    // The second measurement continues, because the visitor may come back.
    if (second.isRunning()) return;
    const { look: known } = store.getState();
    if (known.stage === 'none' || isDone(known)) return;
    tracked = null;
    change({ look: NOT_LOOKED_AT.look });
  }

  /** Keeps the facts, and reports them as seen once the club's shaft has been searched for at the clip's marks. */
  async function keepSeen(clip: BodyClip, facts: BodyFacts): Promise<void> {
    const said = { ...clip.said, ...store.getState().said };
    const at = JSON.stringify([clip.annotations, clip.slowMotionFactor, said]);
    if (at === readAt) return work ? undefined : ball.search(clip, said);
    seenIn = clip;
    const exact = facts.track.isExact && { isComplete: true };
    if (exact || !clip.frameTimes) return change({ facts, look: { stage: 'seen' }, ...exact });
    readAt = at;
    // A later search follows a moved mark or another view: what is known stays on the page.
    change({ facts, look: { stage: facts.track.shafts ? 'seen' : 'waiting' } });
    const attempt = begin('reading');
    await second.endWithin(MAX_WAIT_MS);
    const { track } = store.getState().facts ?? facts;
    const shafts = (await shaftsOf(clip, track, said, attempt.signal)) ?? [];
    if (work?.abort !== attempt) return;
    work = null;
    const measured = { ...facts, track: makeBodyTrack({ ...track, shafts }) };
    change({ look: { stage: 'seen' }, facts: measured, isComplete: true });
    await ball.search(clip, said, true);
  }

  async function look(clip: BodyClip, mayDownload: boolean, wantsOutlines: boolean): Promise<void> {
    second.stop();
    readAt = '';
    const attempt = begin('tracking');
    const { signal } = attempt;
    tracked = trackedOf(clip, wantsOutlines);
    change({ look: { stage: 'waiting' }, isComplete: false });
    const request = requestOf(clip, tracked, wantsOutlines);
    const onProgress = (progress: BodyProgress) => work?.abort === attempt && change({ look: progress });
    const stored = await storedFacts(clip.storedAt, signal).catch(() => null);
    if (work?.abort !== attempt) return;
    if (stored && (stored.outlines || !wantsOutlines)) {
      work = null;
      tracked = trackedOf(clip, stored.outlines !== null);
      return keepSeen(clip, stored);
    }
    const answer = await answerTo(clip.source, request, { signal, mayDownload, onProgress }).catch(() => null);
    if (work?.abort !== attempt || !answer) return;
    work = null;
    if (answer.kind === 'seen') return keepSeen(clip, { track: answer.track, outlines: answer.outlines });
    change({ look: lookOf(answer) });
  }

  return {
    ...store,
    look: (clip, { mayDownload = false, wantsOutlines = false } = {}) => {
      const { look: known, facts } = store.getState();
      const mustAsk = known.stage === 'ask-first' && !mayDownload;
      const hasEnough = tracked && covers(tracked, clip) && (tracked.hasOutlines || !wantsOutlines);
      if (hasEnough && (work || second.isRunning() || mustAsk || isFinal(known))) {
        if ((second.isRunning() || known.stage === 'seen') && facts) void keepSeen(clip, facts);
        return;
      }
      void look(clip, mayDownload, wantsOutlines || (tracked?.hasOutlines ?? false));
    },
    keep: (seen) => {
      if (work?.is === 'tracking' || store.getState().facts) return;
      const { source, stretch, track, measuredAt } = seen;
      tracked = { source, stretch, hasOutlines: false, slowMotionFactor: null };
      change({ look: { stage: measuredAt ? 'waiting' : 'seen' }, facts: { track, outlines: null } });
      if (!measuredAt) return;
      second.start(seen, (measured) =>
        change({ look: { stage: work ? 'waiting' : 'seen' }, facts: { track: measured, outlines: null } }),
      );
    },
    stop,
    say: (said) => {
      change({ said });
      const { look: known, facts } = store.getState();
      if (known.stage === 'seen' && facts && seenIn) void keepSeen(seenIn, facts);
    },
  };
}

/** The facts stored with a golfer of the library; null when none are stored or the fetch fails. */
async function storedFacts(address: string | null | undefined, signal: AbortSignal): Promise<BodyFacts | null> {
  if (!address) return null;
  const { fetchStoredBody } = await import('./stored-body.ts');
  return fetchStoredBody(address, signal);
}

function lookOf({ kind, ...details }: Exclude<SeeBodyAnswer, { readonly kind: 'seen' }>): BodyLook {
  return { stage: kind, ...details } as BodyLook;
}

function requestOf(
  { annotations, slowMotionFactor }: BodyClip,
  { stretch }: Tracked,
  wantsOutlines: boolean,
): BodyRequest {
  return { wanted: { over: stretch ? annotations : 'clip' }, slowMotionFactor, wantsOutlines };
}

/** Whether tracking has begun and not finished. */
export function isUnderWay({ stage }: BodyLook): boolean {
  return stage === 'waiting' || stage === 'loading' || stage === 'slow-start' || stage === 'looking';
}

export function isDone({ stage }: BodyLook): boolean {
  return stage === 'seen' || stage === 'nobody' || stage === 'cannot-see';
}

/** Whether another attempt would end the same way. A file that failed to load may load the next time. */
function isFinal(look: BodyLook): boolean {
  if (look.stage === 'cannot-see') return look.reason === 'no-decoder' || look.reason === 'cannot-read';
  return isDone(look);
}

function trackedOf({ source, annotations, slowMotionFactor }: BodyClip, hasOutlines: boolean): Tracked {
  return { source, stretch: swingStretch(annotations, slowMotionFactor), slowMotionFactor, hasOutlines };
}

/** Marks that moved within the tracked stretch need no new tracking. */
function covers(tracked: Tracked, clip: BodyClip): boolean {
  if (tracked.source !== clip.source) return false;
  if (tracked.slowMotionFactor !== null && tracked.slowMotionFactor !== clip.slowMotionFactor) return false;
  const { restTime, strikeTime } = clip.annotations;
  const { stretch } = tracked;
  if (!stretch) return true;
  return restTime !== null && strikeTime !== null && restTime >= stretch.from && strikeTime <= stretch.to;
}
