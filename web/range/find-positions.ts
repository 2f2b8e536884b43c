// Finds the positions of a session's clips more exactly than the live search can: from the golfer's body, one clip at a
// time, the newest first. A new shot interrupts the search, because the live picture comes first.
import { foundStretch, marksAt } from '#domain/moments/found-swing.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { clipBodyOf } from '#web/body/clip-body.ts';
import { searchMoments } from '#web/find/search-moments.ts';

interface ClipToSearch {
  readonly id: string;
  readonly file: File;
  /** The strike that the live search found, in seconds of the clip. */
  readonly strikeTime: number;
}

interface PositionSearch {
  readonly add: (clip: ClipToSearch) => void;
  readonly stop: () => void;
}

/** A swing whose strike is farther from the known one, in seconds, is another swing of the clip. */
const SAME_STRIKE = 0.25;

export function createPositionSearch(onFound: (id: string, annotations: SwingAnnotations) => void): PositionSearch {
  let waiting: readonly ClipToSearch[] = [];
  let running: { readonly clip: ClipToSearch; readonly abort: AbortController } | null = null;

  async function search(clip: ClipToSearch, signal: AbortSignal): Promise<void> {
    const answer = await searchMoments(clip.file, { signal, body: 'ask-first', onProgress: () => undefined });
    if (signal.aborted || answer.kind !== 'found' || !answer.track) return;
    const swing = answer.swings.find(({ moments }) => Math.abs(moments.strike.time - clip.strikeTime) < SAME_STRIKE);
    if (!swing) return;
    clipBodyOf(clip.file).keep({ source: clip.file, stretch: foundStretch(swing), track: answer.track });
    onFound(clip.id, marksAt(swing));
  }

  async function next(): Promise<void> {
    const clip = waiting.at(-1);
    if (running || !clip) return;
    waiting = waiting.slice(0, -1);
    const abort = new AbortController();
    running = { clip, abort };
    // A clip whose search fails keeps the positions of the live search.
    await search(clip, abort.signal).catch(() => undefined);
    if (abort.signal.aborted) return;
    running = null;
    void next();
  }

  return {
    add(clip) {
      if (running) {
        running.abort.abort();
        waiting = [running.clip, ...waiting];
        running = null;
      }
      // Old clips that were never reached keep the positions of the live search.
      waiting = [...waiting, clip].slice(-4);
      void next();
    },
    stop() {
      running?.abort.abort();
      running = null;
      waiting = [];
    },
  };
}
