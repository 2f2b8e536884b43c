// The lessons of My swings: play, share, delete, and recordings that a closed page did not end. The code of the last two
// is loaded when it is needed.

import { Mic, Play, Share2, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { lessonDuration } from '#domain/lesson/lesson-ranges.ts';
import { golferBytes } from '#web/kept/golfer-copy.ts';
import { type KeptLesson, lessonTitle } from '#web/kept/kept-comparison.ts';
import { forgetLesson, keptLessons, soundBytes } from '#web/kept/lesson-database.ts';
import { forgetUnfinished, type Unfinished, unfinishedRecordings } from '#web/kept/unfinished.ts';
import { ShareButton, saveFile, today } from '#web/lib/save-file.tsx';
import { useLoadWhenShown } from '#web/lib/use-load-when-shown.ts';
import { lessonForLink, lessonForOthers } from '#web/share/lesson-link.tsx';
import { LinkButton } from '#web/share/link-button.tsx';
import { Button, PlainIconButton, SmallButton } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/status.tsx';
import { formatDateAndTime } from '#web/words/dates.ts';
import { formatClock, formatWholeClock } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

interface LessonListProps {
  readonly lessons: Lessons;
  readonly onOpen: (id: string) => void;
  /** Called when the swings of a lesson are open, so that more of it is recorded. */
  readonly onMore: () => void;
}

type ListProblem = keyof typeof words.lesson.listProblems;

/** The section. Without lessons it explains what they are. */
export function LessonList(props: LessonListProps) {
  const { lessons } = props.lessons;
  const [asked, ask] = useState<string | null>(null);
  const [problem, setProblem] = useState<ListProblem | null>(null);
  return (
    <section aria-labelledby="lessons" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="lessons" className="display text-xl">
        {words.lesson.lessons}
      </h2>
      <p className="max-w-prose text-ink-soft">{words.lesson.lessonsMean}</p>
      {lessons.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role of a list without bullets
        <ul role="list" aria-label={words.lesson.lessons}>
          {lessons.map((kept) => (
            <LessonRow
              key={kept.id}
              {...props}
              kept={kept}
              isAsked={kept.id === asked}
              onAsk={(isAsked) => ask(isAsked ? kept.id : null)}
              onProblem={setProblem}
            />
          ))}
        </ul>
      )}
      {problem && <Problem className="max-w-prose">{words.lesson.listProblems[problem]}</Problem>}
    </section>
  );
}

interface LessonRowProps extends LessonListProps {
  readonly kept: KeptLesson;
  /** Whether the row asks before it deletes. */
  readonly isAsked: boolean;
  readonly onAsk: (isAsked: boolean) => void;
  readonly onProblem: (problem: ListProblem) => void;
}

function LessonRow({ kept, lessons, isAsked, onAsk, onOpen, onMore, onProblem }: LessonRowProps) {
  const { id } = kept;
  const { more, playOf, playShort, deleteQuestion, deleteForGoodOf } = words.lesson;
  const unfinished = lessons.unfinished.get(id);
  const of = namesOf(kept);
  const act = (work: Promise<unknown>) => void work.catch(() => onProblem('refused'));

  async function goOn() {
    if (await lessons.openMore(id)) onMore();
    else onProblem('clips-gone');
  }

  function remove() {
    onAsk(false);
    act(lessons.remove(kept));
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 [overflow-wrap:anywhere]">
      <div className="min-w-48 grow">
        <h3 className="font-bold">{lessonTitle(kept)}</h3>
        <p className="text-sm text-ink-soft">{factsOf(kept, unfinished)}</p>
      </div>
      {isAsked ? (
        <div className="flex flex-wrap items-center gap-2">
          <p className="font-semibold">{unfinished ? more.discardQuestion : deleteQuestion}</p>
          <Button size="small" aria-label={say(deleteForGoodOf, of)} onClick={remove}>
            {words.actions.delete}
          </Button>
          <SmallButton autoFocus onClick={() => onAsk(false)}>
            {words.mySwings.keep}
          </SmallButton>
        </div>
      ) : unfinished ? (
        <div className="flex flex-wrap gap-2">
          <Button icon={Mic} size="small" aria-label={say(more.goOnOf, of)} onClick={() => act(goOn())}>
            {more.goOn}
          </Button>
          <SmallButton aria-label={say(more.keepOf, of)} onClick={() => act(lessons.finish(id).then(() => onOpen(id)))}>
            {more.keep}
          </SmallButton>
          <PlainIconButton icon={Trash2} label={say(more.discardOf, of)} onClick={() => onAsk(true)} />
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <SmallButton icon={Play} aria-label={say(playOf, of)} onClick={() => onOpen(id)}>
            {playShort}
          </SmallButton>
          <SaveLesson kept={kept} onProblem={() => onProblem('not-shared')} />
          <PlainIconButton icon={Trash2} label={say(words.mySwings.deleteOf, of)} onClick={() => onAsk(true)} />
        </div>
      )}
    </li>
  );
}

function SaveLesson({ kept, onProblem }: { readonly kept: KeptLesson; readonly onProblem: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const label = say(words.lesson.saveOf, namesOf(kept));
  const name = `swingmark_lesson_${today()}.swingmark`;
  async function save() {
    setBusy(true);
    await lessonForOthers(kept).then((file) => saveFile(file, name), onProblem);
    setBusy(false);
  }
  return (
    <>
      <SmallButton icon={Share2} busy={isBusy} aria-label={label} onClick={() => void save()}>
        {words.lesson.save}
      </SmallButton>
      <LinkButton label={say(words.link.sendOf, namesOf(kept))} place="icons" makeFile={() => lessonForLink(kept.id)} />
      <ShareButton
        type="application/x-tar"
        label={words.lesson.share}
        makeFile={async () => new File([await lessonForOthers(kept)], name, { type: 'application/x-tar' })}
      />
    </>
  );
}

function namesOf(kept: KeptLesson) {
  return { name: lessonTitle(kept), date: formatDateAndTime(kept.keptAtMs) };
}

function factsOf({ keptAtMs, lesson }: KeptLesson, unfinished: Unfinished | undefined): string {
  const date = formatDateAndTime(keptAtMs);
  if (unfinished) return say(words.lesson.more.unfinishedOf, { date, time: formatWholeClock(unfinished.seconds) });
  return say(words.lesson.recordedOn, { date, duration: formatClock(lesson ? lessonDuration(lesson) : 0) });
}

interface Kept {
  /** Newest first, without those that are being recorded in another tab. */
  readonly lessons: readonly KeptLesson[];
  /** The recordings that a closed page did not end, by their lesson's id. */
  readonly unfinished: ReadonlyMap<string, Unfinished>;
  /** The size of the voices, and of the copies of the library's golfers. */
  readonly otherBytes: number;
}

const NOTHING: Kept = { lessons: [], unfinished: new Map(), otherBytes: 0 };

async function readLessons(): Promise<Kept> {
  const unfinished = new Map((await unfinishedRecordings()).map((one) => [one.kept.id, one]));
  const lessons = (await keptLessons()).filter(({ id, lesson }) => lesson || unfinished.has(id));
  return { lessons, unfinished, otherBytes: (await soundBytes()) + (await golferBytes()) };
}

type Lessons = ReturnType<typeof useLessons>;

/** The kept lessons; empty where the browser stores nothing. Read again when `version` changes. */
export function useLessons(version: unknown) {
  const [kept, setKept] = useState(NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with every version
  const load = useCallback(async () => setKept(await readLessons().catch(() => NOTHING)), [version]);
  useLoadWhenShown(load);

  async function finish(id: string): Promise<void> {
    const { finishRecording } = await import('#web/kept/finish-recording.ts');
    await finishRecording(id);
  }

  /** Opens the swings of a lesson, so that more of it is recorded. False where a clip is missing. */
  async function openMore(lessonId: string): Promise<boolean> {
    const { openForMore } = await import('#web/kept/record-more.ts');
    return openForMore({ lessonId, passage: null });
  }

  async function remove(one: KeptLesson): Promise<void> {
    await (kept.unfinished.has(one.id) ? forgetUnfinished(one) : forgetLesson(one.id));
    await load();
  }

  return { ...kept, finish, openMore, remove };
}
