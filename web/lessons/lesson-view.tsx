// A lesson of My swings on the stage.
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { Lesson, LessonRange } from '#domain/lesson/lesson.ts';
import type { SwingVideo } from '#web/clip/swing-video.ts';
import type { ComparedSwings } from '#web/clip/use-comparison-sides.ts';
import { liveDrawing } from '#web/drawing/surface/live-drawing.tsx';
import { useDrawing } from '#web/drawing/use-drawing.ts';
import { type KeptClip, type KeptLesson, lessonTitle } from '#web/kept/kept-comparison.ts';
import { keptClip } from '#web/kept/kept-database.ts';
import { changeLesson, keptLesson, lessonAudio } from '#web/kept/lesson-database.ts';
import { bringBackBody } from '#web/kept/open-kept.ts';
import { useAnswer } from '#web/lib/use-answer.ts';
import { LivePreview } from '#web/preview/live-preview.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading, Problem } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';
import { LessonBar } from './lesson-bar.tsx';
import { LessonEditor } from './lesson-editor.tsx';
import { LessonPlayer } from './lesson-player.ts';
import { LessonVideo } from './lesson-video.tsx';

export default function LessonView({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const opened =
    useAnswer(id, async (key) => (await openLesson(key).catch(() => null)) ?? ('gone' as const)) ?? 'loading';
  return (
    <div className="swing-place min-h-dvh [--stage-bar:3.25rem]">
      <div className="stage flex h-13 items-center gap-2 px-1">
        <Button icon={ArrowLeft} variant="ghost" onClick={onClose} className="shrink-0 px-3!">
          {words.mySwings.title}
        </Button>
        <h1 className="min-w-0 grow truncate font-semibold">
          {typeof opened === 'object' ? lessonTitle(opened.kept) : words.lesson.lesson}
        </h1>
      </div>
      {opened === 'loading' && <Loading className="stage min-h-72 justify-center">{words.lesson.loading}</Loading>}
      {opened === 'gone' && <Problem className="page-width py-6">{words.lesson.gone}</Problem>}
      {typeof opened === 'object' && <OpenedLesson opened={opened} />}
    </div>
  );
}

interface OpenedLessonProps {
  readonly opened: OpenLesson;
  /** Whether it is on this device, so that it can be edited; otherwise it is only played. */
  readonly isKept?: boolean;
  /** Called when the stage shows both pictures, or says why not. */
  readonly onReady?: () => void;
}

export function OpenedLesson({ opened, isKept = true, onReady }: OpenedLessonProps) {
  const player = usePlayer(opened);
  return player && <LessonStage {...{ opened, player, isKept, onReady }} />;
}

/** The player, from the first paint to the last. */
function usePlayer({ lesson, audio }: OpenLesson): LessonPlayer | null {
  const [player, setPlayer] = useState<LessonPlayer | null>(null);
  const make = useEffectEvent((address: string | null) => new LessonPlayer(lesson, address));
  useEffect(() => {
    const address = audio && URL.createObjectURL(audio);
    const made = make(address);
    setPlayer(made);
    return () => {
      made.close();
      if (address) URL.revokeObjectURL(address);
    };
  }, [audio]);
  return player;
}

function LessonStage({ opened, player, isKept, onReady }: OpenedLessonProps & { readonly player: LessonPlayer }) {
  const [lesson, setLesson] = useState(opened.lesson);
  const [problem, setProblem] = useState<'editNotKept' | 'clipsGone' | null>(null);
  const [, navigate] = useLocation();
  const { alignment, choices } = useStore(player, (state) => state.view);
  const strokes = useStore(player, (state) => state.strokes);
  const drawings = useDrawing(null);
  const draw = useEffectEvent(() => drawings.act({ does: 'show', strokes }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again with every change
  useEffect(() => draw(), [strokes]);

  function edit(edited: Lesson) {
    setLesson(edited);
    player.setLesson(edited);
    void changeLesson(opened.kept.id, { lesson: edited }).then(
      () => setProblem(null),
      () => setProblem('editNotKept'),
    );
  }

  async function record(passage: LessonRange | null) {
    player.pause();
    const code = await import('#web/kept/record-more.ts');
    const isOpen = await code.openForMore({ lessonId: opened.kept.id, passage }).catch(() => false);
    if (isOpen) navigate('/compare');
    else setProblem('clipsGone');
  }

  return (
    <LivePreview
      isPlain
      isFull
      golfersAt="/"
      user={opened.swings.user}
      pro={opened.swings.pro}
      overlay={liveDrawing(drawings)}
      alignment={alignment}
      onAlignmentChange={ignore}
      choices={choices}
      onChoicesChange={ignore}
      onReady={onReady}
      onProblem={onReady}
      lesson={{
        over: null,
        aboveChip: null,
        below: (parts) => (
          <LessonBar player={player} lesson={lesson} parts={parts}>
            {isKept && parts.planner && (
              <LessonVideo lesson={lesson} swings={opened.swings} voice={opened.audio} planner={parts.planner} />
            )}
            {isKept && (
              <LessonEditor
                player={player}
                lesson={lesson}
                swings={parts.swings}
                voice={opened.audio}
                onEdit={edit}
                onRecord={(passage) => void record(passage)}
              />
            )}
            {problem && (
              <Problem className="text-sm">
                {problem === 'clipsGone' ? words.lesson.listProblems['clips-gone'] : words.lesson.editNotKept}
              </Problem>
            )}
          </LessonBar>
        ),
      }}
    />
  );
}

function ignore(): void {
  // The screen belongs to the lesson.
}

export interface OpenLesson {
  readonly kept: KeptLesson;
  readonly lesson: Lesson;
  readonly swings: ComparedSwings;
  /** Null for a lesson without voice. */
  readonly audio: Blob | null;
}

/** The finished lesson of an id; null when it or one of its clips is no longer on this device. */
async function openLesson(id: string): Promise<OpenLesson | null> {
  const kept = await keptLesson(id);
  if (!kept?.lesson) return null;
  const { user, pro } = kept.comparison;
  const [own, other] = [await videoOf(user), 'clip' in pro ? await videoOf(pro.clip) : null];
  if (!own || ('clip' in pro && !other)) return null;
  const against: ComparedSwings['pro'] | null =
    'golfer' in pro ? { golferId: pro.golfer.id } : other && { golferId: null, video: other };
  if (!against) return null;
  return { kept, lesson: kept.lesson, swings: { user: own, pro: against }, audio: await lessonAudio(id) };
}

async function videoOf(clip: KeptClip): Promise<SwingVideo | null> {
  const { contentKey, clipId, fileName, type, lastModified, annotations, slowMotionFactor, proposedFactor } = clip;
  const bytes = await keptClip(contentKey);
  if (!bytes) return null;
  const file = new File([bytes], fileName, { type, lastModified });
  await bringBackBody(file, clip);
  return { clipId, annotations, slowMotionFactor, proposedFactor, file };
}
