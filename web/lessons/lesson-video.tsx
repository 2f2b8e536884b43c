// Saves a lesson as one video with its voice, made on this device.

import { Film } from 'lucide-react';
import { useMemo } from 'react';
import type { Lesson } from '#domain/lesson/lesson.ts';
import { lessonDuration } from '#domain/lesson/lesson-ranges.ts';
import type { ComparedSwings } from '#web/clip/use-comparison-sides.ts';
import { ShareButton, saveFile, today } from '#web/lib/save-file.tsx';
import { useRun } from '#web/lib/use-run.ts';
import type { StagePlanner } from '#web/player/stage/stage-lesson.ts';
import { golferVideo } from '#web/render/golfer-video.ts';
import { LESSON_VIDEO, lessonVideoBytes } from '#web/render/lesson-video.ts';
import { renderProblemText } from '#web/render/problem-words.ts';
import { renderOnDevice } from '#web/render/render-on-device.ts';
import { type LessonPlan, type LessonRequest, RenderError, type RenderProblem } from '#web/render/render-request.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { WorkProgress } from '#web/ui/progress.tsx';
import { formatSize } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

interface LessonVideoProps {
  readonly lesson: Lesson;
  readonly swings: ComparedSwings;
  readonly voice: Blob | null;
  readonly planner: StagePlanner;
}

type Making =
  | { readonly stage: 'idle' }
  | { readonly stage: 'making'; readonly percent: number }
  | { readonly stage: 'done'; readonly file: Blob; readonly of: Lesson }
  | { readonly stage: 'failed'; readonly problem: RenderProblem };

export function LessonVideo(props: LessonVideoProps) {
  const { lesson, voice, planner } = props;
  const { making, make, stop } = useMaking(props);
  const { user, pro } = props.swings;
  const bytes = useMemo(() => {
    const plan = plansOf(lesson, planner)[0]?.plan;
    const ofUser = user.file.size / planner.clips.user.frameTimes.length;
    // The golfer's video is not loaded yet: its frames count as large as the visitor's.
    const ofPro = pro.golferId === null ? pro.video.file.size / planner.clips.pro.frameTimes.length : ofUser;
    const facts = { sourceFrameBytes: ofUser + ofPro, voiceBytes: voice?.size ?? 0 };
    return plan ? lessonVideoBytes(lesson, { canvas: plan.canvas, ...facts }) : null;
  }, [lesson, planner, user, pro, voice]);
  if (bytes === null) return null;
  const name = `swingmark_lesson_${today()}.mp4`;
  const size = formatSize(bytes);
  const file = making.stage === 'done' && making.of === lesson ? making.file : null;
  return (
    <section aria-label={words.lesson.video.title} className="grid gap-2">
      {making.stage === 'making' ? (
        <WorkProgress
          name={words.lesson.video.making}
          label={words.lesson.video.progress}
          percent={making.percent}
          onCancel={stop}
        />
      ) : file ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => saveFile(file, name)}>
            {say(words.lesson.video.download, { size: formatSize(file.size) })}
          </Button>
          <ShareButton
            type="video/mp4"
            label={words.lesson.video.share}
            makeFile={async () => new File([file], name, { type: 'video/mp4' })}
          />
        </div>
      ) : (
        <Button icon={Film} variant="secondary" onClick={() => void make()}>
          {say(words.lesson.video.make, { size })}
        </Button>
      )}
      {making.stage === 'failed' && (
        <p role="alert" className="text-sm font-semibold text-flag-ink">
          {words.lesson.video.failed} {renderProblemText(making.problem)} <CheckLink />
        </p>
      )}
      <p className="text-sm text-ink-soft">{voice ? words.lesson.video.plays : words.lesson.video.playsSilent}</p>
    </section>
  );
}

function useMaking(props: LessonVideoProps) {
  const { state: making, start, stop } = useRun<Making>({ stage: 'idle' });
  const make = () =>
    start(async (signal, report) => {
      report({ stage: 'making', percent: 0 });
      const { lesson } = props;
      const { numerator, denominator } = LESSON_VIDEO.frameRate;
      const count = Math.max(1, (lessonDuration(lesson) * numerator) / denominator);
      const onFrames = (frames: number) =>
        report({ stage: 'making', percent: Math.min(100, Math.floor((100 * frames) / count)) });
      try {
        const file = await renderOnDevice(await requestOf(props), { signal, onFrames });
        report({ stage: 'done', file, of: lesson });
      } catch (error) {
        report({ stage: 'failed', problem: error instanceof RenderError ? error.problem : 'failed' });
      }
    });
  return { making, make, stop };
}

async function requestOf({ lesson, swings, voice, planner }: LessonVideoProps): Promise<LessonRequest> {
  const { user, pro } = swings;
  const { clips, addresses } = planner;
  const other =
    pro.golferId === null
      ? pro.video.file
      : await golferVideo(addresses.pro ?? '').catch((error: unknown) => {
          throw new RenderError('no-golfer-video', String(error));
        });
  const sizeOf = ({ widthPx, heightPx }: StagePlanner['clips']['user']) => ({ widthPx, heightPx });
  return {
    lesson,
    voice,
    plans: plansOf(lesson, planner),
    sources: {
      user: { file: user.file, frameTimes: clips.user.frameTimes },
      pro: { file: other, frameTimes: clips.pro.frameTimes },
    },
    sizes: { user: sizeOf(clips.user), pro: sizeOf(clips.pro) },
  };
}

/** A plan for each view of a lesson, once. */
function plansOf({ events }: Lesson, { planFor }: StagePlanner): readonly LessonPlan[] {
  const plans = new Map<string, LessonPlan>();
  for (const event of events) {
    if (event.does !== 'view') continue;
    const { alignment, choices } = event;
    const view = JSON.stringify({ alignment, choices });
    const plan = plans.has(view) ? null : planFor(alignment, choices);
    if (plan) plans.set(view, { view, plan });
  }
  return [...plans.values()];
}
