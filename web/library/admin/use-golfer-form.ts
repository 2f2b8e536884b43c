// The administrator's form: typed text and the exact times of the marks, validation, upload progress, errors.
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type GolferFormProblem, golferFormProblem } from '#domain/library/golfer.ts';
import { firstOutOfOrder, POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { ACCOUNT_TOASTS, GOLFER_FORM_PROBLEMS, golferUploadFailed } from '#web/account/account-messages.ts';
import { useQueryClient } from '#web/api/query.tsx';
import { checkVideoFile, type FileRefusal } from '#web/clip/check-video-file.ts';
import { useRun } from '#web/lib/use-run.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { words } from '#web/words/words.ts';
import { reasonOf, requireAdmin, sendForm } from './upload-golfer.ts';

/** One of the three times: the text in the input, and the exact time it represents; null for none. */
interface DraftTime {
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

/** The draft with the player's marks. A typed time keeps its text until a mark changes it. */
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

export function draftProblem(draft: GolferDraft): GolferFormProblem | null {
  return golferFormProblem({ name: draft.name, hasVideo: draft.file !== null, annotations: marksOf(draft) });
}

/**
 * The draft as the multipart form of POST /api/pro/upload, with further fields. Text fields go first, so that they are checked
 * first.
 */
export function formDataOf(draft: GolferDraft, further: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  form.set('name', draft.name.trim());
  form.set('majorChampionships', String(Math.max(0, Number.parseInt(draft.majorChampionships, 10) || 0)));
  form.set('club', draft.club.trim());
  form.set('height', draft.height.trim());
  for (const position of POSITIONS) form.set(`${position}Time`, exactText(draft.times[position].time));
  if (draft.slowMotionFactor !== null) form.set('slowMotionFactor', String(draft.slowMotionFactor));
  for (const [field, text] of Object.entries(further)) form.set(field, text);
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

export interface FormEvents {
  readonly onAdded: () => void;
  readonly onSessionEnded: () => void;
}

export function useGolferForm({ onAdded, onSessionEnded }: FormEvents) {
  const [store] = useState(() => createStore<GolferDraft>(() => EMPTY_DRAFT));
  const draft = useStore(store);
  const setDraft = (change: (draft: GolferDraft) => GolferDraft) => store.setState(change, true);
  /** Whole percent of the upload; null while none is running. */
  const { state: percent, start, stop } = useRun<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [fileProblem, setFileProblem] = useState<FileRefusal | null>(null);
  const newestFile = useRef<File | null>(null);
  const queryClient = useQueryClient();

  async function takeVideo(file: File) {
    newestFile.current = file;
    const checked = await checkVideoFile(file);
    if (newestFile.current !== file) return;
    setFileProblem('refusal' in checked ? checked.refusal : null);
    if ('refusal' in checked) toast(checked.refusal);
    else setDraft((current) => withVideo(current, checked.file));
  }

  async function submit() {
    if (percent !== null) return;
    const missing = draftProblem(draft);
    if (missing) {
      const { description } = GOLFER_FORM_PROBLEMS[missing];
      setProblem(
        draft.times.rest.time === 0 && missing === 'missing-annotations' ? words.library.restAtZero : description,
      );
      toast(GOLFER_FORM_PROBLEMS[missing]);
      return;
    }
    if (firstOutOfOrder(marksOf(draft))) {
      setProblem(words.library.outOfOrder);
      return;
    }
    await send();
  }

  const send = () =>
    start(async (signal, report) => {
      report(0);
      setProblem(null);
      try {
        await requireAdmin();
        await sendForm('addGolfer', formDataOf(draft), { signal, onPercent: report });
        await queryClient.reload(['/api', 'pro', 'list']);
        setDraft(() => EMPTY_DRAFT);
        toast(ACCOUNT_TOASTS.golferAdded);
        onAdded();
      } catch (error) {
        const sentence = signal.aborted ? words.library.uploadStopped : await reasonOf(error);
        setProblem(sentence);
        if (!signal.aborted) toast(golferUploadFailed(sentence));
        if (sentence === words.library.sessionEnded) onSessionEnded();
      } finally {
        report(null);
      }
    });

  return { draft, getDraft: store.getState, setDraft, percent, problem, fileProblem, takeVideo, submit, cancel: stop };
}
