// A comparison stored on this device, and a lesson beside the comparison that it explains. Plain values: the bytes of
// clips, thumbnails and sounds are stored separately.
import type { GolferCard } from '#contract/golfers.ts';
import type { Alignment, ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { Lesson, LessonEvent, LessonRange } from '#domain/lesson/lesson.ts';
import type { ClubKind } from '#domain/library/golfer.ts';
import type { TakenMoments } from '#domain/moments/taken-moments.ts';
import { factorInUse, inTrueTime, type SlowMotionState } from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type Tempo, tempoOf } from '#domain/swing/timing-analysis.ts';
import { USUAL_FOOTAGE } from '#domain/swing/timing-uncertainty.ts';
import { say, words } from '#web/words/words.ts';

/** One of the visitor's own clips in a kept comparison. */
export interface KeptClip extends SlowMotionState {
  /** The key of its bytes: see content-key.ts. */
  readonly contentKey: string;
  /** Its id in the session, under which results of this clip are stored. */
  readonly clipId: string;
  readonly fileName: string;
  readonly type: string;
  /** The file's date, in milliseconds since 1970. */
  readonly lastModified: number;
  readonly sizeBytes: number;
  readonly annotations: SwingAnnotations;
  /** The proposed positions that were taken; absent where none was, or where an earlier version stored the clip. */
  readonly taken?: TakenMoments;
  /** The time between two frames, in seconds of the clip; null when its frames could not be read. */
  readonly pictureInterval: number | null;
}

/** The visitor's notes about a comparison; omitted or empty without any. */
export interface KeptDetails {
  readonly title?: string;
  readonly club?: ClubKind | null;
  readonly note?: string;
}

/** The maximum length of title and note, in characters. */
export const MAX_TITLE_LENGTH = 100;
export const MAX_NOTE_LENGTH = 2000;

export interface KeptComparison extends KeptDetails {
  readonly id: string;
  /** The time of the first comparison, in milliseconds since 1970. */
  readonly keptAtMs: number;
  readonly user: KeptClip;
  /** A golfer of the library, or one of the visitor's own clips. */
  readonly pro: { readonly golfer: GolferCard } | { readonly clip: KeptClip };
  readonly alignment: Alignment;
  readonly choices: ComparisonChoices;
  /** The drawings as stored in the session; null without drawings. */
  readonly drawn: string | null;
}

/** The visitor's notes about a comparison, without empty ones. */
export function detailsOf({ title, club, note }: KeptComparison): KeptDetails {
  return { ...(title !== undefined && { title }), ...(club && { club }), ...(note !== undefined && { note }) };
}

/** The visitor's own clips in a comparison: one or two. */
export function clipsOf({ user, pro }: Pick<KeptComparison, 'user' | 'pro'>): readonly KeptClip[] {
  return 'clip' in pro ? [user, pro.clip] : [user];
}

/** The tempo ratio of a kept clip with its ±; null when a mark is missing. */
export function tempoOfKept(clip: KeptClip): Tempo | null {
  const slowMotionFactor = factorInUse(clip);
  const pictureInterval = clip.pictureInterval ?? USUAL_FOOTAGE.pictureInterval;
  return tempoOf(inTrueTime(clip.annotations, slowMotionFactor), { pictureInterval, slowMotionFactor });
}

/** The total size of clips, in bytes; each clip counts once. */
export function sizeOf(clips: readonly Pick<KeptClip, 'contentKey' | 'sizeBytes'>[]): number {
  const sizes = new Map(clips.map(({ contentKey, sizeBytes }) => [contentKey, sizeBytes]));
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** The comparisons of each swing, in the order in which the swings come first. */
export function bySwing(kept: readonly KeptComparison[]): readonly (readonly [KeptComparison, ...KeptComparison[]])[] {
  const groups: [KeptComparison, ...KeptComparison[]][] = [];
  for (const one of kept) {
    const known = groups.find(([{ user }]) => isSameSwing(user, one.user));
    if (known) known.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** The visitor's swings in comparisons, each once, by date of filming. */
export function swingsInOrder(kept: readonly KeptComparison[]): readonly KeptComparison[] {
  return bySwing(kept)
    .map(([first]) => first)
    .toSorted((a, b) => filmedAtMs(a) - filmedAtMs(b));
}

/** The file's date of filming, in milliseconds since 1970; null when unknown. */
export function filmedDateMs({ keptAtMs, user }: Pick<KeptComparison, 'keptAtMs' | 'user'>): number | null {
  return user.lastModified >= FIRST_DATE_MS && user.lastModified <= keptAtMs ? user.lastModified : null;
}

/** Earlier dates come from cameras whose clock was never set. */
const FIRST_DATE_MS = Date.UTC(2000, 0, 1);

/** The date of a swing by its file, but not later than its comparison. In milliseconds since 1970. */
export function filmedAtMs({ keptAtMs, user }: Pick<KeptComparison, 'keptAtMs' | 'user'>): number {
  return user.lastModified >= FIRST_DATE_MS ? Math.min(user.lastModified, keptAtMs) : keptAtMs;
}

/** Two swings of one clip with strikes closer than this, in seconds of the clip, are one swing marked again. */
const SAME_SWING = 1;

/** Whether two comparisons are of the same swings: the newer one then replaces the older. */
export function areSameSwings(a: KeptComparison, b: KeptComparison): boolean {
  if ('golfer' in a.pro !== 'golfer' in b.pro) return false;
  if ('golfer' in a.pro && 'golfer' in b.pro && a.pro.golfer.id !== b.pro.golfer.id) return false;
  const theirs = clipsOf(b);
  return clipsOf(a).every((clip, index) => {
    const other = theirs[index];
    return other !== undefined && isSameSwing(clip, other);
  });
}

/** Whether two clips are one file, marked at the same swing. */
export function isSameSwing(clip: KeptClip, other: KeptClip): boolean {
  const [{ annotations: a }, { annotations: b }] = [clip, other];
  if (clip.contentKey !== other.contentKey) return false;
  if (a.strikeTime === null || b.strikeTime === null) return a.strikeTime === b.strikeTime;
  return Math.abs(a.strikeTime - b.strikeTime) < SAME_SWING;
}

/** A lesson. Its audio and the bytes of its clips are stored separately. */
export interface KeptLesson {
  readonly id: string;
  /** The time of the recording, in milliseconds since 1970. */
  readonly keptAtMs: number;
  /** The visitor's title; empty for the usual one. */
  readonly title: string;
  /** The comparison as it was when the recording began. */
  readonly comparison: KeptComparison;
  /** Null while its first recording is not finished. */
  readonly lesson: Lesson | null;
}

/**
 * A piece of a running recording. The pieces of a recording follow each other without a gap. Those of a recording that
 * adds to a lesson have the recorded times of that lesson.
 */
export interface LessonPart {
  readonly events: readonly LessonEvent[];
  /** The recorded time at the end of the part, in seconds. */
  readonly recorded: number;
  /** What is played of the whole lesson, as recorded up to the end of the part. */
  readonly kept: readonly LessonRange[];
  /** The known delay of the microphone, in seconds; absent in parts that an earlier version wrote. */
  readonly voiceDelay?: number;
  /** The next bytes of the audio file; null without a microphone. */
  readonly audio: ArrayBuffer | null;
}

export function lessonTitle({ title, comparison }: KeptLesson): string {
  if (title.trim()) return title.trim();
  const { pro, choices } = comparison;
  const other = 'golfer' in pro ? pro.golfer.name : (choices.names.pro ?? words.mySwings.earlierSwing);
  return say(words.lesson.usualTitle, { other });
}
