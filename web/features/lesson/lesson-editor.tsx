// Edits a lesson: beginning, end, cuts, chapters and captions. Every edit is data, so every cut can be taken back.
import { Scissors } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { mergedFrameAt, toPlanTime } from '#domain/comparison/timeline.ts';
import { LESSON_LIMITS, type Lesson } from '#domain/lesson/lesson.ts';
import { cutLesson, lessonDuration, toRecorded, trimLesson, uncutLesson } from '#domain/lesson/lesson-ranges.ts';
import type { LessonState } from '#domain/lesson/lesson-state.ts';
import { proposedChapters } from '#domain/lesson/proposed-chapters.ts';
import { POSITIONS, type Position, timeOf } from '#domain/swing/swing.ts';
import { planTime, type SourceTime } from '#domain/time.ts';
import type { SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { formatClock } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';
import type { LessonPlayer } from './lesson-player.ts';

interface LessonEditorProps {
  readonly player: LessonPlayer;
  readonly lesson: Lesson;
  readonly swings: SyncedSwings;
  readonly onEdit: (lesson: Lesson) => void;
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
      </div>
    </details>
  );
}

/** Trim and cut, from what is on screen. */
function Cuts({ player, lesson, onEdit }: LessonEditorProps) {
  const [from, setFrom] = useState<number | null>(null);
  const time = useStore(player, (state) => state.time);
  const duration = lessonDuration(lesson);
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
      {from === null ? (
        <Button {...small} onClick={() => setFrom(time)}>
          <Scissors aria-hidden="true" className="size-5" />
          {words.lesson.edit.cutFrom}
        </Button>
      ) : (
        <>
          <Button
            size="small"
            disabled={time === from}
            onClick={() => edit(cutLesson(lesson, Math.min(from, time), Math.max(from, time)))}
          >
            <Scissors aria-hidden="true" className="size-5" />
            {say(words.lesson.edit.cutTo, { from: formatClock(from), to: formatClock(time) })}
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

/** Adds, renames and removes chapters; proposes them where the pictures stand still. */
function ChapterEditor({ player, lesson, swings, onEdit }: LessonEditorProps) {
  const [title, setTitle] = useState('');
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
    <section aria-label={words.lesson.chapters} className="grid gap-2">
      <h2 className="font-bold">{words.lesson.chapters}</h2>
      <ul className="grid gap-2">
        {chapters.map((chapter, index) => (
          <li key={chapter.time} className="flex items-end gap-2">
            <TextField
              label={say(words.lesson.edit.chapterAt, { time: formatClock(chapter.time) })}
              maxLength={LESSON_LIMITS.titleLength}
              defaultValue={chapter.title}
              className="grow"
              onBlur={({ target }) => {
                const named = target.value.trim();
                if (named && named !== chapter.title) {
                  set(chapters.map((one, at) => (at === index ? { ...one, title: named } : one)));
                }
              }}
            />
            <Button
              variant="ghost"
              size="small"
              aria-label={say(words.lesson.edit.removeOf, { name: chapter.title })}
              onClick={() => set(chapters.filter((_, at) => at !== index))}
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
          const { time } = player.getState();
          if (title.trim()) set([...chapters, { time: toRecorded(lesson, time), title: title.trim() }]);
          setTitle('');
        }}
      >
        <TextField
          label={words.lesson.edit.newChapter}
          maxLength={LESSON_LIMITS.titleLength}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          className="grow"
        />
        <Button type="submit" variant="secondary" disabled={!title.trim()}>
          {words.lesson.edit.add}
        </Button>
      </form>
      <Button variant="secondary" size="small" className="justify-self-start" onClick={propose}>
        {words.lesson.edit.propose}
      </Button>
    </section>
  );
}

/** A new caption is shown for this long, in seconds. */
const CAPTION_SECONDS = 4;

/** Adds and removes captions. */
function CaptionEditor({ player, lesson, onEdit }: LessonEditorProps) {
  const [text, setText] = useState('');
  const { captions } = lesson;

  function add() {
    const from = toRecorded(lesson, player.getState().time);
    const next = captions.find((caption) => caption.from > from)?.from ?? lesson.recorded;
    const to = Math.min(from + CAPTION_SECONDS, next);
    const rest = captions.map((caption) =>
      caption.from < from && caption.to > from ? { ...caption, to: from } : caption,
    );
    const others = rest.filter((caption) => caption.from !== from);
    if (to <= from || others.length >= LESSON_LIMITS.captions) return;
    onEdit({ ...lesson, captions: [...others, { from, to, text: text.trim() }].toSorted((a, b) => a.from - b.from) });
    setText('');
  }

  return (
    <section aria-label={words.lesson.edit.captions} className="grid gap-2">
      <h2 className="font-bold">{words.lesson.edit.captions}</h2>
      <ul className="grid gap-1">
        {captions.map((caption, index) => (
          <li key={caption.from} className="flex items-center gap-2">
            <span className="figures text-sm text-ink-soft">{formatClock(caption.from)}</span>
            <span className="min-w-0 grow [overflow-wrap:anywhere]">{caption.text}</span>
            <Button
              variant="ghost"
              size="small"
              aria-label={say(words.lesson.edit.removeOf, { name: caption.text })}
              onClick={() => onEdit({ ...lesson, captions: captions.filter((_, at) => at !== index) })}
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
          if (text.trim()) add();
        }}
      >
        <TextField
          label={words.lesson.edit.newCaption}
          maxLength={LESSON_LIMITS.captionLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="grow"
        />
        <Button type="submit" variant="secondary" disabled={!text.trim()}>
          {words.lesson.edit.add}
        </Button>
      </form>
    </section>
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
