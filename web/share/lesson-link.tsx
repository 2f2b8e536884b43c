// A kept lesson for another person: its file, with the video of a golfer of the library, and the button over the pictures that sends it
// by a link.
import { callApi } from '#web/api/api-client.ts';
import { type KeptLesson, lessonTitle } from '#web/kept/kept-comparison.ts';
import { keptLesson } from '#web/kept/lesson-database.ts';
import { golferVideo } from '#web/render/golfer-video.ts';
import { words } from '#web/words/words.ts';
import { LinkButton } from './link-button.tsx';
import type { FileForLink } from './link-file.ts';

/** The file. Rejects when a clip is no longer there, or the golfer's video cannot be loaded. */
export async function lessonForOthers(kept: KeptLesson): Promise<Blob> {
  const { shareLesson } = await import('#web/kept/share-lesson.ts');
  return shareLesson(kept, async (golferId) => {
    const golfer = await callApi('getGolfer', { params: { id: golferId } });
    return { golfer, video: await golferVideo(golfer.videoUrl) };
  });
}

/** What a link to a kept lesson sends. Rejects as {@link lessonForOthers} does, or without the lesson. */
export async function lessonForLink(id: string): Promise<FileForLink> {
  const kept = await keptLesson(id);
  if (!kept) throw new Error('The lesson is no longer kept');
  return { file: await lessonForOthers(kept), names: [lessonTitle(kept)] };
}

interface LessonLinkProps {
  readonly id: string;
  /** Whether its dialog is open from the first. */
  readonly startsOpen?: boolean;
}

/** The button over the pictures where a lesson was recorded. */
export function LessonLink({ id, startsOpen }: LessonLinkProps) {
  return (
    <LinkButton
      place="pictures"
      label={words.link.heading}
      startsOpen={startsOpen}
      makeFile={() => lessonForLink(id)}
    />
  );
}
