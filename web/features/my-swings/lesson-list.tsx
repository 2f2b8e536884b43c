// The lessons of My swings: play, share, delete, import, and recordings that a closed page did not end.
import { Play, Share2, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { callApi } from '#web/api/api-client.ts';
import { saveFile, today } from '#web/lib/save-file.ts';
import { ShareButton } from '#web/lib/share-button.tsx';
import { golferVideo } from '#web/render/golfer-video.ts';
import { Button } from '#web/ui/button.tsx';
import type { ImportProblem } from '#web/videos/kept/exported-file.ts';
import type { KeptLesson } from '#web/videos/kept/kept-lesson.ts';
import { formatDateAndTime } from '#web/words/dates.ts';
import { formatClock } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';
import { lessonTitle } from './lesson-title.ts';
import { useLessons } from './use-lessons.ts';

interface LessonListProps {
  /** Changes when My swings has changed, and lessons with it. */
  readonly version: unknown;
  readonly onOpen: (id: string) => void;
}

/** The section; it offers the import also without lessons. */
export function LessonList({ version, onOpen }: LessonListProps) {
  const { lessons, finish, remove, importFile } = useLessons(version);
  const [asked, ask] = useState<string | null>(null);
  const [problem, setProblem] = useState<ImportProblem | 'no-room' | 'refused' | 'not-shared' | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const act = (work: Promise<unknown>) => void work.catch(() => setProblem('refused'));

  async function open(file: File) {
    setProblem(null);
    const imported = await importFile(file);
    if ('problem' in imported) setProblem(imported.problem);
    else onOpen(imported.id);
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
                <p className="text-sm text-ink-soft">{factsOf(kept)}</p>
              </div>
              {kept.id === asked ? (
                <Deletion
                  kept={kept}
                  onDelete={() => {
                    ask(null);
                    act(remove(kept.id));
                  }}
                  onKeep={() => ask(null)}
                />
              ) : (
                <Actions
                  kept={kept}
                  onOpen={() => onOpen(kept.id)}
                  onFinish={() => act(finish(kept.id))}
                  onDelete={() => ask(kept.id)}
                  onProblem={() => setProblem('not-shared')}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button variant="secondary" onClick={() => inputRef.current?.click()}>
          <Upload aria-hidden="true" className="size-5" />
          {words.lesson.openFile}
        </Button>
        <input
          ref={inputRef}
          type="file"
          aria-label={words.lesson.file}
          accept=".swingmark,application/x-tar"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void open(file);
            target.value = '';
          }}
        />
      </div>
      {problem && (
        <p role="alert" className="max-w-prose font-semibold text-flag-ink">
          {words.lesson.fileProblems[problem]}
        </p>
      )}
    </section>
  );
}

interface ActionsProps {
  readonly kept: KeptLesson;
  readonly onOpen: () => void;
  readonly onFinish: () => void;
  readonly onDelete: () => void;
  readonly onProblem: () => void;
}

function Actions({ kept, onOpen, onFinish, onDelete, onProblem }: ActionsProps) {
  const of = { name: lessonTitle(kept), date: formatDateAndTime(kept.keptAtMs) };
  return (
    <div className="flex flex-wrap gap-2">
      {kept.lesson ? (
        <>
          <Button variant="secondary" size="small" aria-label={say(words.lesson.playOf, of)} onClick={onOpen}>
            <Play aria-hidden="true" className="size-5" />
            {words.lesson.playShort}
          </Button>
          <SaveLesson kept={kept} label={say(words.lesson.saveOf, of)} onProblem={onProblem} />
        </>
      ) : (
        <Button variant="secondary" size="small" aria-label={say(words.lesson.finishOf, of)} onClick={onFinish}>
          {words.lesson.finish}
        </Button>
      )}
      <Button variant="ghost" size="icon" aria-label={say(words.mySwings.deleteOf, of)} onClick={onDelete}>
        <Trash2 aria-hidden="true" className="size-5" />
      </Button>
    </div>
  );
}

interface SaveLessonProps {
  readonly kept: KeptLesson;
  readonly label: string;
  readonly onProblem: () => void;
}

/** Saves or shares the lesson file. */
function SaveLesson({ kept, label, onProblem }: SaveLessonProps) {
  const [isBusy, setBusy] = useState(false);
  const name = `swingmark_lesson_${today()}.swingmark`;
  async function save() {
    setBusy(true);
    await fileOf(kept).then((file) => saveFile(file, name), onProblem);
    setBusy(false);
  }
  return (
    <>
      <Button variant="secondary" size="small" busy={isBusy} aria-label={label} onClick={() => void save()}>
        {!isBusy && <Share2 aria-hidden="true" className="size-5" />}
        {words.lesson.save}
      </Button>
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
  readonly onDelete: () => void;
  readonly onKeep: () => void;
}

/** Asks for confirmation, in place of the buttons. */
function Deletion({ kept, onDelete, onKeep }: DeletionProps) {
  const of = { name: lessonTitle(kept), date: formatDateAndTime(kept.keptAtMs) };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="font-semibold">{words.lesson.deleteQuestion}</p>
      <Button size="small" aria-label={say(words.lesson.deleteForGoodOf, of)} onClick={onDelete}>
        {words.actions.delete}
      </Button>
      <Button variant="secondary" size="small" autoFocus onClick={onKeep}>
        {words.mySwings.keep}
      </Button>
    </div>
  );
}

function factsOf({ keptAtMs, lesson }: KeptLesson): string {
  const date = formatDateAndTime(keptAtMs);
  if (!lesson) return say(words.lesson.unfinished, { date });
  const seconds = lesson.kept.reduce((sum, { from, to }) => sum + (to - from), 0);
  return say(words.lesson.recordedOn, { date, duration: formatClock(seconds) });
}
