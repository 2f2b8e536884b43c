// A professional of the library, the validation of its form (specification §3, §5), and the kinds of club.
import type { CameraView, GolferHand } from '#domain/body/filmed.ts';
import { inTrueTime } from '#domain/swing/slow-motion.ts';
import { phaseLength, type SwingAnnotations, tempoRatio } from '#domain/swing/swing.ts';

/** The camera view and the playing hand of a swing. */
export interface Filmed {
  /** The camera's view; null when unknown. */
  readonly view: CameraView | null;
  /** The hand as the picture shows it; null when unknown. */
  readonly hand: GolferHand | null;
}

/** Neither view nor hand is known. */
export const FILMED_UNKNOWN: Filmed = Object.freeze({ view: null, hand: null });

/** A golfer as the picker shows one. */
export interface Golfer extends Filmed {
  readonly id: number;
  readonly name: string;
  /** Won majors, 0 or more. */
  readonly majorChampionships: number;
  /** The club of the swing, such as "Driver"; null when not given. */
  readonly club: string | null;
  /** Free text such as 6'1"; null when not given. */
  readonly height: string | null;
  /** A path on this server under /uploads/thumbnails/; null when there is no picture. */
  readonly thumbnailUrl: string | null;
  /** The kind of swing named on the card, such as "Model"; null when not given. */
  readonly level: string | null;
  /** A short label on the card, such as "Professional tempo"; null when not given. */
  readonly tag: string | null;
}

/** A golfer's tempo in true time, as cards show it. */
export interface GolferTempo {
  /** Backswing divided by downswing: 3 means three to one. */
  readonly ratio: number;
  /** From rest to strike, in seconds. */
  readonly seconds: number;
}

/** Tempo groups of a full swing, relative to other professionals. */
type TempoGroup = 'quick' | 'medium' | 'unhurried';

/**
 * The tempo group of a swing, by its seconds from rest to strike. Tour players cluster at 21/7, 24/8 and 27/9 frames of
 * 1/30 second (0.93, 1.07 and 1.20 s; J. Novosel, "Tour Tempo", 2004); the limits are half-way between.
 */
export function tempoGroup(seconds: number): TempoGroup {
  if (seconds < 30 / 30) return 'quick';
  return seconds < 34 / 30 ? 'medium' : 'unhurried';
}

/** The tempo of a marked golfer; null where a mark is missing or the marks are out of order. */
export function golferTempo(annotations: SwingAnnotations, slowMotionFactor: number): GolferTempo | null {
  const inTrue = inTrueTime(annotations, slowMotionFactor);
  const ratio = tempoRatio(inTrue);
  const seconds = phaseLength(inTrue, 'rest-to-strike');
  return ratio === null || seconds === null ? null : { ratio, seconds };
}

/** The longest golfer's name, in characters (hostile case 105). */
export const MAX_NAME_LENGTH = 200;

/**
 * The golfer's name that a video file's name suggests: without its ending, with spaces for underscores and dashes. May be empty.
 * @example
 * nameFromFile('rory_mcilroy--driver.mp4') // 'rory mcilroy driver'
 */
export function nameFromFile(fileName: string): string {
  const words = fileName.replace(/\.\w+$/, '').replace(/[\s_-]+/g, ' ');
  return words.trim().slice(0, MAX_NAME_LENGTH).trim();
}

/** Why the administrator's form is refused. */
export type GolferFormProblem = 'missing-fields' | 'missing-annotations';

/** The reason to refuse a golfer's form, or null. The three times must be marked and not 0 (specification §5). */
export function golferFormProblem(form: {
  readonly name: string;
  readonly hasVideo: boolean;
  readonly annotations: SwingAnnotations;
}): GolferFormProblem | null {
  if (form.name.trim() === '' || !form.hasVideo) return 'missing-fields';
  const { restTime, topTime, strikeTime } = form.annotations;
  return restTime && topTime && strikeTime ? null : 'missing-annotations';
}

/** The kinds, from the longest swing to the shortest. */
export const CLUB_KINDS = ['driver', 'iron', 'wedge', 'chip'] as const;

/** The kind of a swing: `driver` with any wood, `iron` with a hybrid too, `wedge` for a full wedge, `chip` for a short shot. */
export type ClubKind = (typeof CLUB_KINDS)[number];

/** Derives the kind of a golfer's swing from the administrator's texts for club and name; null if neither tells. */
export function clubKindOf({ club, name }: { readonly club: string | null; readonly name: string }): ClubKind | null {
  const text = `${club ?? ''} ${name}`.toLowerCase();
  // A chip is played with a wedge, so it is tested first.
  if (/\bchip/.test(text)) return 'chip';
  if (/\b(driver|\d? ?wood|fairway wood)\b/.test(text)) return 'driver';
  if (/wedge|\b[psl]w\b/.test(text)) return 'wedge';
  return /\b(iron|irons|hybrid)\b/.test(text) ? 'iron' : null;
}

/** How far two kinds are apart: 0 for the same, 3 for a driver and a chip. */
export function clubDistance(a: ClubKind, b: ClubKind): number {
  return Math.abs(CLUB_KINDS.indexOf(a) - CLUB_KINDS.indexOf(b));
}
