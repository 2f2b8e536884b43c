// Stores a comparison on this device: the visitor's own clips, a thumbnail and the choices. Loads the frame reader, so
// it is imported lazily.
import type { GolferCard } from '#contract/golfers.ts';
import { type StoredBodyTrack, storedBodyTrack } from '#domain/body/stored-body-track.ts';
import type { Alignment, ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { footageOf } from '#domain/swing/timing-uncertainty.ts';
import type { Clip } from '#domain/video/clip.ts';
import { clipBodyOf } from '#web/body/clip-body.ts';
import { clipOfFile } from '#web/clip/playable-file.ts';
import { readFrames } from '#web/clip/read-stills.ts';
import type { SwingVideo } from '#web/clip/swing-video.ts';
import { randomId } from '#web/lib/random-id.ts';
import { contentKeyOf } from './content-key.ts';
import { keepGolfer } from './golfer-copy.ts';
import type { KeptClip, KeptComparison } from './kept-comparison.ts';
import { type ComparisonWithMedia, type KeepOutcome, keep, whyNotKept } from './kept-database.ts';
import { timesForgotten } from './unsaved.ts';

export interface ComparisonToKeep {
  readonly user: SwingVideo;
  readonly pro: SwingVideo | GolferToKeep;
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
  /** The drawings as stored in the session; null without drawings. */
  readonly drawn: string | null;
  /** The note that it begins with; none if omitted. */
  readonly note?: string;
  /** The number of "delete all" actions when this was requested. */
  readonly begunAfter: number;
}

interface GolferToKeep {
  readonly golfer: GolferCard;
  /** The input of the thumbnail; null while unknown: an existing thumbnail then stays. */
  readonly shown: { readonly videoUrl: string; readonly clip: Clip; readonly annotations: SwingAnnotations } | null;
}

let running: Promise<unknown> = Promise.resolve();

/** Stores a comparison, or updates the one of the same swings. One at a time. Never rejects. */
export function keepComparison(comparison: ComparisonToKeep): Promise<KeepOutcome> {
  const next = running.then(() => keepNow(comparison)).catch(whyNotKept);
  running = next;
  return next;
}

async function keepNow(toKeep: ComparisonToKeep): Promise<KeepOutcome> {
  const withMedia = await withItsMedia(toKeep);
  // Everything was deleted in the meantime.
  if (toKeep.begunAfter !== timesForgotten()) return 'kept';
  await keep(withMedia);
  const { pro } = toKeep;
  if (!('file' in pro)) void keepGolfer(pro.golfer.id, pro.golfer.videoUrl);
  return 'kept';
}

/** A comparison as it is stored. Rejects when one of its clips cannot be read. */
export async function withItsMedia(toKeep: ComparisonToKeep): Promise<ComparisonWithMedia> {
  const { user, pro, alignment, choices, drawn, note } = toKeep;
  const own = 'file' in pro ? [user, pro] : [user];
  const clips = new Map<string, Blob>();
  for (const { file } of own) clips.set(await contentKeyOf(file), file);
  const thumbnail = await thumbnailOnce(user, pro);
  const bodies = new Map<string, StoredBodyTrack>();
  for (const { file } of own) {
    const track = clipBodyOf(file).getState().facts?.track;
    if (track) bodies.set(await contentKeyOf(file), storedBodyTrack(track));
  }
  const comparison: KeptComparison = {
    id: randomId(),
    keptAtMs: Date.now(),
    alignment,
    choices,
    drawn,
    user: await keptClipOf(user),
    ...(user.club && { club: user.club }),
    ...(note && { note }),
    pro: 'file' in pro ? { clip: await keptClipOf(pro) } : { golfer: pro.golfer },
  };
  return { comparison, thumbnail, clips, bodies };
}

/** The last thumbnail: each change of a comparison stores it again. */
let lastThumbnail: { readonly of: string; readonly picture: Blob | null } | null = null;

async function thumbnailOnce(user: SwingVideo, pro: SwingVideo | GolferToKeep): Promise<Blob | null> {
  if (!('file' in pro) && !pro.shown) return null;
  const other = 'file' in pro ? [pro.clipId, pro.annotations] : [pro.shown?.videoUrl, pro.shown?.annotations];
  const of = JSON.stringify([user.clipId, user.annotations, other]);
  if (lastThumbnail?.of === of) return lastThumbnail.picture;
  const picture = await makeThumbnail([await thumbnailSwing(user), await thumbnailSwing(pro)]);
  lastThumbnail = { of, picture };
  return picture;
}

async function keptClipOf(video: SwingVideo): Promise<KeptClip> {
  const { clipId, file, annotations, taken, slowMotionFactor, proposedFactor } = video;
  const clip = await clipOfFile(file);
  const asFilmed = { clip, annotations, slowMotionFactor: 1, newPicturesPerSecond: null };
  return {
    clipId,
    annotations,
    ...(taken && { taken }),
    slowMotionFactor,
    proposedFactor,
    contentKey: await contentKeyOf(file),
    fileName: file.name.slice(-255),
    type: file.type,
    lastModified: file.lastModified,
    sizeBytes: file.size,
    pictureInterval: clip && footageOf(asFilmed).pictureInterval,
  };
}

async function thumbnailSwing(side: SwingVideo | GolferToKeep): Promise<ThumbnailSwing | null> {
  if (!('file' in side)) {
    const { shown } = side;
    return shown && { source: shown.videoUrl, clip: shown.clip, annotations: shown.annotations };
  }
  const clip = await clipOfFile(side.file);
  return clip && { source: side.file, clip, annotations: side.annotations };
}

interface ThumbnailSwing {
  /** The file, or the address of a video on this site. */
  readonly source: File | string;
  readonly clip: Clip;
  readonly annotations: SwingAnnotations;
}

/** Twice the shown size, for high-density displays. */
const THUMBNAIL = { widthPx: 320, heightPx: 240 } as const;

/** The thumbnail as a JPEG; a side that cannot be shown is black. Null when neither can. */
async function makeThumbnail(sides: readonly (ThumbnailSwing | null)[]): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [THUMBNAIL.widthPx, THUMBNAIL.heightPx];
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const widthPx = canvas.width / sides.length;
  let isEmpty = true;
  for (const [index, side] of sides.entries()) {
    const still = side && (await stillOf(side).catch(() => null));
    if (!still) continue;
    isEmpty = false;
    drawCovering(context, still, index * widthPx, widthPx);
  }
  if (isEmpty) return null;
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
}

/** The time of the top, or of the strike when the top is not marked. */
async function stillOf({ source, clip, annotations }: ThumbnailSwing) {
  const time = annotations.topTime ?? annotations.strikeTime;
  if (time === null) return null;
  const src = source instanceof File ? URL.createObjectURL(source) : source;
  try {
    const swing = { src, frameTimes: clip.frameTimes, tallestPx: 480 };
    const [still] = await readFrames(swing, [time], new AbortController().signal);
    return still ?? null;
  } finally {
    if (source instanceof File) URL.revokeObjectURL(src);
  }
}

/** Fills part of the canvas with the middle of a picture. */
function drawCovering(
  context: CanvasRenderingContext2D,
  picture: HTMLCanvasElement | OffscreenCanvas,
  xPx: number,
  widthPx: number,
): void {
  const { heightPx } = THUMBNAIL;
  const scale = Math.max(widthPx / picture.width, heightPx / picture.height);
  const [fromWidth, fromHeight] = [widthPx / scale, heightPx / scale];
  const [fromX, fromY] = [(picture.width - fromWidth) / 2, (picture.height - fromHeight) / 2];
  context.drawImage(picture, fromX, fromY, fromWidth, fromHeight, xPx, 0, widthPx, heightPx);
}
