// Edits a lesson: beginning, end, cuts, chapters and captions. Every edit is data, so every cut can be taken back.
import { Mic, Scissors } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { mergedFrameAt, toPlanTime } from '#domain/comparison/timeline.ts';
import { LESSON_LIMITS, type Lesson, type LessonRange } from '#domain/lesson/lesson.ts';
import { proposedChapters } from '#domain/lesson/lesson-proposals.ts';
import { cutLesson, lessonDuration, toRecorded, trimLesson, uncutLesson } from '#domain/lesson/lesson-ranges.ts';
import type { LessonState } from '#domain/lesson/lesson-state.ts';
import { POSITIONS, type Position, timeOf } from '#domain/swing/swing.ts';
import { planTime, type SourceTime } from '#domain/time.ts';
import type { SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { Button, CancelButton, SmallButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { formatClock } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import type { LessonPlayer } from './lesson-player.ts';
import { ProposeCaptions } from './propose-captions.tsx';
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

export function LessonEditor(props: LessonEditorProps) {
  return (
    <details>
      <summary className="min-h-11 text-sm font-semibold text-ink-soft hover:text-ink">
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

function Cuts({ player, lesson, onEdit, onRecord }: LessonEditorProps) {
  const [from, setFrom] = useState<number | null>(null);
  const time = useStore(player, (state) => state.time);
  const duration = lessonDuration(lesson);
  const passage = from === null ? null : { from: Math.min(from, time), to: Math.max(from, time) };
  const isCut = lesson.kept.length > 1 || duration < lesson.recorded - 0.05;
  function edit(edited: Lesson) {
    setFrom(null);
    onEdit(edited);
  }
  return (
    <section aria-label={words.lesson.edit.cuts} className="flex flex-wrap gap-2">
      <SmallButton onClick={() => edit(trimLesson(lesson, time, duration))}>{words.lesson.edit.startHere}</SmallButton>
      <SmallButton onClick={() => edit(trimLesson(lesson, 0, time))}>{words.lesson.edit.endHere}</SmallButton>
      {passage === null ? (
        <>
          <SmallButton icon={Scissors} onClick={() => setFrom(time)}>
            {words.lesson.edit.passageFrom}
          </SmallButton>
          <SmallButton icon={Mic} onClick={() => onRecord(null)}>
            {words.lesson.edit.recordMore}
          </SmallButton>
        </>
      ) : (
        <>
          <Button
            icon={Scissors}
            size="small"
            disabled={passage.to === passage.from}
            onClick={() => edit(cutLesson(lesson, passage.from, passage.to))}
          >
            {say(words.lesson.edit.cut, clocksOf(passage))}
          </Button>
          <SmallButton icon={Mic} disabled={passage.to === passage.from} onClick={() => onRecord(passage)}>
            {say(words.lesson.edit.recordAgain, clocksOf(passage))}
          </SmallButton>
          <CancelButton size="small" onClick={() => setFrom(null)} />
        </>
      )}
      {isCut && <SmallButton onClick={() => edit(uncutLesson(lesson))}>{words.lesson.edit.uncut}</SmallButton>}
    </section>
  );
}

function clocksOf({ from, to }: LessonRange) {
  return { from: formatClock(from), to: formatClock(to) };
}

/** Chapters; more are proposed where the pictures stand still. */
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
      <SmallButton className="justify-self-start" onClick={propose}>
        {words.lesson.edit.propose}
      </SmallButton>
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

interface TimedTextsProps {
  readonly title: string;
  /** The label of one text, with its `{time}`. */
  readonly label: typeof words.lesson.edit.chapterAt;
  readonly newLabel: string;
  readonly maxLength: number;
  /** In the order of their times, which are unique. */
  readonly texts: readonly { readonly time: number; readonly text: string }[];
  readonly onAdd: (text: string) => void;
  readonly onChange: (index: number, text: string) => void;
  readonly onRemove: (index: number) => void;
  readonly children?: ReactNode;
}

function TimedTexts(props: TimedTextsProps) {
  const { title, label, newLabel, maxLength, texts, onAdd, onChange, onRemove, children } = props;
  const [added, setAdded] = useState('');
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="font-bold">{title}</h2>
      <ul className="grid gap-2">
        {texts.map(({ time, text }, index) => (
          <li key={time} className="flex items-end gap-2">
            <TextField
              label={say(label, { time: formatClock(time) })}
              maxLength={maxLength}
              defaultValue={text}
              className="grow"
              onBlur={({ target }) => {
                const changed = target.value.trim();
                if (changed && changed !== text) onChange(index, changed);
              }}
            />
            <Button
              variant="ghost"
              size="small"
              aria-label={say(words.lesson.edit.removeOf, { name: text })}
              onClick={() => onRemove(index)}
            >
              {words.lesson.edit.remove}
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (added.trim()) onAdd(added.trim());
          setAdded('');
        }}
      >
        <TextField
          label={newLabel}
          maxLength={maxLength}
          value={added}
          onChange={({ target }) => setAdded(target.value)}
          className="grow"
        />
        <Button type="submit" variant="secondary" disabled={!added.trim()}>
          {words.lesson.edit.add}
        </Button>
      </form>
      {children}
    </section>
  );
}
