// A library as one file, to hand on to another site (docs/lesson-file.md): an archive of the golfers' data and their videos. Reading
// checks every entry before it returns any.
import { z } from 'zod';
import { type AdminGolfer, GolferCard } from '#contract/golfers.ts';
import { golferFormProblem, MAX_NAME_LENGTH } from '#domain/library/golfer.ts';
import { MAX_SLOW_MOTION_FACTOR } from '#domain/swing/slow-motion.ts';
import { firstOutOfOrder } from '#domain/swing/swing.ts';
import { MAX_VIDEO_BYTES } from '#domain/video/video-file.ts';
import { callApi } from '#web/api/api-client.ts';
import { archiveOf } from '#web/kept/archive.ts';
import { contentKeyOf, isContentKey } from '#web/kept/content-key.ts';
import {
  checkClips,
  clipName,
  contentIn,
  ImportError,
  type Parts,
  type ReadingOptions,
  readData,
  VERSION,
} from '#web/kept/exported-file.ts';
import { fetchContent } from '#web/lib/fetch-content.ts';

const FORMAT = 'swingmark-library';
const DATA = 'library.json';
const MAX_TIME = 24 * 60 * 60;

/** What a library file says of a golfer. Bodies are left out: they are found again, as after any upload. */
const PackedGolfer = GolferCard.pick({ majorChampionships: true, club: true, height: true, view: true, hand: true })
  .extend({
    name: z.string().max(MAX_NAME_LENGTH),
    majorChampionships: z.int().min(0).max(9999),
    club: z.string().max(100).nullable(),
    height: z.string().max(100).nullable(),
    restTime: z.number().positive().max(MAX_TIME),
    topTime: z.number().positive().max(MAX_TIME),
    strikeTime: z.number().positive().max(MAX_TIME),
    slowMotionFactor: z.number().min(1).max(MAX_SLOW_MOTION_FACTOR),
    contentKey: z.string().refine(isContentKey),
    sizeBytes: z.int().positive().max(MAX_VIDEO_BYTES),
    type: z.string().regex(/^video\/[\w.+-]{1,40}$/),
  })
  .refine((golfer) => golferFormProblem({ name: golfer.name, hasVideo: true, annotations: golfer }) === null)
  .refine((golfer) => firstOutOfOrder(golfer) === null);
const PackedGolfers = z
  .array(PackedGolfer)
  .refine((golfers) => new Set(golfers.map(({ contentKey }) => contentKey)).size === golfers.length);

/** A golfer of a library file. */
export type PackedGolfer = Readonly<z.infer<typeof PackedGolfer>>;

/** A golfer of a library file with its video. */
export interface PackedVideo {
  readonly golfer: PackedGolfer;
  readonly file: File;
}

/** Whether a chosen file claims to be a library file and not a video. */
export function isPackName({ name }: File): boolean {
  return /\.(swingmark|tar)$/i.test(name);
}

/** Whether an administrator added the golfer. Those that ship with the product are on every site. */
export function isOwnGolfer({ level }: Pick<GolferCard, 'level'>): boolean {
  return level === null;
}

interface PackingOptions {
  readonly signal: AbortSignal;
  /** Called with the number of the golfer that is read, from 1. */
  readonly onGolfer: (number: number) => void;
}

/** The file of some golfers. Rejects when one of them cannot be read, or with the signal's reason. */
export async function libraryPack(
  golfers: readonly Pick<AdminGolfer, 'id' | 'name'>[],
  { signal, onGolfer }: PackingOptions,
): Promise<Blob> {
  const packed: PackedVideo[] = [];
  for (const [index, { id }] of golfers.entries()) {
    onGolfer(index + 1);
    const { clip: _clip, ...golfer } = await callApi('getGolfer', { params: { id }, signal });
    const blob = await fetchContent(golfer.videoUrl, signal);
    const file = new File([blob], golfer.name, { type: blob.type });
    const facts = { contentKey: await contentKeyOf(file), sizeBytes: file.size, type: file.type };
    signal.throwIfAborted();
    packed.push({ file, golfer: PackedGolfer.parse({ ...golfer, ...facts }) });
  }
  return packOf(packed);
}

/** The archive; a video that two golfers share would be refused when it is read, so it is in the file once. */
export function packOf(packed: readonly PackedVideo[]): Blob {
  const each = [...new Map(packed.map((one) => [one.golfer.contentKey, one])).values()];
  const data = { format: FORMAT, version: VERSION, golfers: each.map(({ golfer }) => golfer) };
  return archiveOf([
    { name: DATA, content: new Blob([JSON.stringify(data)]) },
    ...each.map(({ golfer, file }) => ({ name: clipName(golfer.contentKey), content: file })),
  ]);
}

/** The golfers in the parts of a file, after checking every entry. Rejects with an {@link ImportError}, or the signal's reason. */
export async function readLibraryPack(parts: Parts, options: ReadingOptions): Promise<readonly PackedVideo[]> {
  const data = await readData(parts.get(DATA), FORMAT);
  const { success, data: golfers } = PackedGolfers.safeParse(data.golfers);
  if (!success) throw new ImportError('damaged');
  await checkClips(golfers, parts, options);
  const used = new Set([DATA, ...golfers.map(({ contentKey }) => clipName(contentKey))]);
  if ([...parts.keys()].some((name) => !used.has(name))) throw new ImportError('damaged');
  return golfers.map((golfer) => ({
    golfer,
    // The name says that it is a video; readers and the server look at its content.
    file: new File([contentIn(parts, clipName(golfer.contentKey))], `${golfer.name}.mp4`, { type: golfer.type }),
  }));
}
