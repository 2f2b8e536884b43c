// The values passed from the analysis page to the compare page (specification §3), in sessionStorage so that a reload
// keeps them. Stored values are validated when read; what the storage refuses is kept in memory.
import type { GolferCard } from '#contract/golfers.ts';
import {
  ALIGNMENTS,
  type Alignment,
  type ComparisonChoices,
  DEFAULT_ALIGNMENT,
  FIRST_CHOICES,
} from '#domain/comparison/comparison-choices.ts';
import { storedChoices } from '#domain/comparison/stored-choices.ts';
import { CLUB_KINDS, type ClubKind } from '#domain/library/golfer.ts';
import type { Moment } from '#domain/moments/found-swing.ts';
import type { TakenMoments } from '#domain/moments/taken-moments.ts';
import { isSlowMotionFactor, type SlowMotionState } from '#domain/swing/slow-motion.ts';
import { POSITIONS, type SwingAnnotations } from '#domain/swing/swing.ts';
import { orNull } from '#web/lib/or-null.ts';

/** One of the visitor's videos with its marks. */
export interface SessionVideo extends SlowMotionState {
  /** A blob: address of the file, valid while the page that created it lives. */
  readonly url: string;
  readonly annotations: SwingAnnotations;
  /** The key of the stored file: see clip-storage.ts. */
  readonly clipId: string;
  readonly fileName: string;
  /** As in SwingVideo. */
  readonly taken?: TakenMoments;
  readonly startsAfterRest?: boolean;
  readonly club?: ClubKind;
}

/** All session values. Null for a missing value, `invalid` for one that cannot be used. */
interface ComparisonSession {
  readonly userVideo: SessionVideo | 'invalid' | null;
  readonly customProVideo: SessionVideo | 'invalid' | null;
  readonly selectedPro: GolferCard | 'invalid' | null;
  readonly useCustomPro: boolean;
  readonly alignmentType: Alignment;
  /** Tempo, layout, framing, ghost, wipe, body lines, swap, mirror, nudge and places. */
  readonly choices: ComparisonChoices;
}

const KEYS = ['userVideo', 'customProVideo', 'selectedPro', 'useCustomPro', 'alignmentType', 'choices'] as const;

/** Reads all values. Never throws. */
export function readSession(): ComparisonSession {
  const alignment = ALIGNMENTS.find((one) => one === readText('alignmentType'));
  return {
    userVideo: sessionVideo('userVideo'),
    customProVideo: sessionVideo('customProVideo'),
    selectedPro: parse('selectedPro', isGolferCard),
    useCustomPro: readText('useCustomPro') === 'true',
    alignmentType: alignment ?? DEFAULT_ALIGNMENT,
    choices: readChoices(),
  };
}

/** Writes values. Omitted ones stay unchanged; null removes one. */
export function writeSession(values: {
  readonly userVideo?: SessionVideo | null;
  readonly customProVideo?: SessionVideo | null;
  readonly selectedPro?: GolferCard | null;
  readonly useCustomPro?: boolean;
  readonly alignmentType?: Alignment;
  readonly choices?: ComparisonChoices;
}): void {
  for (const key of KEYS) {
    const value = values[key];
    if (value === undefined) continue;
    writeText(key, value === null ? null : key === 'alignmentType' ? String(value) : JSON.stringify(value));
  }
}

/** Whether the session is empty: the page then starts as prerendered. */
export function isSessionBlank(): boolean {
  return KEYS.every((key) => readText(key) === null);
}

/** What is stored beside those values. */
const TEXT_KEYS = ['drawings', 'drawingsChoice', 'includedDrawings', 'uploaded', 'agreedUploads', 'making'] as const;

export function clearSession(): void {
  for (const key of [...KEYS, ...TEXT_KEYS]) writeText(key, null);
}

/** The drawings on a merged video as text, or null. web/drawing knows the format. */
export function readDrawn(): string | null {
  return readText('drawings');
}

export function writeDrawn(text: string | null): void {
  writeText('drawings', text);
}

/** The ids of the clips that the visitor agreed to upload. */
export function readAgreedUploads(): readonly string[] {
  const ids = orNull(() => JSON.parse(readText('agreedUploads') ?? '[]') as unknown);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

export function writeAgreedUploads(clipIds: readonly string[]): void {
  writeText('agreedUploads', clipIds.length === 0 ? null : JSON.stringify(clipIds));
}

function parse<T>(key: string, isRight: (value: unknown) => value is T): T | 'invalid' | null {
  const text = readText(key);
  if (text === null) return null;
  const value = orNull(() => JSON.parse(text) as unknown);
  return isRight(value) ? value : 'invalid';
}

function readChoices(): ComparisonChoices {
  const choices = parse('choices', (value): value is unknown => value !== undefined);
  return choices === null || choices === 'invalid' ? FIRST_CHOICES : storedChoices(choices);
}

function sessionVideo(key: 'userVideo' | 'customProVideo'): SessionVideo | 'invalid' | null {
  const video = parse(key, isSessionVideo);
  if (video === null || video === 'invalid') return video;
  const { url, annotations, clipId, fileName, slowMotionFactor, proposedFactor } = video;
  const club = CLUB_KINDS.find((kind) => kind === video.club);
  return {
    url,
    annotations,
    clipId,
    fileName,
    slowMotionFactor: factorOrNull(slowMotionFactor),
    proposedFactor: factorOrNull(proposedFactor),
    ...(video.taken && { taken: storedMoments(video.taken) }),
    ...(video.startsAfterRest === true && { startsAfterRest: true }),
    ...(club && { club }),
  };
}

/** The valid proposals in a stored value. */
export function storedMoments(value: unknown): TakenMoments {
  const stored = (value ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    POSITIONS.flatMap((position) => {
      const moment = stored[position];
      return isMoment(moment) ? [[position, plainMoment(moment)]] : [];
    }),
  );
}

/** Without unknown fields. */
function plainMoment({ time, confidence, certainty, range }: Moment): Moment {
  return { time, confidence, certainty, range: range && { from: range.from, to: range.to } };
}

function isMoment(value: unknown): value is Moment {
  const { time, confidence, certainty, range } = (value ?? {}) as Readonly<Record<keyof Moment, unknown>>;
  const { from, to } = (range ?? { from: 0, to: 0 }) as Readonly<Record<string, unknown>>;
  return [time, confidence, from, to].every(Number.isFinite) && ['heard', 'sure', 'check'].includes(String(certainty));
}

/** A stored slow-motion factor; null for an invalid one. */
export function factorOrNull(value: unknown): number | null {
  return isSlowMotionFactor(value) ? value : null;
}

function isSessionVideo(value: unknown): value is SessionVideo {
  const video = value as Partial<SessionVideo> | null;
  return typeof video?.clipId === 'string' && isAnnotations(video.annotations);
}

/** Whether a stored value contains the marks of a swing. */
export function isAnnotations(value: unknown): value is SwingAnnotations {
  const marks = value as Record<string, unknown> | null | undefined;
  if (typeof marks !== 'object' || marks === null) return false;
  return [marks.restTime, marks.topTime, marks.strikeTime].every(
    (time) => time === null || (typeof time === 'number' && Number.isFinite(time) && time >= 0),
  );
}

/** Whether a stored value contains the parts of a golfer's card that the pages need. */
function isGolferCard(value: unknown): value is GolferCard {
  const golfer = value as Partial<GolferCard> | null;
  return typeof golfer?.id === 'number' && typeof golfer.name === 'string';
}

/** The newest values that sessionStorage refused. Null for a value to remove. */
const refused = new Map<string, string | null>();

/** The text last written under a key, or null. Never throws. */
export function readText(key: string): string | null {
  if (refused.has(key)) return refused.get(key) ?? null;
  return orNull(() => sessionStorage.getItem(key));
}

/** Drawings can take megabytes. They are moved to memory to make room for marks, which a reload needs most. */
const LARGEST = 'drawings';

/**
 * Writes a value so that the next read returns it. When the storage is full, removes the older value, because older
 * marks would be wrong.
 */
export function writeText(key: string, text: string | null): void {
  refused.delete(key);
  if (store(key, text)) return;
  store(key, null);
  if (store(key, text)) return;
  if (key !== LARGEST && text !== null) {
    refused.set(LARGEST, readText(LARGEST));
    store(LARGEST, null);
    if (store(key, text)) return;
  }
  refused.set(key, text);
}

/** False when sessionStorage fails because it is full or disabled. */
function store(key: string, text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The state of the history with which the stage is opened to answer what was received by a link: a lesson begins at once. */
export const ANSWERING = 'answering';
