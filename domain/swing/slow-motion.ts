// Determines how many times slower than real time a clip plays, from its container, its marks and the answer.
import { framesPerSecond } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import type { SwingAnnotations } from './swing.ts';

/** 960 fps shown at 30 fps: the slowest that phones film. */
export const MAX_SLOW_MOTION_FACTOR = 32;

/** The container's statements about the recording. {@link judgeSlowMotion} interprets it. */
export interface FilmingFacts {
  /** The capture rate in frames per second, as stated in the file; null when it is not stated. */
  readonly capturedPerSecond: number | null;
  /** Whether a phone marked the file as slow motion without a factor. */
  readonly isMarkedSlow: boolean;
}

/** A file without recording information. */
export const NO_FILMING_FACTS: FilmingFacts = Object.freeze({ capturedPerSecond: null, isMarkedSlow: false });

/** The factors that are offered: 60, 120 and 240 fps played at 30. 1 is real time. */
export const OFFERED_FACTORS = [1, 2, 4, 8] as const;

/**
 * Minimum downswing on the clip's own timeline at which the visitor is asked, in seconds. Source: 13 frames at 30 fps
 * separate real time from slow motion in 98.6 % of 1,400 labeled tour swings (docs/decisions/062).
 */
const LONG_DOWNSWING = 0.43;

/**
 * Minimum downswing at which slow motion is proposed, in seconds. Any limit from 13 to 17 frames separates the same
 * 1,400 swings, because tour players need 0.21 to 0.31 s. Amateurs need up to 0.45 s, some slightly more, so the
 * proposal (unlike the question) uses the upper end: 16 frames.
 */
const TOO_LONG_DOWNSWING = 16 / 30;

/** The median downswing of 461 tour swings that were filmed four times slower, in seconds. */
const USUAL_DOWNSWING = 0.25;

/** The range of observed downswings in true seconds, including marking errors at 30 fps. */
const POSSIBLE_DOWNSWING = { from: 0.13, to: 0.7 } as const;

/** Why a factor is proposed. */
type SlowMotionReason =
  /** The file states its capture rate. */
  | 'capture-rate'
  /** A phone marked the file, without a rate. */
  | 'phone-mark'
  /** Top to strike takes longer than in any real-time swing. */
  | 'too-long'
  /** Top to strike takes long, but possible for a slow swing. */
  | 'long'
  /** The file states a rate that the marks contradict. */
  | 'contradicted'
  /** No evidence of slow motion. */
  | 'none';

/** The proposal for a clip. */
export interface SlowMotionJudgment {
  /** How many times slower than real time the clip probably plays; 1 for real time. */
  readonly factor: number;
  readonly reason: SlowMotionReason;
  /** Whether to ask the visitor. Until they answer, the proposed factor is in use. */
  readonly isWorthAsking: boolean;
}

/** The facts of a clip that this judgment needs. */
export interface FilmedSwing {
  readonly facts: FilmingFacts;
  /** Null when the frames could not be read; the capture rate is then ignored. */
  readonly clip: Pick<Clip, 'frameRate'> | null;
  readonly annotations: SwingAnnotations;
}

/**
 * Judges whether a clip is slow motion. A capture rate counts when it is above the playback rate and the marks do not
 * contradict it: a file of 120 fps that plays 120 is real time, and editors copy the tag into files that they brought
 * back to real time. Without a capture rate, the marks decide.
 */
export function judgeSlowMotion({ facts, clip, annotations }: FilmedSwing): SlowMotionJudgment {
  const downswing = downswingOf(annotations);
  const fromMarks = judgeDownswing(downswing);
  const stated = clip && captureFactor(facts.capturedPerSecond, framesPerSecond(clip.frameRate));
  if (stated !== null && stated > 1) {
    if (downswing === null || isPlausibleFactor(stated, downswing)) return asked(stated, 'capture-rate');
    return asked(fromMarks.factor, 'contradicted');
  }
  if (!facts.isMarkedSlow) return fromMarks;
  return asked(downswing === null ? 8 : fromMarks.factor, 'phone-mark');
}

/**
 * The factor that follows from a capture rate and a playback rate, both in frames per second. A whole number when it is
 * within 3 % of one (29.97 for 30, varying rates). Null without a plausible factor: no rate, a time lapse, or slower
 * than phones film.
 */
export function captureFactor(capturedPerSecond: number | null, shownPerSecond: number): number | null {
  if (capturedPerSecond === null) return null;
  const factor = capturedPerSecond / shownPerSecond;
  if (!(factor > 0.97 && factor <= MAX_SLOW_MOTION_FACTOR)) return null;
  const whole = Math.round(factor);
  return Math.abs(factor - whole) <= 0.03 * whole ? whole : Math.round(factor * 100) / 100;
}

/** Whether a factor gives a plausible downswing. `downswing` in seconds of the clip's timeline. */
export function isPlausibleFactor(factor: number, downswing: number): boolean {
  const seconds = downswing / factor;
  return seconds >= POSSIBLE_DOWNSWING.from && seconds <= POSSIBLE_DOWNSWING.to;
}

/** Top to strike on the clip's own timeline, in seconds; null when it is not marked or the order is wrong. */
export function downswingOf({ topTime, strikeTime }: SwingAnnotations): number | null {
  return topTime !== null && strikeTime !== null && strikeTime > topTime ? strikeTime - topTime : null;
}

/** The known facts about a clip's slow motion. */
export interface SlowMotionState {
  /** How many times slower than real time it plays, as the visitor answered; null while unanswered. */
  readonly slowMotionFactor: number | null;
  /** The factor that was proposed, 1 for real time; null before the clip was judged. */
  readonly proposedFactor: number | null;
}

/**
 * The factor in use: the visitor's answer, else the proposal, else real time.
 * @example
 * factorInUse({ slowMotionFactor: null, proposedFactor: 8 }) // 8
 */
export function factorInUse({ slowMotionFactor, proposedFactor }: SlowMotionState): number {
  return [slowMotionFactor, proposedFactor].find(isSlowMotionFactor) ?? 1;
}

/** Whether a value is a valid factor: a number from 1 to the slowest that phones film. */
export function isSlowMotionFactor(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= MAX_SLOW_MOTION_FACTOR;
}

/**
 * The marks in seconds of true time, from the start of the clip.
 * @example
 * inTrueTime({ restTime: 4, topTime: 12, strikeTime: 14 }, 8) // { restTime: 0.5, topTime: 1.5, strikeTime: 1.75 }
 */
export function inTrueTime(annotations: SwingAnnotations, factor: number): SwingAnnotations {
  const inLife = (time: number | null) => (time === null ? null : time / factor);
  return {
    restTime: inLife(annotations.restTime),
    topTime: inLife(annotations.topTime),
    strikeTime: inLife(annotations.strikeTime),
  };
}

/** The offered factor that brings the downswing closest to the usual one, by ratio. */
function judgeDownswing(downswing: number | null): SlowMotionJudgment {
  if (downswing === null || downswing < LONG_DOWNSWING) return { factor: 1, reason: 'none', isWorthAsking: false };
  if (downswing < TOO_LONG_DOWNSWING) return asked(1, 'long');
  const off = (factor: number) => Math.abs(Math.log(downswing / factor / USUAL_DOWNSWING));
  const slow = OFFERED_FACTORS.filter((factor) => factor > 1);
  return asked(
    slow.reduce((best, factor) => (off(factor) < off(best) ? factor : best)),
    'too-long',
  );
}

function asked(factor: number, reason: SlowMotionReason): SlowMotionJudgment {
  return { factor, reason, isWorthAsking: true };
}
