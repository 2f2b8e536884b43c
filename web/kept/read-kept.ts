// Validates a kept comparison from an imported file, which is untrusted. Loads zod, so it is imported lazily.
import { GolferCard } from '#contract/golfers.ts';
import { ALIGNMENTS } from '#domain/comparison/comparison-choices.ts';
import { storedChoices } from '#domain/comparison/stored-choices.ts';
import { CLUB_KINDS, MAX_NAME_LENGTH } from '#domain/library/golfer.ts';
import { MAX_VIDEO_BYTES } from '#domain/video/video-file.ts';
import { factorOrNull, isAnnotations, storedMoments } from '#web/clip/comparison-session.ts';
import { isContentKey } from './content-key.ts';
import {
  type KeptClip,
  type KeptComparison,
  type KeptDetails,
  MAX_NOTE_LENGTH,
  MAX_TITLE_LENGTH,
} from './kept-comparison.ts';

/** The size of the drawings of a long lesson, in characters. Longer text is rejected. */
const MAX_DRAWN_LENGTH = 4_000_000;

/** A validated comparison without unknown fields; null when the value is not a comparison. */
export function readKept(value: unknown): KeptComparison | null {
  const { id, keptAtMs, user, pro, alignment, choices, drawn, title, club, note } = fieldsOf(value);
  const known = ALIGNMENTS.find((one) => one === alignment);
  const [readUser, readPro] = [readClip(user), readOther(pro)];
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id) || !isTime(keptAtMs)) return null;
  if (!known || !readUser || !readPro) return null;
  const isDrawn = typeof drawn === 'string' && drawn.length <= MAX_DRAWN_LENGTH;
  return {
    id,
    keptAtMs,
    alignment: known,
    choices: storedChoices(choices),
    drawn: isDrawn ? drawn : null,
    user: readUser,
    pro: readPro,
    ...readDetails({ title, club, note }),
  };
}

function readDetails({ title, club, note }: Readonly<Record<keyof KeptDetails, unknown>>): KeptDetails {
  const kind = CLUB_KINDS.find((one) => one === club);
  return {
    ...(typeof title === 'string' && { title: title.slice(0, MAX_TITLE_LENGTH) }),
    ...(kind && { club: kind }),
    ...(typeof note === 'string' && { note: note.slice(0, MAX_NOTE_LENGTH) }),
  };
}

function readOther(value: unknown): KeptComparison['pro'] | null {
  const { golfer, clip } = fieldsOf(value);
  if (golfer !== undefined) return readGolfer(golfer);
  const read = readClip(clip);
  return read && { clip: read };
}

/** Fields that earlier versions did not write. */
const ADDED_LATER = { view: null, hand: null, level: null, tag: null, tempo: null, loopUrl: null, bodyUrl: null };

/** The contract's card, with texts no longer than the form allows and addresses limited to paths of this site. */
const ImportedGolfer = GolferCard.strict().refine(
  ({ name, thumbnailUrl, loopUrl, videoUrl, bodyUrl, ...texts }) =>
    name.length <= MAX_NAME_LENGTH &&
    [texts.club, texts.height, texts.level, texts.tag].every((text) => (text?.length ?? 0) <= MAX_NAME_LENGTH) &&
    [thumbnailUrl, loopUrl, videoUrl, bodyUrl].every((address) => address === null || /^\/[\w.~%/-]*$/.test(address)) &&
    ![thumbnailUrl, loopUrl, videoUrl, bodyUrl].some((address) => address?.startsWith('//')),
);

function readGolfer(value: unknown): KeptComparison['pro'] | null {
  const { data } = ImportedGolfer.safeParse({ ...ADDED_LATER, ...fieldsOf(value) });
  return data ? { golfer: data } : null;
}

function readClip(value: unknown): KeptClip | null {
  const { contentKey, clipId, fileName, type, lastModified, sizeBytes, annotations, ...rest } = fieldsOf(value);
  if (!isContentKey(contentKey) || typeof clipId !== 'string' || !/^[0-9a-f]{1,64}$/.test(clipId)) return null;
  if (typeof fileName !== 'string' || fileName.length > 1000 || typeof type !== 'string' || type.length > 200)
    return null;
  if (!isTime(lastModified) || !isAnnotations(annotations)) return null;
  if (!isWhole(sizeBytes) || sizeBytes === 0 || sizeBytes > MAX_VIDEO_BYTES) return null;
  const { restTime, topTime, strikeTime } = annotations;
  return {
    contentKey,
    clipId,
    fileName,
    type,
    lastModified,
    sizeBytes,
    annotations: { restTime, topTime, strikeTime },
    ...(rest.taken !== undefined && { taken: storedMoments(rest.taken) }),
    slowMotionFactor: factorOrNull(rest.slowMotionFactor),
    proposedFactor: factorOrNull(rest.proposedFactor),
    pictureInterval: isInterval(rest.pictureInterval) ? rest.pictureInterval : null,
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isInterval(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 10;
}
