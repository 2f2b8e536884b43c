// The search for a row's swing: its positions, how it was filmed, and the small pictures.
import { bodyAngles } from '#domain/body/body-angles.ts';
import { FILMED_UNKNOWN } from '#domain/library/golfer.ts';
import { marksAt } from '#domain/moments/found-swing.ts';
import { judgeSlowMotion } from '#domain/swing/slow-motion.ts';
import { POSITIONS, timeOf } from '#domain/swing/swing.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { keepFound, recallFound } from '#web/find/found-store.ts';
import { type BodyWish, type FoundSwings, type SearchAnswer, searchMoments } from '#web/find/search-moments.ts';
import { type BatchRow, withFound, withStep } from './batch.ts';

interface SearchRowOptions {
  readonly body: BodyWish;
  /** Called with the whole percent done. */
  readonly onPercent: (percent: number) => void;
  /** Called instead of a search when the administrator must agree to a download first. */
  readonly onAsk: (downloadBytes: number) => void;
  readonly signal: AbortSignal;
}

/** How the search changes the row. Never settles when it is aborted. */
export async function searchRow(file: File, { onAsk, ...options }: SearchRowOptions) {
  const answer = (await recallFound(file)) ?? (await search(file, options));
  if (answer.kind === 'ask-first') {
    onAsk(answer.downloadBytes);
    return withStep({ at: 'waiting' });
  }
  if (answer.kind !== 'found') return withStep({ at: 'searched', without: answer.kind });
  const [swing] = answer.swings;
  if (!swing) return withStep({ at: 'searched', without: 'no-swing' });
  const filmed = await filmedOf(file, answer);
  await keepFound(file, answer);
  return (row: BatchRow) => withFound(row, swing, filmed);
}

function search(file: File, { onPercent, ...options }: Omit<SearchRowOptions, 'onAsk'>): Promise<SearchAnswer> {
  let shown = 0;
  return searchMoments(file, {
    ...options,
    onProgress: ({ share }) => {
      const percent = Math.round(share * 100);
      if (percent > shown && !options.signal.aborted) onPercent(percent);
      shown = Math.max(shown, percent);
    },
  });
}

/** View and hand where the search saw the body, and whether to ask about slow motion. */
async function filmedOf(file: File, { swings: [swing], track }: FoundSwings) {
  const annotations = swing ? marksAt(swing) : null;
  const { view, hand } = track && annotations ? bodyAngles(track, annotations) : FILMED_UNKNOWN;
  const [footage, table] = await Promise.all([
    import('#web/clip/use-footage.ts'),
    import('#web/player/engine/frame-table.ts'),
  ]);
  const [facts, { clip }] = await Promise.all([footage.readFilmingFacts(file), table.readClip(file)]);
  const judgment = annotations && judgeSlowMotion({ facts, clip, annotations });
  // The server uses a capture rate that the file states and the marks confirm.
  return { view, hand, mayBeSlow: judgment?.isWorthAsking === true && judgment.reason !== 'capture-rate' };
}

/** Twice the height at which they are shown. */
const PICTURE_HEIGHT_PX = 160;

/** The small pictures that the row still lacks, except those that cannot be decoded; null if it lacks none. */
export async function readPictures(
  { thumbnail, annotations, pictures }: BatchRow,
  file: File,
): Promise<Pick<BatchRow, 'thumbnail' | 'pictures'> | null> {
  const wanted = POSITIONS.flatMap((position) => {
    const time = timeOf(annotations, position);
    return time === null || pictures[position]?.time === time ? [] : [{ position, time }];
  });
  if (thumbnail !== null && wanted.length === 0) return null;
  const [{ readClip }, { readStrip }] = await Promise.all([
    import('#web/player/engine/frame-table.ts'),
    import('#web/find/editor/read-strip.ts'),
  ]);
  const { clip } = await readClip(file);
  const framed = wanted.map((one) => ({ ...one, frame: clip ? frameIndexAt(clip.frameTimes, one.time) : 0 }));
  const frames = [...new Set([0, ...framed.map(({ frame }) => frame)])];
  const addresses = new Map<number, string>();
  const onPicture = (frame: number, address: string) => addresses.set(frame, address);
  const { signal } = new AbortController();
  await readStrip(file, { frames, part: null, heightPx: PICTURE_HEIGHT_PX, onPicture, signal });
  const read = framed.flatMap(({ position, time, frame }) => {
    const address = addresses.get(frame);
    return address === undefined || !clip ? [] : [[position, { time, address }]];
  });
  return { thumbnail: thumbnail ?? addresses.get(0) ?? null, pictures: Object.fromEntries(read) };
}
