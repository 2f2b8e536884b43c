// The state of a batch of golfers that are added at once: one row per chosen file, and what may happen to it. Pure: files,
// storage, the search and the uploads are in batch-store.ts.
import { type ClubKind, clubKindOf, FILMED_UNKNOWN, type Filmed, nameFromFile } from '#domain/library/golfer.ts';
import { type FoundSwing, marksAt, SURE } from '#domain/moments/found-swing.ts';
import { markOrigin, NOTHING_TAKEN, type TakenMoments } from '#domain/moments/taken-moments.ts';
import {
  firstOutOfOrder,
  isFullyMarked,
  NO_ANNOTATIONS,
  POSITIONS,
  type Position,
  type SwingAnnotations,
} from '#domain/swing/swing.ts';
import type { PackedGolfer } from './library-pack.ts';

/** The largest number of rows that are not published yet. */
const MAX_ROWS = 30;

/** What is being done with a row, or was done last. */
export type RowStep =
  /** Its positions have not been searched for. */
  | { readonly at: 'waiting' }
  | { readonly at: 'finding'; readonly percent: number }
  /** The search has ended, with or without positions, or was canceled. */
  | { readonly at: 'searched'; readonly without: null | 'no-swing' | 'cannot-read' | 'damaged' | 'canceled' }
  | { readonly at: 'queued' }
  | { readonly at: 'uploading'; readonly percent: number }
  /** `wasThere`: the server already had the video, for instance because an answer was lost. */
  | { readonly at: 'published'; readonly wasThere: boolean }
  | { readonly at: 'not-published'; readonly sentence: string }
  /** The browser no longer has the file. */
  | { readonly at: 'lost' };

/** What only a library file says of a golfer. */
type PackedDetails = Pick<PackedGolfer, 'majorChampionships' | 'club' | 'height'>;

/** One chosen file and the golfer that it becomes. */
export interface BatchRow extends Filmed {
  /** The id of the stored clip. */
  readonly id: string;
  readonly addedAtMs: number;
  /** The key of the file's content, by which duplicates are recognized. */
  readonly contentKey: string;
  readonly name: string;
  readonly club: ClubKind | null;
  /** What a library file says besides; null for a video. Absent in rows of an earlier version. */
  readonly details?: PackedDetails | null;
  readonly annotations: SwingAnnotations;
  /** The proposals of the search. A mark that differs was set by hand. */
  readonly taken: TakenMoments;
  /** Whether the search is confident that this is a swing. */
  readonly isSwingSure: boolean;
  /** Whether the file or the marks suggest slow motion, and the administrator has not answered yet. */
  readonly mayBeSlow: boolean;
  readonly slowMotionFactor: number | null;
  /** Whether the administrator has confirmed what is doubtful. */
  readonly isConfirmed: boolean;
  /** Addresses of small pictures: the first frame, and the frame of each position with its time. */
  readonly thumbnail: string | null;
  readonly pictures: Readonly<Partial<Record<Position, { readonly time: number; readonly address: string }>>>;
  readonly step: RowStep;
}

/** What an administrator has to do before a row can be published. Only doubts can be confirmed as they are. */
export type Need = 'name' | 'positions' | 'order' | 'rest-at-zero' | Doubt;
type Doubt = 'position-doubt' | 'swing-doubt' | 'slow-motion';
const DOUBTS: readonly Need[] = ['position-doubt', 'swing-doubt', 'slow-motion'];

/** What a row shows. */
export type Standing =
  | Exclude<RowStep, { readonly at: 'searched' }>
  | { readonly at: 'ready' }
  | { readonly at: 'needs-look'; readonly need: Need }
  /** A golfer of the library has this video. */
  | { readonly at: 'in-library'; readonly name: string };

export type Rows = readonly BatchRow[];
/** The names of the library's golfers by the content keys of their videos; null while unknown. */
export type LibraryVideos = ReadonlyMap<string, string> | null;

interface NewFile extends Pick<BatchRow, 'id' | 'addedAtMs' | 'contentKey'> {
  readonly fileName: string;
}

export function newRow({ fileName, ...file }: NewFile): BatchRow {
  const name = nameFromFile(fileName);
  return {
    ...file,
    ...FILMED_UNKNOWN,
    name,
    club: clubKindOf({ club: null, name }),
    annotations: NO_ANNOTATIONS,
    taken: NOTHING_TAKEN,
    isSwingSure: true,
    mayBeSlow: false,
    slowMotionFactor: null,
    isConfirmed: false,
    thumbnail: null,
    pictures: {},
    step: { at: 'waiting' },
  };
}

/** The row of a library file's golfer: it needs no search. */
export function packedRow(file: NewFile, golfer: PackedGolfer): BatchRow {
  const { name, view, hand, restTime, topTime, strikeTime, slowMotionFactor } = golfer;
  return {
    ...newRow(file),
    name,
    view,
    hand,
    slowMotionFactor,
    club: clubKindOf(golfer),
    details: golfer,
    annotations: { restTime, topTime, strikeTime },
    step: { at: 'searched', without: null },
  };
}

/** How many more files the batch takes. */
export function freeRows(rows: Rows): number {
  return MAX_ROWS - rows.filter(isOpen).length;
}

/** The row of the same file that is not published yet; one that is published is in the library. */
export function sameFile(rows: Rows, contentKey: string): BatchRow | undefined {
  return rows.find((row) => row.contentKey === contentKey && isOpen(row));
}

function isOpen({ step }: BatchRow): boolean {
  return step.at !== 'published';
}

/** The rows with one of them changed; the same rows if it has been removed. */
export function withRow(rows: Rows, id: string, change: (row: BatchRow) => BatchRow): Rows {
  return rows.map((row) => (row.id === id ? change(row) : row));
}

/** Brings a row to a step. */
export function withStep(step: RowStep): (row: BatchRow) => BatchRow {
  return (row) => ({ ...row, step });
}

/** The row with the swing that was found in it. Marks that were set meanwhile stay. */
export function withFound(
  row: BatchRow,
  swing: FoundSwing,
  filmed: Filmed & { readonly mayBeSlow: boolean },
): BatchRow {
  const isMarked = isFullyMarked(row.annotations);
  return {
    ...row,
    annotations: isMarked ? row.annotations : marksAt(swing),
    taken: swing.moments,
    isSwingSure: swing.confidence >= SURE,
    view: row.view ?? filmed.view,
    hand: row.hand ?? filmed.hand,
    mayBeSlow: filmed.mayBeSlow,
    step: { at: 'searched', without: null },
  };
}

/** The first thing that the row needs; null when it can be published. */
function needOf(row: BatchRow): Need | null {
  const { annotations, taken, isConfirmed } = row;
  if (row.name.trim() === '') return 'name';
  if (!isFullyMarked(annotations)) return 'positions';
  if (firstOutOfOrder(annotations)) return 'order';
  // The library's form takes 0 for "not marked" (specification §5).
  if (annotations.restTime === 0) return 'rest-at-zero';
  if (isConfirmed) return null;
  const origins = POSITIONS.map((position) => markOrigin(annotations, taken, position));
  if (origins.includes('check')) return 'position-doubt';
  if (!row.isSwingSure && !origins.includes('hand')) return 'swing-doubt';
  return row.mayBeSlow && row.slowMotionFactor === null ? 'slow-motion' : null;
}

export function isDoubt(need: Need): boolean {
  return DOUBTS.includes(need);
}

/** What a row shows, also with regard to the library. */
export function standingOf(row: BatchRow, library: LibraryVideos): Standing {
  const { step } = row;
  const known = step.at === 'searched' || step.at === 'waiting' ? library?.get(row.contentKey) : undefined;
  if (known !== undefined) return { at: 'in-library', name: known };
  if (step.at !== 'searched') return step;
  const need = needOf(row);
  return need ? { at: 'needs-look', need } : { at: 'ready' };
}

/** The row to search next; null while another one is searched, or when none is left. */
export function nextToFind(rows: Rows, library: LibraryVideos): BatchRow | null {
  if (library === null || rows.some(({ step }) => step.at === 'finding')) return null;
  return rows.find((row) => standingOf(row, library).at === 'waiting') ?? null;
}

/** The row to upload next; null while another one is uploaded, or when none is left. */
export function nextToUpload(rows: Rows, library: LibraryVideos): BatchRow | null {
  if (library === null || rows.some(({ step }) => step.at === 'uploading')) return null;
  return rows.find(({ step }) => step.at === 'queued') ?? null;
}

/** Whether "Publish all checked" publishes the row. */
function isPublishable(row: BatchRow, library: LibraryVideos): boolean {
  const { at } = standingOf(row, library);
  return at === 'ready' || (at === 'not-published' && needOf(row) === null);
}

/** The rows with those that can be published queued. */
export function withQueued(rows: Rows, library: LibraryVideos): Rows {
  return rows.map((row) => (isPublishable(row, library) ? { ...row, step: { at: 'queued' } } : row));
}

/** The row after Cancel: a search or an upload that has not begun or ended does not take place. */
export function canceled(row: BatchRow): BatchRow {
  const { at } = row.step;
  if (at === 'waiting' || at === 'finding') return { ...row, step: { at: 'searched', without: 'canceled' } };
  return at === 'queued' || at === 'uploading' ? { ...row, step: { at: 'searched', without: null } } : row;
}

/** The row whose search begins again; others as they are. */
export function searchedAgain(row: BatchRow): BatchRow {
  return needsNewSearch(row) ? { ...row, step: { at: 'waiting' } } : row;
}

/** Whether another search may find what this one did not: it was canceled, or the server was away when it began. */
export function needsNewSearch({ step, annotations }: BatchRow): boolean {
  if (step.at !== 'searched' || isFullyMarked(annotations)) return false;
  return step.without === 'canceled' || step.without === 'cannot-read';
}

/** The row after a change by hand. One whose upload was refused for what it said can be published again. */
export function edited(row: BatchRow, change: Partial<BatchRow>): BatchRow {
  const step: RowStep = row.step.at === 'not-published' ? { at: 'searched', without: null } : row.step;
  return { ...row, step, ...change };
}

/** The row as a reload finds it: what was interrupted begins again. */
export function resumed(row: BatchRow): BatchRow {
  if (row.step.at === 'finding') return { ...row, step: { at: 'waiting' } };
  return row.step.at === 'uploading' ? { ...row, step: { at: 'queued' } } : row;
}

/** The batch in numbers. */
export function countsOf(rows: Rows, library: LibraryVideos) {
  const standings = rows.map((row) => standingOf(row, library).at);
  const count = (...of: readonly Standing['at'][]) => standings.filter((at) => of.includes(at)).length;
  return {
    all: rows.length,
    needSearch: rows.filter(needsNewSearch).length,
    waiting: count('waiting', 'finding'),
    ready: count('ready'),
    needLook: count('needs-look'),
    publishing: count('queued', 'uploading'),
    published: count('published'),
    refused: count('in-library', 'not-published', 'lost'),
    publishable: rows.filter((row) => isPublishable(row, library)).length,
  };
}
