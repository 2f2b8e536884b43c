// The swings that the evaluations of tracked bodies look at: those of a labeled folder, and those of the library; and changed
// copies of clips. Searches for club and ball take the swings that evaluate-repeatability.ts tracked.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execaSync } from 'execa';
import library from '#content/library.json' with { type: 'json' };
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import { readStoredGolferBody } from '#domain/library/golfer-body.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type LabeledClip, labeledMarks, slowMotionOf } from './body-scores.ts';
import type { FileSwing } from './clip-search.ts';

export function readManifest(folder: string): readonly LabeledClip[] {
  return JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
}

/** A labeled clip whose first swing has all three marks. */
interface LabeledSwing {
  readonly file: string;
  readonly slug: string;
  readonly marks: SwingAnnotations;
}

export function labeledSwings(folders: readonly string[]): readonly LabeledSwing[] {
  return folders.flatMap((folder) =>
    readManifest(folder).flatMap((clip) => {
      const marks = labeledMarks(clip);
      const isWhole = marks?.restTime != null && marks.topTime !== null && marks.strikeTime !== null;
      return isWhole ? [{ file: path.join(folder, clip.slug), slug: clip.slug, marks }] : [];
    }),
  );
}

/** A golfer of the library, with what ships of its body. */
interface LibrarySwing extends LabeledSwing {
  readonly view: string;
  readonly body: BodyFacts;
  readonly slowMotionFactor: number;
}

export function librarySwings(): readonly LibrarySwing[] {
  return library.golfers.map(({ slug, file, view, body: bodyFile, restTime, topTime, strikeTime, ...golfer }) => {
    const body = readStoredGolferBody(JSON.parse(readFileSync(path.resolve('content', bodyFile), 'utf8')));
    if (!body) throw new Error(`The body of ${slug} cannot be read`);
    const slowMotionFactor = 'slowMotionFactor' in golfer ? Number(golfer.slowMotionFactor) : 1;
    const marks = { restTime, topTime, strikeTime };
    return { slug, file: path.resolve('content', file), view, body, marks, slowMotionFactor };
  });
}

/** A swing to search, with its clip's name. */
export interface NamedSwing extends FileSwing {
  readonly name: string;
}

/** The options of the command line, and the swings that they name. */
export function swingsToSearch() {
  const { values, positionals: folders } = parseArgs({
    allowPositionals: true,
    options: {
      tracks: { type: 'string' },
      sheets: { type: 'string' },
      half: { type: 'string' },
      only: { type: 'string' },
      library: { type: 'boolean', default: false },
    },
  });
  const all = values.library ? ofLibrary() : ofFootage(folders, values.tracks ?? '');
  const swings = all.filter((_, index) => !values.half || (index % 2 === 0) === (values.half === 'even'));
  return { values, swings };
}

function ofLibrary(): readonly NamedSwing[] {
  return librarySwings().map(({ slug, body, ...swing }) => ({ ...swing, name: slug, track: body.track }));
}

function ofFootage(folders: readonly string[], tracks: string): readonly NamedSwing[] {
  return labeledSwings(folders).flatMap(({ file, slug, marks }) => {
    const stored = path.join(tracks, `${slug}.original.json`);
    const track: BodyTrack | null = existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : null;
    return track ? [{ name: slug, file, track, marks, slowMotionFactor: slowMotionOf(marks) }] : [];
  });
}

/** How a clip is changed before it is encoded again. */
export interface ClipChange {
  /** The ffmpeg filter. */
  readonly filter: string;
  /** x264's quality. */
  readonly crf: number;
  readonly hasSound?: boolean;
}

/** Writes a clip through an ffmpeg filter, frame by frame. */
export function writeEncodedCopy(file: string, copy: string, { filter, crf, hasSound = false }: ClipChange): void {
  const sound = hasSound ? ['-map', '0:v:0', '-map', '0:a:0?', '-c:a', 'aac'] : ['-an'];
  const encoded = ['-fps_mode', 'passthrough', '-preset', 'veryfast', '-crf', String(crf), '-pix_fmt', 'yuv420p'];
  execaSync('ffmpeg', ['-v', 'error', '-y', '-i', file, '-vf', filter, ...sound, ...encoded, copy]);
}
