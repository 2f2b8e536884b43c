// Validates the administrator's golfer form (specification §5, hostile cases 104 and 105). Pure.
import type { z } from 'zod';
import { GolferForm } from '#contract/golfers.ts';
import { timeIn } from '#contract/wire.ts';
import { golferFormProblem } from '#domain/library/golfer.ts';
import { firstOutOfOrder } from '#domain/swing/swing.ts';
import { AppError, invalidRequest } from '#server/runtime/app-error.ts';

export interface CheckedGolferForm {
  readonly name: string;
  readonly majorChampionships: number;
  readonly club: string | null;
  readonly height: string | null;
  readonly restTime: number;
  readonly topTime: number;
  readonly strikeTime: number;
  /** The slow-motion factor; null when not given. */
  readonly slowMotionFactor: number | null;
}

/** Invisible characters and line breaks: they are removed, so that a name of nothing else is blank. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/** Emoji and several scripts need these joiners inside a word, never at its ends. */
const JOINERS = /^[\u200c\u200d]+|[\u200c\u200d]+$/g;

/** The values of a form. Throws an AppError with the first problem. */
export function checkGolferForm(fields: ReadonlyMap<string, string>, hasVideo: boolean): CheckedGolferForm {
  const { name: nameText = '', ...rest } = Object.fromEntries(fields);
  const { success, data: form, error } = GolferForm.safeParse({ ...rest, name: visible(nameText) });
  if (!success) throw invalidRequest(sentenceOf(error));
  const times = { restTime: timeIn(form.restTime), topTime: timeIn(form.topTime), strikeTime: timeIn(form.strikeTime) };
  const problem = golferFormProblem({ name: form.name, hasVideo, annotations: times });
  if (problem) throw new AppError(problem);
  if (firstOutOfOrder(times)) throw new AppError('positions-out-of-order');
  const { restTime, topTime, strikeTime } = times;
  return {
    name: form.name,
    majorChampionships: Number(form.majorChampionships),
    club: visible(form.club) || null,
    height: visible(form.height) || null,
    // Null is ruled out by the check above.
    restTime: restTime ?? 0,
    topTime: topTime ?? 0,
    strikeTime: strikeTime ?? 0,
    slowMotionFactor: form.slowMotionFactor === '' ? null : Number(form.slowMotionFactor),
  };
}

function visible(text: string): string {
  const shown = text.replace(INVISIBLE, (found) => (/^[\u200c\u200d]$/.test(found) ? found : ' '));
  return shown.trim().replace(JOINERS, '').trim().normalize('NFC');
}

function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues;
  const field = issue?.path.join('.') ?? '';
  return /^(Invalid input|Too (big|small))/.test(issue?.message ?? '')
    ? `Invalid value (${field})`
    : issue?.message === 'Invalid time'
      ? `Invalid time (${field})`
      : (issue?.message ?? 'The form could not be read');
}
