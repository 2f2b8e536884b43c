// Exports all kept comparisons with their clips as one file, and imports them (docs/decisions/090). An import checks
// every entry before it stores any. The file is an archive (archive.ts).
import { isRecord } from '#domain/body/read-track.ts';
import { orNull } from '#web/lib/or-null.ts';
import { ArchiveError, type ArchivePart, archiveOf, readArchive } from './archive.ts';
import { hasContent } from './content-key.ts';
import { clipsOf, type KeptClip, type KeptComparison, sizeOf } from './kept-comparison.ts';
import type { ComparisonWithMedia } from './kept-database.ts';

/** The header of an exported file's list. */
const FORMAT = 'swingmark-my-swings';
export const VERSION = 1;
const LIST = 'my-swings.json';
export const clipName = (contentKey: string) => `clips/${contentKey}`;
const thumbnailName = (id: string) => `thumbnails/${id}.jpg`;

/** A few kilobytes per comparison, times thousands, and some megabytes for a long lesson. More is not ours. */
const MAX_DATA_BYTES = 64 * 1024 * 1024;
const MAX_THUMBNAIL_BYTES = 4 * 1024 * 1024;

export type ImportProblem = 'not-ours' | 'newer' | 'damaged';

export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly problem: ImportProblem;

  constructor(problem: ImportProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The file of kept comparisons; a clip used in several is included once. Nothing is read before the file is saved. */
export function exportedFile(kept: readonly ComparisonWithMedia[]): Blob {
  const list = { format: FORMAT, version: VERSION, comparisons: kept.map(({ comparison }) => comparison) };
  const clips = new Map(kept.flatMap((one) => [...one.clips]));
  return archiveOf([
    { name: LIST, content: new Blob([JSON.stringify(list)]) },
    ...kept.flatMap(({ comparison, thumbnail }) =>
      thumbnail ? [{ name: thumbnailName(comparison.id), content: thumbnail }] : [],
    ),
    ...[...clips].map(([key, content]) => ({ name: clipName(key), content })),
  ]);
}

export interface ReadingOptions {
  readonly signal: AbortSignal;
  readonly onPercent: (percent: number) => void;
}

/**
 * The comparisons in the parts of a file, after checking every entry: the list, the size and bytes of each clip, and the
 * absence of anything else. Rejects with an {@link ImportError}, or the signal's reason.
 */
export async function readExported(parts: Parts, options: ReadingOptions): Promise<readonly ComparisonWithMedia[]> {
  const comparisons = await readList(parts.get(LIST));
  await checkClips(comparisons.flatMap(clipsOf), parts, options);
  const used = new Set([LIST, ...comparisons.flatMap((one) => [thumbnailName(one.id), ...clipNames(one)])]);
  if ([...parts.keys()].some((name) => !used.has(name))) throw new ImportError('damaged');
  return comparisons.map((comparison) => ({
    comparison,
    thumbnail: thumbnailIn(parts, comparison.id),
    clips: new Map(clipsOf(comparison).map(({ contentKey }) => [contentKey, contentIn(parts, clipName(contentKey))])),
  }));
}

export type Parts = ReadonlyMap<string, Blob>;

/** The parts of a file; each name once. Rejects with an {@link ImportError}. */
export async function partsOf(file: Blob): Promise<Parts> {
  const parts = await readArchive(file).catch((error: unknown) => {
    if (!(error instanceof ArchiveError)) throw error;
    throw new ImportError(error.problem === 'no-archive' ? 'not-ours' : 'damaged');
  });
  const byName = new Map(parts.map(({ name, content }: ArchivePart) => [name, content]));
  if (byName.size !== parts.length) throw new ImportError('damaged');
  return byName;
}

async function readList(part: Blob | undefined): Promise<readonly KeptComparison[]> {
  const list = await readData(part, FORMAT);
  const { readKept } = await import('./read-kept.ts');
  const comparisons = Array.isArray(list.comparisons) ? list.comparisons.map(readKept) : [null];
  const read = comparisons.filter((one) => one !== null);
  const isEachOnce = new Set(read.map(({ id }) => id)).size === read.length;
  if (read.length !== comparisons.length || !isEachOnce) throw new ImportError('damaged');
  return read;
}

/** The data of a part, which has a format and at most this version. Rejects with an {@link ImportError}. */
export async function readData(
  part: Blob | undefined,
  format: string,
  newest = VERSION,
): Promise<Readonly<Record<string, unknown>>> {
  if (!part || part.size > MAX_DATA_BYTES) throw new ImportError('not-ours');
  const text = await part.text();
  const data = orNull(() => JSON.parse(text) as unknown);
  if (!isRecord(data) || data.format !== format) throw new ImportError('not-ours');
  const { version } = data;
  if (typeof version !== 'number' || version > newest) throw new ImportError('newer');
  return data;
}

/** Each clip once, complete, with bytes that match its key. */
export async function checkClips(
  clips: readonly Pick<KeptClip, 'contentKey' | 'sizeBytes'>[],
  parts: Parts,
  { signal, onPercent }: ReadingOptions,
): Promise<void> {
  const totalBytes = sizeOf(clips);
  const checked = new Set<string>();
  let doneBytes = 0;
  for (const { contentKey, sizeBytes } of clips) {
    signal.throwIfAborted();
    const content = contentIn(parts, clipName(contentKey));
    if (content.size !== sizeBytes) throw new ImportError('damaged');
    if (checked.has(contentKey)) continue;
    checked.add(contentKey);
    if (!(await hasContent(contentKey, content, signal))) throw new ImportError('damaged');
    doneBytes += sizeBytes;
    onPercent(Math.floor((100 * doneBytes) / totalBytes));
  }
}

function clipNames(comparison: KeptComparison): readonly string[] {
  return clipsOf(comparison).map(({ contentKey }) => clipName(contentKey));
}

/** The content of a part. Throws an {@link ImportError} without it. */
export function contentIn(parts: Parts, name: string): Blob {
  const content = parts.get(name);
  if (!content) throw new ImportError('damaged');
  return content;
}

function thumbnailIn(parts: Parts, id: string): Blob | null {
  const content = parts.get(thumbnailName(id));
  if (!content) return null;
  if (content.size > MAX_THUMBNAIL_BYTES) throw new ImportError('damaged');
  return content.slice(0, content.size, 'image/jpeg');
}
