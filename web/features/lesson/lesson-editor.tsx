// Edits a lesson: beginning, end, cuts, chapters and captions. Every edit is data, so every cut can be taken back.
import { Mic, Scissors } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { mergedFrameAt, toPlanTime } from '#domain/comparison/timeline.ts';
import { withHeardCaptions } from '#domain/lesson/heard-words.ts';
import { LESSON_LIMITS, type Lesson, type LessonRange } from '#domain/lesson/lesson.ts';
import { cutLesson, lessonDuration, toRecorded, trimLesson, uncutLesson } from '#domain/lesson/lesson-ranges.ts';
import type { LessonState } from '#domain/lesson/lesson-state.ts';
import { proposedChapters } from '#domain/lesson/proposed-chapters.ts';
import { POSITIONS, type Position, timeOf } from '#domain/swing/swing.ts';
import { planTime, type SourceTime } from '#domain/time.ts';
import type { SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { Button } from '#web/ui/button.tsx';
import { WorkProgress } from '#web/ui/progress.tsx';
import { formatClock } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';
import type { LessonPlayer } from './lesson-player.ts';
import { canRecogniseSpeech, recogniseSpeech } from './speech-recogniser.ts';
import { TimedTexts } from './timed-texts.tsx';
import { VoiceDelay } from './voice-delay.tsx';

interface LessonEditorProps {
  readonly player: LessonPlayer;
  readonly lesson: Lesson;
  readonly swings: SyncedSwings;
  /** Null for a lesson without voice. */
  readonly voice: Blob | null;
  readonly onEdit: (lesson: Lesson) => void;
  /** Records a passage between two lesson times again; null to record more at the end. */
  readonly onRecord: (passage: LessonRange | null) => void;
}

/** The editor, collapsed by default. */
export function LessonEditor(props: LessonEditorProps) {
  return (
    <details>
      <summary className="flex min-h-11 items-center text-sm font-semibold text-ink-soft hover:text-ink">
        {words.lesson.edit.title}
      </summary>
      <div className="grid gap-4 pt-1">
        <Cuts {...props} />
        <ChapterEditor {...props} />
        <CaptionEditor {...props} />
        {props.voice && <VoiceDelay lesson={props.lesson} onEdit={props.onEdit} />}
      </div>
    </details>
  );
}

/** Trim and cut, from what is on screen. */
function Cuts({ player, lesson, onEdit, onRecord }: LessonEditorProps) {
  const [from, setFrom] = useState<number | null>(null);
  const time = useStore(player, (state) => state.time);
  const duration = lessonDuration(lesson);
  const passage = from === null ? null : { from: Math.min(from, time), to: Math.max(from, time) };
  const isCut = lesson.kept.length > 1 || duration < lesson.recorded - 0.05;
  const small = { variant: 'secondary', size: 'small' } as const;
  function edit(edited: Lesson) {
    setFrom(null);
    onEdit(edited);
  }
  return (
    <section aria-label={words.lesson.edit.cuts} className="flex flex-wrap gap-2">
      <Button {...small} onClick={() => edit(trimLesson(lesson, time, duration))}>
        {words.lesson.edit.startHere}
      </Button>
      <Button {...small} onClick={() => edit(trimLesson(lesson, 0, time))}>
        {words.lesson.edit.endHere}
      </Button>
      {passage === null ? (
        <>
          <Button {...small} onClick={() => setFrom(time)}>
            <Scissors aria-hidden="true" className="size-5" />
            {words.lesson.edit.passageFrom}
          </Button>
          <Button {...small} onClick={() => onRecord(null)}>
            <Mic aria-hidden="true" className="size-5" />
            {words.lesson.edit.recordMore}
          </Button>
        </>
      ) : (
        <>
          <Button
            size="small"
            disabled={passage.to === passage.from}
            onClick={() => edit(cutLesson(lesson, passage.from, passage.to))}
          >
            <Scissors aria-hidden="true" className="size-5" />
            {say(words.lesson.edit.cut, clocksOf(passage))}
          </Button>
          <Button {...small} disabled={passage.to === passage.from} onClick={() => onRecord(passage)}>
            <Mic aria-hidden="true" className="size-5" />
            {say(words.lesson.edit.recordAgain, clocksOf(passage))}
          </Button>
          <Button variant="ghost" size="small" onClick={() => setFrom(null)}>
            {words.actions.cancel}
          </Button>
        </>
      )}
      {isCut && (
        <Button {...small} onClick={() => edit(uncutLesson(lesson))}>
          {words.lesson.edit.uncut}
        </Button>
      )}
    </section>
  );
}

function clocksOf({ from, to }: LessonRange) {
  return { from: formatClock(from), to: formatClock(to) };
}

/** Chapters, which are also proposed where the pictures stand still. */
function ChapterEditor({ player, lesson, swings, onEdit }: LessonEditorProps) {
  const { chapters } = lesson;
  const set = (changed: Lesson['chapters']) =>
    onEdit({ ...lesson, chapters: changed.toSorted((a, b) => a.time - b.time).slice(0, LESSON_LIMITS.chapters) });

  function propose() {
    const proposed = proposedChapters(lesson, (state) => positionIn(swings, state)).map(
      ({ time, position }, index) => ({
        time,
        title: position ? words.stage.positions[position] : say(words.lesson.edit.part, { count: index + 1 }),
      }),
    );
    set([...chapters, ...proposed.filter(({ time }) => chapters.every((chapter) => chapter.time !== time))]);
  }

  return (
    <TimedTexts
      title={words.lesson.chapters}
      label={words.lesson.edit.chapterAt}
      newLabel={words.lesson.edit.newChapter}
      maxLength={LESSON_LIMITS.titleLength}
      texts={chapters.map(({ time, title }) => ({ time, text: title }))}
      onAdd={(title) => set([...chapters, { time: toRecorded(lesson, player.getState().time), title }])}
      onChange={(index, title) => set(chapters.map((one, at) => (at === index ? { ...one, title } : one)))}
      onRemove={(index) => set(chapters.toSpliced(index, 1))}
    >
      <Button variant="secondary" size="small" className="justify-self-start" onClick={propose}>
        {words.lesson.edit.propose}
      </Button>
    </TimedTexts>
  );
}

/** A new caption is shown for this long, in seconds. */
const CAPTION_SECONDS = 4;

/** Captions. A new one ends where the next begins. */
function CaptionEditor({ player, lesson, voice, onEdit }: LessonEditorProps) {
  const { captions } = lesson;
  const set = (changed: Lesson['captions']) => onEdit({ ...lesson, captions: changed });

  function add(text: string) {
    const from = toRecorded(lesson, player.getState().time);
    const next = captions.find((caption) => caption.from > from)?.from ?? lesson.recorded;
    const to = Math.min(from + CAPTION_SECONDS, next);
    const rest = captions.map((caption) =>
      caption.from < from && caption.to > from ? { ...caption, to: from } : caption,
    );
    const others = rest.filter((caption) => caption.from !== from);
    if (to <= from || others.length >= LESSON_LIMITS.captions) return;
    set([...others, { from, to, text }].toSorted((a, b) => a.from - b.from));
  }

  return (
    <TimedTexts
      title={words.lesson.edit.captions}
      label={words.lesson.edit.captionAt}
      newLabel={words.lesson.edit.newCaption}
      maxLength={LESSON_LIMITS.captionLength}
      texts={captions.map(({ from, text }) => ({ time: from, text }))}
      onAdd={add}
      onChange={(index, text) => set(captions.map((one, at) => (at === index ? { ...one, text } : one)))}
      onRemove={(index) => set(captions.toSpliced(index, 1))}
    >
      {voice && <ProposeCaptions lesson={lesson} voice={voice} onPropose={set} />}
    </TimedTexts>
  );
}

/** The position of the visitor's swing that a state shows; null for another moment. */
function positionIn({ plan, marks }: SyncedSwings, { at, apart }: LessonState): Position | null {
  const frame = mergedFrameAt(plan, planTime(apart ? toPlanTime(plan, 'user', apart.user as SourceTime) : at));
  const isShown = (position: Position) => {
    const time = timeOf(marks.user, position);
    return time !== null && mergedFrameAt(plan, toPlanTime(plan, 'user', time as SourceTime)) === frame;
  };
  return POSITIONS.find(isShown) ?? null;
}

interface ProposeCaptionsProps {
  readonly lesson: Lesson;
  readonly voice: Blob;
  readonly onPropose: (captions: Lesson['captions']) => void;
}

type Listening = { readonly percent: number } | 'idle' | 'nothing' | 'failed';

/** The button with its progress. Nothing where the browser cannot do it. */
function ProposeCaptions({ lesson, voice, onPropose }: ProposeCaptionsProps) {
  const [canPropose, setCanPropose] = useState(false);
  const [listening, setListening] = useState<Listening>('idle');
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    void canRecogniseSpeech().then(setCanPropose);
    return () => running.current?.abort();
  }, []);
  if (!canPropose) return null;

  async function start() {
    const attempt = new AbortController();
    running.current = attempt;
    const { signal } = attempt;
    setListening({ percent: 0 });
    const onProgress = (share: number) => setListening({ percent: Math.floor(100 * share) });
    const heard = await recogniseSpeech({ voice, voiceDelay: lesson.voiceDelay, signal, onProgress }).catch(() => null);
    if (signal.aborted) return;
    setListening(!heard ? 'failed' : heard.length === 0 ? 'nothing' : 'idle');
    const within = heard?.flatMap((caption) => {
      const to = Math.min(caption.to, lesson.recorded);
      return to > caption.from ? [{ ...caption, to }] : [];
    });
    if (within && within.length > 0) onPropose(withHeardCaptions(lesson.captions, within));
  }

  function cancel() {
    running.current?.abort();
    setListening('idle');
  }

  if (typeof listening === 'object') {
    return (
      <WorkProgress
        name={words.lesson.edit.listening}
        label={words.lesson.edit.proposeCaptions}
        percent={listening.percent}
        onCancel={cancel}
      />
    );
  }
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button variant="secondary" size="small" onClick={() => void start()}>
        {words.lesson.edit.proposeCaptions}
      </Button>
      <p className="text-sm text-ink-soft">{words.lesson.edit.proposeMeans}</p>
      {listening !== 'idle' && (
        <p role="alert" className="text-sm font-semibold text-flag-ink">
          {words.lesson.edit.listeningEnds[listening]}
        </p>
      )}
    </div>
  );
}
