// The swings that the evaluations of tracked bodies look at: those of a labelled folder, and those of the library.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import library from '#content/library.json' with { type: 'json' };
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import { readStoredGolferBody } from '#domain/library/golfer-body.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type LabelledClip, labelledMarks } from './body-scores.ts';

/** The clips of a labelled folder. */
export function readManifest(folder: string): readonly LabelledClip[] {
  return JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
}

/** A labelled clip whose first swing has all three marks. */
export interface LabelledSwing {
  readonly file: string;
  readonly slug: string;
  readonly marks: SwingAnnotations;
}

export function labelledSwings(folders: readonly string[]): readonly LabelledSwing[] {
  return folders.flatMap((folder) =>
    readManifest(folder).flatMap((clip) => {
      const marks = labelledMarks(clip);
      const isWhole = marks?.restTime != null && marks.topTime !== null && marks.strikeTime !== null;
      return isWhole ? [{ file: path.join(folder, clip.slug), slug: clip.slug, marks }] : [];
    }),
  );
}

/** A golfer of the library, with what ships of its body. */
export interface LibrarySwing extends LabelledSwing {
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
