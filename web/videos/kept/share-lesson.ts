// A kept lesson as a file for another person. A golfer of the library goes into it as a clip, because another site may not
// have that golfer.
import type { GolferDetail } from '#contract/golfers.ts';
import { marksOf } from '#web/api/use-golfers.ts';
import { randomId } from '#web/lib/random-id.ts';
import { contentKeyOf } from './content-key.ts';
import { clipsOf, type KeptComparison } from './kept-comparison.ts';
import { keptClip } from './kept-database.ts';
import type { KeptLesson } from './kept-lesson.ts';
import { lessonAudio } from './lesson-database.ts';
import { lessonFile } from './lesson-file.ts';

/** The golfer's facts and the content of the golfer's video. */
export interface GolferWithVideo {
  readonly golfer: GolferDetail;
  readonly video: Blob;
}

/** The file. Rejects when a clip is no longer there, or the golfer's video cannot be loaded. */
export async function shareLesson(
  kept: KeptLesson,
  loadGolfer: (golferId: number) => Promise<GolferWithVideo>,
): Promise<Blob> {
  const clips = new Map<string, Blob>();
  for (const { contentKey } of clipsOf(kept.comparison)) {
    const bytes = await keptClip(contentKey);
    if (!bytes) throw new Error(`No bytes for ${contentKey}`);
    clips.set(contentKey, bytes);
  }
  const { pro } = kept.comparison;
  const comparison = 'golfer' in pro ? await withClip(kept.comparison, await loadGolfer(pro.golfer.id), clips) : null;
  return lessonFile({
    kept: { ...kept, comparison: comparison ?? kept.comparison },
    ...{ audio: await lessonAudio(kept.id), clips },
  });
}

/** The comparison with the golfer's video as a separate clip, under the golfer's name. Adds the clip's bytes. */
async function withClip(
  comparison: KeptComparison,
  { golfer, video }: GolferWithVideo,
  clips: Map<string, Blob>,
): Promise<KeptComparison> {
  const contentKey = await contentKeyOf(video);
  clips.set(contentKey, video);
  const { names } = comparison.choices;
  return {
    ...comparison,
    choices: { ...comparison.choices, names: { ...names, pro: names.pro ?? golfer.name } },
    pro: {
      clip: {
        ...{ contentKey, clipId: randomId(), fileName: 'pro.mp4', type: 'video/mp4', lastModified: 0 },
        ...{ sizeBytes: video.size, annotations: marksOf(golfer), pictureInterval: null },
        ...{ slowMotionFactor: golfer.slowMotionFactor, proposedFactor: null },
      },
    },
  };
}
