// The swings whose club or ball an evaluation searches for: those of labelled folders that evaluate-repeatability.ts tracked, or
// the library's.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { slowMotionOf } from './body-scores.ts';
import type { FileSwing } from './clip-search.ts';
import { labelledSwings, librarySwings } from './evaluated-swings.ts';

/** A swing to search, with its clip's name. */
export interface NamedSwing extends FileSwing {
  readonly name: string;
}

/** The options of the command line, and the swings that they name. */
export function swingsToSearch() {
  const { values, positionals: folders } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ tracks: { type: 'string' }, sheets: { type: 'string' }, half: { type: 'string' }, only: { type: 'string' } },
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
  return labelledSwings(folders).flatMap(({ file, slug, marks }) => {
    const stored = path.join(tracks, `${slug}.original.json`);
    const track: BodyTrack | null = existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : null;
    return track ? [{ name: slug, file, track, marks, slowMotionFactor: slowMotionOf(marks) }] : [];
  });
}
