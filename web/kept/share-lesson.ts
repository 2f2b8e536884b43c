// A kept lesson as a file for another person. Its clips are trimmed to what the lesson can show, and do not tell their origin.
// A golfer of the library goes into it as a clip, because another site may not have that golfer.
import type { GolferDetail } from '#contract/golfers.ts';
import { type BodyTrack, earlierTrack } from '#domain/body/body-track.ts';
import { readStoredBodyTrack, sentBodyTrack } from '#domain/body/stored-body-track.ts';
import type { ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import type { Lesson } from '#domain/lesson/lesson.ts';
import {
  type LessonClips,
  neededRanges,
  planLesson,
  showsTheSame,
  withEarlierClips,
} from '#domain/lesson/trimmed-lesson.ts';
import { earlierMoments } from '#domain/moments/taken-moments.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { earlierBy } from '#domain/swing/swing.ts';
import type { Clip } from '#domain/video/clip.ts';
import { marksOf } from '#web/api/query.tsx';
import { fetchStoredBody } from '#web/body/stored-body.ts';
import { randomId } from '#web/lib/random-id.ts';
import { words } from '#web/words/words.ts';
import { contentKeyOf } from './content-key.ts';
import type { KeptClip, KeptComparison, KeptLesson } from './kept-comparison.ts';
import { keptBody, keptClip } from './kept-database.ts';
import { lessonAudio } from './lesson-database.ts';
import { lessonFile } from './lesson-file.ts';

interface GolferWithVideo {
  readonly golfer: GolferDetail;
  readonly video: Blob;
}

/** Never aborted: making the file cannot be canceled. */
const NEVER = new AbortController().signal;

/** A clip for another person with its bytes, and the joints that were tracked in it; null where they are unknown. */
export interface LessonClip {
  readonly kept: KeptClip;
  readonly file: Blob;
  readonly body: BodyTrack | null;
}

type LessonSides = Readonly<Record<Side, LessonClip>>;

/** The file. Rejects when a clip is no longer there, or the golfer's video cannot be loaded. */
export async function shareLesson(
  kept: KeptLesson,
  loadGolfer: (golferId: number) => Promise<GolferWithVideo>,
): Promise<Blob> {
  if (!kept.lesson) throw new RangeError('The lesson is not finished');
  const { comparison } = kept;
  const { pro } = comparison;
  const golfer = 'golfer' in pro ? await loadGolfer(pro.golfer.id) : null;
  const sides: LessonSides = {
    user: await withBytes(comparison.user),
    pro: golfer ? await golferClip(golfer) : await withBytes('clip' in pro ? pro.clip : comparison.user),
  };
  const trimmed = await trimmedLesson(kept.lesson, sides);
  const shared = trimmed?.sides ?? sides;
  const { names } = comparison.choices;
  return lessonFile({
    kept: {
      ...kept,
      lesson: golfer ? withProNamed(trimmed?.lesson ?? kept.lesson) : (trimmed?.lesson ?? kept.lesson),
      comparison: {
        ...comparison,
        // Times of drawings on the stage are times of the whole clips. Those of the lesson are in its data.
        drawn: trimmed ? null : comparison.drawn,
        choices: golfer
          ? { ...comparison.choices, names: { ...names, pro: names.pro ?? golfer.golfer.name } }
          : comparison.choices,
        user: shared.user.kept,
        pro: { clip: shared.pro.kept },
      },
    },
    audio: await lessonAudio(kept.id),
    clips: new Map(SIDES.map((side) => [shared[side].kept.contentKey, shared[side].file])),
    bodies: new Map(
      SIDES.flatMap((side) => {
        const { kept: clip, body } = shared[side];
        return body ? [[clip.contentKey, sentBodyTrack(body)]] : [];
      }),
    ),
  });
}

/** The lesson in which the pictures call the golfer's clip a pro's, as they did while it was recorded. */
function withProNamed(lesson: Lesson): Lesson {
  const named = (choices: ComparisonChoices): ComparisonChoices => ({
    ...choices,
    names: { ...choices.names, pro: choices.names.pro ?? words.stage.pro },
  });
  const events = lesson.events.map((event) =>
    event.does === 'view' ? { ...event, choices: named(event.choices) } : event,
  );
  return { ...lesson, events };
}

async function withBytes(kept: KeptComparison['user']): Promise<LessonClip> {
  const own = await keptClip(kept.contentKey);
  if (!own) throw new Error(`No bytes for ${kept.contentKey}`);
  return ownClip(kept, own);
}

/** One of the sender's own clips, without where, when and with what it was filmed. */
export async function ownClip(kept: KeptClip, own: Blob): Promise<LessonClip> {
  const { clipForOthers } = await import('./clip-for-others.ts');
  const file = await clipForOthers(own);
  const body = readStoredBodyTrack(await keptBody(kept.contentKey));
  return { kept: await withFile(kept, { file, earlier: 0 }), file, body };
}

export async function golferClip({ golfer, video }: GolferWithVideo): Promise<LessonClip> {
  const kept: KeptClip = {
    contentKey: await contentKeyOf(video),
    clipId: randomId(),
    fileName: 'pro.mp4',
    type: 'video/mp4',
    lastModified: 0,
    sizeBytes: video.size,
    annotations: marksOf(golfer),
    pictureInterval: null,
    slowMotionFactor: golfer.slowMotionFactor,
    proposedFactor: null,
  };
  const body = golfer.bodyUrl === null ? null : await fetchStoredBody(golfer.bodyUrl, NEVER);
  return { kept, file: video, body: body?.track ?? null };
}

/** The lesson with trimmed clips; null where a clip cannot be read, or none becomes smaller without changing what is shown. */
async function trimmedLesson(
  lesson: Lesson,
  sides: LessonSides,
): Promise<{ readonly lesson: Lesson; readonly sides: LessonSides } | null> {
  // Reading clips needs a library that most visitors never load.
  const [{ readClip }, { trimmedClip }] = await Promise.all([
    import('#web/player/engine/frame-table.ts'),
    import('./trimmed-clip.ts'),
  ]);
  const [user, pro] = [(await readClip(sides.user.file)).clip, (await readClip(sides.pro.file)).clip];
  if (!user || !pro) return null;
  const whole = planLesson(lesson, lessonClips(sides, { user, pro }));
  const ranges = neededRanges(whole);
  const copies = {
    user: await trimmedClip(sides.user.file, ranges.user),
    pro: await trimmedClip(sides.pro.file, ranges.pro),
  };
  if (!copies.user && !copies.pro) return null;
  const earlier = bySide((side) => copies[side]?.earlier ?? 0);
  const change = async (side: Side): Promise<LessonClip> => {
    const copy = copies[side];
    if (!copy) return sides[side];
    const { kept, body } = sides[side];
    return {
      kept: await withFile(kept, copy),
      file: copy.file,
      body: body && earlierTrack(body, copy.clip.frameTimes, copy.earlier),
    };
  };
  const changed = { user: await change('user'), pro: await change('pro') };
  const clips = { user: copies.user?.clip ?? user, pro: copies.pro?.clip ?? pro };
  if (!showsTheSame(whole, planLesson(lesson, lessonClips(changed, clips)), earlier)) return null;
  return { lesson: withEarlierClips(lesson, earlier), sides: changed };
}

function lessonClips(sides: LessonSides, clips: Readonly<Record<Side, Clip>>): LessonClips {
  return {
    sides: bySide((side) => ({ clip: clips[side], annotations: sides[side].kept.annotations })),
    slowMotion: bySide((side) => factorInUse(sides[side].kept)),
  };
}

/** The clip with other bytes, in which every frame is earlier. Results that are stored for the clip do not apply to it. */
async function withFile(
  kept: KeptClip,
  { file, earlier }: { readonly file: Blob; readonly earlier: number },
): Promise<KeptClip> {
  return {
    ...kept,
    // A phone names a file by its date.
    fileName: 'clip.mp4',
    lastModified: 0,
    contentKey: await contentKeyOf(file),
    clipId: randomId(),
    sizeBytes: file.size,
    type: file.type,
    annotations: earlierBy(kept.annotations, earlier),
    ...(kept.taken && { taken: earlierMoments(kept.taken, earlier) }),
  };
}
