// Stores a visitor's swings with the product's own modules. Bundled into one script that runs in a page of the site; tests
// call it through seed.ts.
import type { GolferCard } from '#contract/golfers.ts';
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { storeClip } from '#web/clip/clip-storage.ts';
import { type SessionVideo, writeSession } from '#web/clip/comparison-session.ts';

/** The swings to store. Their files are chosen in the page's inputs #seed-user and #seed-pro. */
export interface SeedOrder {
  readonly user: SwingAnnotations | null;
  /** A video of the visitor's own, a golfer of the library, or none yet. */
  readonly pro: SwingAnnotations | 'golfer' | null;
  readonly alignment: Alignment;
}

/** Returns the name of the golfer, if one was chosen. */
async function seed({ user, pro, alignment }: SeedOrder): Promise<string | null> {
  const golfer = pro === 'golfer' ? await firstGolfer() : null;
  writeSession({
    userVideo: user && (await storedVideo('seed-user', user)),
    customProVideo: pro && pro !== 'golfer' ? await storedVideo('seed-pro', pro) : null,
    selectedPro: golfer,
    useCustomPro: pro !== null && pro !== 'golfer',
    alignmentType: alignment,
  });
  return golfer?.name ?? null;
}

async function storedVideo(inputId: string, annotations: SwingAnnotations): Promise<SessionVideo> {
  const input = document.querySelector<HTMLInputElement>(`#${inputId}`);
  const file = input?.files?.[0];
  if (!file) throw new Error(`No file was chosen in #${inputId}`);
  const { clipId, isKept } = await storeClip(file);
  if (!isKept) throw new Error('The browser did not store the clip');
  return { url: '', annotations, clipId, fileName: file.name, slowMotionFactor: null, proposedFactor: null };
}

async function firstGolfer(): Promise<GolferCard> {
  const golfers = (await (await fetch('/api/pro/list')).json()) as GolferCard[];
  const [golfer] = golfers;
  if (!golfer) throw new Error('The library is empty');
  return golfer;
}

Object.assign(window, { seed });
