// What a link sends, before it is encrypted: the file of a lesson or of comparisons, with `link.json` and a small video as its first
// parts (docs/lesson-file.md). A reader checks all of it before anything but that video is shown.
import { isRecord } from '#domain/body/read-track.ts';
import { readStoredBodyTrack, type StoredBodyTrack, storedBodyTrack } from '#domain/body/stored-body-track.ts';
import { ArchiveError, archiveOf, partsIn } from '#web/kept/archive.ts';
import {
  ImportError,
  type Parts,
  partsOf,
  type ReadingOptions,
  readData,
  readExported,
} from '#web/kept/exported-file.ts';
import type { ComparisonWithMedia } from '#web/kept/kept-database.ts';
import type { LessonWithMedia } from '#web/kept/lesson-database.ts';

/** A file to be sent, and what it holds in the sender's words. */
export interface FileForLink {
  readonly file: Blob;
  readonly names: readonly string[];
  /** The tracked joints by content key, so that the receiver's device need not track them again. A lesson's are in its file. */
  readonly bodies?: ReadonlyMap<string, StoredBodyTrack>;
}

const NAME = 'link.json';
const FORMAT = 'swingmark-link';
/** Version 1 had no preview. */
const VERSION = 2;
const PREVIEW = 'preview.mp4';
const MAX_PREVIEW_BYTES = 4 * 1024 * 1024;
/** Two empty blocks end an archive. */
const END_BYTES = 1024;

interface LinkOptions {
  readonly allowsSaving: boolean;
  /** A small video of both swings, which plays while the rest arrives; null without one. */
  readonly preview: Blob | null;
}

/** The file with whether its receiver may save it, and a preview. Nothing is read before it is encrypted. */
export function linkFile({ file, bodies }: Omit<FileForLink, 'names'>, { allowsSaving, preview }: LinkOptions): Blob {
  const known = bodies && { bodies: Object.fromEntries(bodies) };
  const content = new Blob([JSON.stringify({ format: FORMAT, version: VERSION, allowsSaving, ...known })]);
  const first = archiveOf([{ name: NAME, content }, ...(preview ? [{ name: PREVIEW, content: preview }] : [])]);
  return new Blob([first.slice(0, first.size - END_BYTES), file]);
}

/** The preview in the beginning of a file; `none` where it has none, `awaited` while that is not known. */
export async function previewIn(beginning: Blob): Promise<Blob | 'none' | 'awaited'> {
  try {
    for await (const { name, content } of partsIn(beginning)) {
      if (name === PREVIEW)
        return content.size > MAX_PREVIEW_BYTES ? 'none' : content.slice(0, content.size, 'video/mp4');
      if (name !== NAME) return 'none';
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
  }
  return beginning.size > MAX_PREVIEW_BYTES ? 'none' : 'awaited';
}

export interface ReadLink {
  readonly allowsSaving: boolean;
  /** The parts of the file that was sent, as an import reads them. */
  readonly parts: Parts;
  readonly content:
    | { readonly kind: 'lesson'; readonly lesson: LessonWithMedia }
    | { readonly kind: 'comparison'; readonly comparison: ComparisonWithMedia };
}

/** What was sent. Rejects with an {@link ImportError}, or the signal's reason. */
export async function readLinkFile(file: Blob, options: ReadingOptions): Promise<ReadLink> {
  const all = await partsOf(file);
  const { allowsSaving, bodies } = await readData(all.get(NAME), FORMAT, VERSION);
  if (typeof allowsSaving !== 'boolean') throw new ImportError('damaged');
  const parts = new Map([...all].filter(([name]) => name !== NAME && name !== PREVIEW));
  const { isLessonFile, readLessonFile } = await import('#web/kept/lesson-file.ts');
  if (isLessonFile(parts)) {
    return { allowsSaving, parts, content: { kind: 'lesson', lesson: await readLessonFile(parts, options) } };
  }
  const [comparison, ...others] = await readExported(parts, options);
  // A golfer of the library would be another site's.
  if (!comparison || others.length > 0 || !('clip' in comparison.comparison.pro)) throw new ImportError('damaged');
  return {
    ...{ allowsSaving, parts },
    content: { kind: 'comparison', comparison: { ...comparison, bodies: bodiesOf(comparison, bodies) } },
  };
}

/** The joints of the clips that were sent, without those that cannot be read: they are tracked again. */
function bodiesOf({ clips }: ComparisonWithMedia, bodies: unknown): ReadonlyMap<string, StoredBodyTrack> {
  const tracks = [...clips.keys()].flatMap((key): readonly (readonly [string, StoredBodyTrack])[] => {
    const track = isRecord(bodies) ? readStoredBodyTrack(bodies[key]) : null;
    return track ? [[key, storedBodyTrack(track)]] : [];
  });
  return new Map(tracks);
}

/** Whether a value may be a problem of the file itself. */
export function isImportError(error: unknown): error is ImportError {
  return error instanceof ImportError || (isRecord(error) && error.name === 'ImportError');
}
