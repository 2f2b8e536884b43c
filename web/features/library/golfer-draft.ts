// The values of the administrator's form: typed text and the exact times of the marks.
import { type GolferFormProblem, golferFormProblem } from '#domain/library/golfer.ts';
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';

/** One of the three times: the text in the input, and the exact time it represents; null for none. */
export interface DraftTime {
  readonly text: string;
  readonly time: number | null;
}

export interface GolferDraft {
  readonly file: File | null;
  readonly name: string;
  readonly majorChampionships: string;
  readonly club: string;
  readonly height: string;
  readonly times: Readonly<Record<Position, DraftTime>>;
  /** How many times slower than real time the video plays, as answered; null until answered. */
  readonly slowMotionFactor: number | null;
}

const NO_TIME: DraftTime = { text: '', time: null };
const NO_TIMES = { rest: NO_TIME, top: NO_TIME, strike: NO_TIME };

/** An empty form. */
export const EMPTY_DRAFT: GolferDraft = {
  file: null,
  name: '',
  majorChampionships: '',
  club: '',
  height: '',
  times: NO_TIMES,
  slowMotionFactor: null,
};

/** The draft with another video, without the times and the slow-motion factor of the old one. */
export function withVideo(draft: GolferDraft, file: File): GolferDraft {
  return { ...draft, file, times: NO_TIMES, slowMotionFactor: null };
}

export function withTypedTime(draft: GolferDraft, position: Position, text: string): GolferDraft {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  const time = Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
  return { ...draft, times: { ...draft.times, [position]: { text, time } } };
}

/** The draft with the player's marks. Times that the marks do not change keep their typed text. */
export function withMarks(draft: GolferDraft, annotations: SwingAnnotations): GolferDraft {
  const times = { ...draft.times };
  for (const position of POSITIONS) {
    const time = timeOf(annotations, position);
    if (time !== times[position].time) times[position] = time === null ? NO_TIME : { text: shortText(time), time };
  }
  return { ...draft, times };
}

export function marksOf({ times }: GolferDraft): SwingAnnotations {
  return { restTime: times.rest.time, topTime: times.top.time, strikeTime: times.strike.time };
}

/** Why the draft cannot be uploaded yet, or null. */
export function draftProblem(draft: GolferDraft): GolferFormProblem | null {
  return golferFormProblem({ name: draft.name, hasVideo: draft.file !== null, annotations: marksOf(draft) });
}

/** The draft as the multipart form of POST /api/pro/upload. Text fields go first, so that they are checked first. */
export function formDataOf(draft: GolferDraft): FormData {
  const form = new FormData();
  form.set('name', draft.name.trim());
  form.set('majorChampionships', String(Math.max(0, Number.parseInt(draft.majorChampionships, 10) || 0)));
  form.set('club', draft.club.trim());
  form.set('height', draft.height.trim());
  for (const position of POSITIONS) form.set(`${position}Time`, exactText(draft.times[position].time));
  if (draft.slowMotionFactor !== null) form.set('slowMotionFactor', String(draft.slowMotionFactor));
  if (draft.file) form.set('video', draft.file);
  return form;
}

/** Milliseconds are enough for display; the exact time is stored beside the text. */
function shortText(time: number): string {
  return String(Number(time.toFixed(3)));
}

/** At most nine decimals and no exponent, as the server reads times. */
function exactText(time: number | null): string {
  return time === null ? '' : time.toFixed(9).replace(/\.?0+$/, '');
}
