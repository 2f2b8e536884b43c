// A comparison as a file for another person: clips without their origin, a golfer of the library as a clip, and nothing of the
// sender's notes.
import { isRecord } from '#domain/body/read-track.ts';
import { sentBodyTrack } from '#domain/body/stored-body-track.ts';
import { SIDES } from '#domain/side.ts';
import { callApi } from '#web/api/api-client.ts';
import { exportedFile } from '#web/kept/exported-file.ts';
import type { KeptComparison } from '#web/kept/kept-comparison.ts';
import type { ComparisonWithMedia } from '#web/kept/kept-database.ts';
import { golferClip, type LessonClip, ownClip } from '#web/kept/share-lesson.ts';
import { orNull } from '#web/lib/or-null.ts';
import { randomId } from '#web/lib/random-id.ts';
import { golferVideo } from '#web/render/golfer-video.ts';
import { words } from '#web/words/words.ts';
import type { FileForLink } from './link-file.ts';

/** The file. Rejects when a clip is missing or cannot be read, or the golfer's video cannot be loaded. */
export async function comparisonFile(given: Pick<ComparisonWithMedia, 'comparison' | 'clips'>): Promise<FileForLink> {
  const { comparison, clips } = given;
  const { user, pro, choices } = comparison;
  const own = async (kept: KeptComparison['user']) => {
    const clip = clips.get(kept.contentKey);
    if (!clip) throw new Error(`No bytes for ${kept.contentKey}`);
    return ownClip(kept, clip);
  };
  const sides = { user: await own(user), pro: 'clip' in pro ? await own(pro.clip) : await clipOfGolfer(pro.golfer.id) };
  const golferName = 'golfer' in pro ? pro.golfer.name : null;
  const sent: KeptComparison = {
    id: randomId(),
    keptAtMs: Date.now(),
    alignment: comparison.alignment,
    choices: {
      ...choices,
      // "You" would be the receiver.
      names: {
        ...choices.names,
        user: choices.names.user ?? words.link.golfer,
        pro: choices.names.pro ?? golferName,
      },
    },
    drawn: drawnOver(comparison.drawn, `${sides.user.kept.clipId} ${sides.pro.kept.clipId}`),
    user: sides.user.kept,
    ...(comparison.club && { club: comparison.club }),
    pro: { clip: sides.pro.kept },
  };
  return {
    file: exportedFile([{ comparison: sent, thumbnail: null, clips: bytesOf([sides.user, sides.pro]) }]),
    bodies: new Map(
      SIDES.flatMap((side) => {
        const { kept, body } = sides[side];
        return body ? [[kept.contentKey, sentBodyTrack(body)]] : [];
      }),
    ),
    names: [user.fileName, 'clip' in pro ? pro.clip.fileName : (golferName ?? words.stage.pro)],
  };
}

async function clipOfGolfer(id: number): Promise<LessonClip> {
  const golfer = await callApi('getGolfer', { params: { id } });
  return golferClip({ golfer, video: await golferVideo(golfer.videoUrl) });
}

function bytesOf(clips: readonly LessonClip[]): ReadonlyMap<string, Blob> {
  return new Map(clips.map(({ kept, file }) => [kept.contentKey, file]));
}

/** The drawings, which name the clips that they are on. */
function drawnOver(drawn: string | null, comparison: string): string | null {
  const stored = drawn === null ? null : orNull(() => JSON.parse(drawn) as unknown);
  return isRecord(stored) ? JSON.stringify({ ...stored, comparison }) : null;
}
