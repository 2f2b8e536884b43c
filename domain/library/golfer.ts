// A professional of the library and the validation of its form (SPEC §3, §5).
import type { SwingAnnotations } from '#domain/swing/swing.ts';

/** A golfer as the picker shows one. */
export interface Golfer {
  readonly id: number;
  readonly name: string;
  /** Won majors, 0 or more. */
  readonly majorChampionships: number;
  /** The club of the swing, such as "Driver"; null when not said. */
  readonly club: string | null;
  /** Free text such as 6'1"; null when not said. */
  readonly height: string | null;
  /** A path on this server under /uploads/thumbnails/; null when there is no picture. */
  readonly thumbnailUrl: string | null;
  /** What kind of swing the card promises, such as "Reference model"; null when not said. */
  readonly level: string | null;
  /** A short word on the card, such as "Professional tempo"; null when not said. */
  readonly tag: string | null;
}

/** The longest golfer's name, in characters (hostile case 105). */
export const MAX_NAME_LENGTH = 200;

/** Why the admin's form is refused. */
export type GolferFormProblem = 'missing-fields' | 'missing-annotations';

/** The reason to refuse a golfer's form, or null. The three times must be marked and not 0 (SPEC §5). */
export function golferFormProblem(form: {
  readonly name: string;
  readonly hasVideo: boolean;
  readonly annotations: SwingAnnotations;
}): GolferFormProblem | null {
  if (form.name.trim() === '' || !form.hasVideo) return 'missing-fields';
  const { restTime, topTime, strikeTime } = form.annotations;
  return restTime && topTime && strikeTime ? null : 'missing-annotations';
}
