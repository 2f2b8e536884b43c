// The lessons of My swings: play, share, delete, and recordings that a closed page did not end. The code of the last two
// is loaded when it is needed.
import { Mic, Play, Share2, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { lessonDuration } from '#domain/lesson/lesson-ranges.ts';
import { callApi } from '#web/api/api-client.ts';
import { ShareButton, saveFile, today } from '#web/lib/save-file.tsx';
import { golferVideo } from '#web/render/golfer-video.ts';
import { Button, PlainIconButton, SmallButton } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { type KeptLesson, lessonTitle } from '#web/videos/kept/kept-comparison.ts';
import { forgetLesson, keptLessons, soundBytes } from '#web/videos/kept/lesson-database.ts';
import { forgetUnfinished, type Unfinished, unfinishedRecordings } from '#web/videos/kept/unfinished.ts';
import { formatDateAndTime } from '#web/words/dates.ts';
import { formatClock, formatWholeClock } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

interface LessonListProps {
  readonly lessons: Lessons;
  readonly onOpen: (id: string) => void;
  /** Called when the swings of a lesson are open, so that more of it is recorded. */
  readonly onMore: () => void;
}

/** The section; it says also without lessons what they are. */
export function LessonList({ lessons: of, onOpen, onMore }: LessonListProps) {
  const { lessons, unfinished, finish, openMore, remove } = of;
  const [asked, ask] = useState<string | null>(null);
  const [problem, setProblem] = useState<keyof typeof words.lesson.listProblems | null>(null);
  const act = (work: Promise<unknown>) => void work.catch(() => setProblem('refused'));

  async function keepAsItIs(id: string) {
    await finish(id);
    onOpen(id);
  }

  async function goOn(id: string) {
    if (await openMore(id)) onMore();
    else setProblem('clips-gone');
  }

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
            <li
              key={kept.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 [overflow-wrap:anywhere]"
            >
              <div className="min-w-48 grow">
                <h3 className="font-bold">{lessonTitle(kept)}</h3>
                <p className="text-sm text-ink-soft">{factsOf(kept, unfinished.get(kept.id))}</p>
              </div>
              {kept.id === asked ? (
                <Deletion
                  kept={kept}
                  question={unfinished.has(kept.id) ? words.lesson.more.discardQuestion : words.lesson.deleteQuestion}
                  onDelete={() => {
                    ask(null);
                    act(remove(kept));
                  }}
                  onKeep={() => ask(null)}
                />
              ) : unfinished.has(kept.id) ? (
                <UnfinishedActions
                  kept={kept}
                  onGoOn={() => act(goOn(kept.id))}
                  onKeep={() => act(keepAsItIs(kept.id))}
                  onDiscard={() => ask(kept.id)}
                />
              ) : (
                <Actions
                  kept={kept}
                  onOpen={() => onOpen(kept.id)}
                  onDelete={() => ask(kept.id)}
                  onProblem={() => setProblem('not-shared')}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {problem && <Problem className="max-w-prose">{words.lesson.listProblems[problem]}</Problem>}
    </section>
  );
}

interface ActionsProps {
  readonly kept: KeptLesson;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
  readonly onProblem: () => void;
}

function Actions({ kept, onOpen, onDelete, onProblem }: ActionsProps) {
  const of = namesOf(kept);
  return (
    <div className="flex flex-wrap gap-2">
      <SmallButton icon={Play} aria-label={say(words.lesson.playOf, of)} onClick={onOpen}>
        {words.lesson.playShort}
      </SmallButton>
      <SaveLesson kept={kept} onProblem={onProblem} />
      <PlainIconButton icon={Trash2} label={say(words.mySwings.deleteOf, of)} onClick={onDelete} />
    </div>
  );
}

interface UnfinishedActionsProps {
  readonly kept: KeptLesson;
  readonly onGoOn: () => void;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** The fate of a recording that a closed page did not end. */
function UnfinishedActions({ kept, onGoOn, onKeep, onDiscard }: UnfinishedActionsProps) {
  const of = namesOf(kept);
  const { more } = words.lesson;
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={Mic} size="small" aria-label={say(more.goOnOf, of)} onClick={onGoOn}>
        {more.goOn}
      </Button>
      <SmallButton aria-label={say(more.keepOf, of)} onClick={onKeep}>
        {more.keep}
      </SmallButton>
      <PlainIconButton icon={Trash2} label={say(more.discardOf, of)} onClick={onDiscard} />
    </div>
  );
}

function SaveLesson({ kept, onProblem }: Pick<ActionsProps, 'kept' | 'onProblem'>) {
  const [isBusy, setBusy] = useState(false);
  const label = say(words.lesson.saveOf, namesOf(kept));
  const name = `swingmark_lesson_${today()}.swingmark`;
  async function save() {
    setBusy(true);
    await fileOf(kept).then((file) => saveFile(file, name), onProblem);
    setBusy(false);
  }
  return (
    <>
      <SmallButton icon={Share2} busy={isBusy} aria-label={label} onClick={() => void save()}>
        {words.lesson.save}
      </SmallButton>
      <ShareButton
        type="application/x-tar"
        label={words.lesson.share}
        makeFile={async () => new File([await fileOf(kept)], name, { type: 'application/x-tar' })}
      />
    </>
  );
}

async function fileOf(kept: KeptLesson): Promise<Blob> {
  const { shareLesson } = await import('#web/videos/kept/share-lesson.ts');
  return shareLesson(kept, async (golferId) => {
    const golfer = await callApi('getGolfer', { params: { id: golferId } });
    return { golfer, video: await golferVideo(golfer.videoUrl) };
  });
}

interface DeletionProps {
  readonly kept: KeptLesson;
  readonly question: string;
  readonly onDelete: () => void;
  readonly onKeep: () => void;
}

function Deletion({ kept, question, onDelete, onKeep }: DeletionProps) {
  const of = namesOf(kept);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="font-semibold">{question}</p>
      <Button size="small" aria-label={say(words.lesson.deleteForGoodOf, of)} onClick={onDelete}>
        {words.actions.delete}
      </Button>
      <SmallButton autoFocus onClick={onKeep}>
        {words.mySwings.keep}
      </SmallButton>
    </div>
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
  readonly voiceBytes: number;
}

const NOTHING: Kept = { lessons: [], unfinished: new Map(), voiceBytes: 0 };

async function readLessons(): Promise<Kept> {
  const unfinished = new Map((await unfinishedRecordings()).map((one) => [one.kept.id, one]));
  const lessons = (await keptLessons()).filter(({ id, lesson }) => lesson || unfinished.has(id));
  return { lessons, unfinished, voiceBytes: await soundBytes() };
}

type Lessons = ReturnType<typeof useLessons>;

/** The kept lessons; empty where the browser stores nothing. Read again when `version` changes. */
export function useLessons(version: unknown) {
  const [kept, setKept] = useState(NOTHING);
  const load = useCallback(async () => setKept(await readLessons().catch(() => NOTHING)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with every version
  useEffect(() => void load(), [load, version]);
  useEffect(() => {
    const onShow = () => document.visibilityState === 'visible' && void load();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, [load]);

  async function finish(id: string): Promise<void> {
    const { finishRecording } = await import('#web/videos/kept/finish-recording.ts');
    await finishRecording(id);
  }

  /** Opens the swings of a lesson, so that more of it is recorded. False where a clip is missing. */
  async function openMore(lessonId: string): Promise<boolean> {
    const { openForMore } = await import('#web/videos/kept/record-more.ts');
    return openForMore({ lessonId, passage: null });
  }

  async function remove(one: KeptLesson): Promise<void> {
    await (kept.unfinished.has(one.id) ? forgetUnfinished(one) : forgetLesson(one.id));
    await load();
  }

  return { ...kept, finish, openMore, remove };
}
