// Finds the positions of a session's clips more exactly than the live search can: from the golfer's body, one clip at a
// time, the newest first. A new shot interrupts the search, because the live picture comes first.
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { Stretch } from '#domain/body/sampled-frames.ts';
import { foundStretch, marksAt } from '#domain/moments/found-swing.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { answerTo } from '#web/body/ask-for-body.ts';
import { clipBodyOf } from '#web/body/clip-body.ts';
import { searchMoments } from '#web/find/search-moments.ts';

interface ClipToSearch {
  readonly id: string;
  readonly file: File;
  /** The positions that the live search found. */
  readonly live: SwingAnnotations;
  /** Whether the body is tracked at those first, in the few frames around them. */
  readonly isMeasuredFirst: boolean;
}

/** The body in a clip, at positions. */
export interface SeenAtPositions {
  readonly annotations: SwingAnnotations;
  readonly track: BodyTrack;
}

interface FoundPositions extends SeenAtPositions {
  readonly stretch: Stretch;
}

interface SearchEvents {
  readonly onMeasured: (id: string, seen: SeenAtPositions) => void;
  /** Null for a clip whose swing or golfer was not found, or that gave way to newer ones. */
  readonly onEnd: (id: string, found: SeenAtPositions | null) => void;
}

interface PositionSearch {
  readonly add: (clip: ClipToSearch) => void;
  readonly stop: () => void;
}

const MAX_WAITING = 4;
/** A swing whose strike is farther from the known one, in seconds, is another swing of the clip. */
const SAME_STRIKE = 0.25;

export function createPositionSearch({ onMeasured, onEnd }: SearchEvents): PositionSearch {
  let waiting: readonly ClipToSearch[] = [];
  let running: { readonly clip: ClipToSearch; readonly abort: AbortController } | null = null;

  async function measure({ id, file, live }: ClipToSearch, signal: AbortSignal): Promise<void> {
    const answer = await answerTo(file, { wanted: { around: live } }, { signal });
    if (answer.kind === 'seen') onMeasured(id, { annotations: live, track: answer.track });
  }

  async function search(clip: ClipToSearch, signal: AbortSignal): Promise<FoundPositions | null> {
    const answer = await searchMoments(clip.file, { signal, body: 'ask-first', onProgress: () => undefined });
    if (signal.aborted || answer.kind !== 'found' || !answer.track) return null;
    const swing = answer.swings.find(
      ({ moments }) => Math.abs(moments.strike.time - (clip.live.strikeTime ?? 0)) < SAME_STRIKE,
    );
    if (!swing) return null;
    return { annotations: marksAt(swing), stretch: foundStretch(swing), track: answer.track };
  }

  async function next(): Promise<void> {
    const clip = waiting.at(-1);
    if (running || !clip) return;
    waiting = waiting.slice(0, -1);
    const abort = new AbortController();
    running = { clip, abort };
    if (clip.isMeasuredFirst) await measure(clip, abort.signal).catch(() => undefined);
    // A clip whose search fails keeps the positions of the live search.
    const found = await search(clip, abort.signal).catch(() => null);
    if (abort.signal.aborted) return;
    running = null;
    // Both at once: between them the pair would be planned with a body at positions without one.
    if (found) clipBodyOf(clip.file).keep({ source: clip.file, stretch: found.stretch, track: found.track });
    onEnd(clip.id, found);
    void next();
  }

  return {
    add(clip) {
      if (running) {
        running.abort.abort();
        waiting = [running.clip, ...waiting];
        running = null;
      }
      waiting = [...waiting, clip];
      // Old clips that were never reached keep the positions of the live search.
      for (const { id } of waiting.slice(0, -MAX_WAITING)) onEnd(id, null);
      waiting = waiting.slice(-MAX_WAITING);
      void next();
    },
    stop() {
      const given = [...waiting, ...(running ? [running.clip] : [])];
      running?.abort.abort();
      running = null;
      waiting = [];
      for (const { id } of given) onEnd(id, null);
    },
  };
}
