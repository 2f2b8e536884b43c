// Changes to the header (`moov`) of a visitor's MP4 or QuickTime file that make every reader understand it alike: one track of
// pictures, only true key frames, media data at another place. Tolerant, unlike video-track.ts: cameras write many forms.
import { fourCharsAt, type Mp4Box, mp4BoxByPath, mp4BoxesIn } from '#domain/video/mp4-boxes.ts';
import { letters, Mp4Error, viewOf } from './video-track.ts';

/** The type of a box that readers skip. */
export const SKIPPED_BOX = 'free';

/** A file type box (`ftyp`) that declares QuickTime, for files that begin without one. */
export const QUICKTIME_TYPE: Uint8Array<ArrayBuffer> = Uint8Array.from([
  ...[0, 0, 0, 20, ...letters('ftyp'), ...letters('qt  '), 0, 0, 0, 0, ...letters('qt  ')],
]);

/** A track of a `moov` box. */
interface HeaderTrack {
  readonly box: Mp4Box;
  /** `vide` for pictures, `soun` for sound. */
  readonly kind: string;
  readonly stbl: Mp4Box;
  /** The number of its samples; 0 in a fragmented file. */
  readonly sampleCount: number;
}

/** The tracks of a whole `moov` box, without those that have no tables. */
export function tracksIn(moov: Uint8Array): readonly HeaderTrack[] {
  const view = viewOf(moov);
  const [whole] = mp4BoxesIn(view, 0, moov.length);
  if (whole?.type !== 'moov') return [];
  return mp4BoxesIn(view, whole.content, whole.to)
    .filter(({ type }) => type === 'trak')
    .flatMap((box) => {
      const handler = mp4BoxByPath(view, box, ['mdia', 'hdlr']);
      const stbl = mp4BoxByPath(view, box, ['mdia', 'minf', 'stbl']);
      const sizes = stbl && mp4BoxesIn(view, stbl.content, stbl.to).find(({ type }) => /^st[sz][z2]$/.test(type));
      if (!handler || !stbl || !sizes || sizes.content + 12 > sizes.to) return [];
      // The handler type follows the version, flags and a reserved word; the count follows them and a sample size.
      const kind = fourCharsAt(view, handler.content + 8);
      return [{ box, kind, stbl, sampleCount: view.getUint32(sizes.content + 8) }];
    });
}

/**
 * The track that is the film: of several with pictures the one with the most, the first of equals. A motion photo has a
 * track of a few stills beside it, often first. Undefined without a track of pictures.
 */
export function filmTrackIn(moov: Uint8Array): HeaderTrack | undefined {
  const pictures = tracksIn(moov).filter(({ kind }) => kind === 'vide');
  return pictures.toSorted((a, b) => b.sampleCount - a.sampleCount)[0];
}

/** A copy of a `moov` box in which only the film is left of the tracks with pictures; null when it has no other. */
export function withFilmOnly(moov: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const film = filmTrackIn(moov);
  const others = tracksIn(moov).filter(({ box, kind }) => kind === 'vide' && box.from !== film?.box.from);
  if (others.length === 0) return null;
  const changed = Uint8Array.from(moov);
  for (const { box } of others) changed.set(letters(SKIPPED_BOX), box.from + 4);
  return changed;
}

/**
 * A copy of a `moov` box whose film has only these key frames, counted from 0 in the order of decoding. There must be no
 * more of them than the box lists. Throws an `Mp4Error` when it lists none.
 */
export function withKeyFrames(moov: Uint8Array, keyFrames: readonly number[]): Uint8Array<ArrayBuffer> {
  const view = viewOf(moov);
  const film = filmTrackIn(moov);
  const list = film && mp4BoxesIn(view, film.stbl.content, film.stbl.to).find(({ type }) => type === 'stss');
  if (!list || list.content + 8 + keyFrames.length * 4 > list.to) throw new Mp4Error('The film lists no key frames');
  const changed = Uint8Array.from(moov);
  const changedView = viewOf(changed);
  // The rest of the box stays: readers take as many entries as the count says.
  for (const [index, number] of [keyFrames.length, ...keyFrames.map((frame) => frame + 1)].entries()) {
    changedView.setUint32(list.content + 4 + index * 4, number);
  }
  return changed;
}

/** Adds to the place of every chunk, in place: the media data moves by so many bytes. Throws an `Mp4Error` for broken tables. */
export function moveMedia(moov: Uint8Array, byBytes: number): void {
  const view = viewOf(moov);
  for (const { stbl } of tracksIn(moov)) {
    const offsets = mp4BoxesIn(view, stbl.content, stbl.to).find(({ type }) => type === 'stco' || type === 'co64');
    if (!offsets) throw new Mp4Error('A track has no table of chunks');
    const isLong = offsets.type === 'co64';
    const entryBytes = isLong ? 8 : 4;
    const first = offsets.content + 8;
    const count = first <= offsets.to ? view.getUint32(offsets.content + 4) : 0;
    if (first + count * entryBytes > offsets.to) throw new Mp4Error('The table of chunks is too short');
    for (let at = first; at < first + count * entryBytes; at += entryBytes) {
      if (isLong) view.setBigUint64(at, view.getBigUint64(at) + BigInt(byBytes));
      else view.setUint32(at, view.getUint32(at) + byBytes);
    }
  }
}
