// Runs a batch: takes files in, searches one clip after the other, uploads one after the other, and keeps every row on this
// device. What may happen to a row is in batch.ts.
import { createStore } from 'zustand/vanilla';
import { clubKindOf } from '#domain/library/golfer.ts';
import { ApiError } from '#web/api/api-client.ts';
import { takeInVideoFile } from '#web/clip/check-video-file.ts';
import { getClip, removeClip } from '#web/clip/clip-storage.ts';
import type { BodyWish } from '#web/find/search-moments.ts';
import { contentKeyOf } from '#web/kept/content-key.ts';
import { ImportError, partsOf } from '#web/kept/exported-file.ts';
import { reasonOf, requireAdmin, sendForm } from '#web/library/admin/upload-golfer.ts';
import { EMPTY_DRAFT, formDataOf, withMarks } from '#web/library/admin/use-golfer-form.ts';
import { inlineText } from '#web/ui/toast/messages.ts';
import { words } from '#web/words/words.ts';
import {
  type BatchRow,
  canceled,
  edited,
  freeRows,
  type LibraryVideos,
  newRow,
  nextToFind,
  nextToUpload,
  packedRow,
  type RowStep,
  type Rows,
  sameFile,
  searchedAgain,
  withQueued,
  withRow,
  withStep,
} from './batch.ts';
import { isPackName, type PackedGolfer, readLibraryPack } from './library-pack.ts';
import { readPictures, searchRow } from './search-row.ts';
import { forgetRow, keepRow, readBatch } from './stored-batch.ts';

interface BatchState {
  readonly rows: Rows;
  readonly library: LibraryVideos;
  /** The file that is being taken in, among those chosen last; null while none is. */
  readonly takingIn: { readonly name: string; readonly number: number; readonly count: number } | null;
  /** How much of a library file has been checked, in whole percent; null while none is. */
  readonly checkedPercent: number | null;
  /** The names of chosen files that are not in the batch, by the reason; without names what concerns all. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  /** The size of the download that the search needs, on a metered connection; null unless the administrator is asked. */
  readonly askedBytes: number | null;
}

interface BatchEvents {
  /** Resolves once the list of golfers has been loaded again. */
  readonly onPublished: () => Promise<void>;
  readonly onSessionEnded: () => void;
}

const EMPTY: BatchState = {
  rows: [],
  library: null,
  takingIn: null,
  checkedPercent: null,
  problems: new Map(),
  askedBytes: null,
};

/** The club as a library file names it, unless another kind was chosen. */
function clubText({ name, club, details }: BatchRow): string {
  if (details?.club && clubKindOf({ club: details.club, name }) === club) return details.club;
  return club ? words.golferPicker.clubs[club] : '';
}

export class Batch {
  readonly store = createStore<BatchState>(() => EMPTY);
  readonly #running = new Map<string, AbortController>();
  /** Null while the page does not show the batch: nothing runs then. */
  #events: BatchEvents | null = null;
  #restored: Promise<void> = Promise.resolve();
  #illustrated: Promise<void> = Promise.resolve();
  #wish: BodyWish = 'ask-first';
  #lastAddedAtMs = 0;

  /** Begins or continues the batch of this device. */
  open(events: BatchEvents): void {
    this.#events = events;
    this.#restored = this.#restored.then(async () => {
      const known = new Set(this.#rows.map(({ id }) => id));
      const rows = (await readBatch(Date.now())).filter(({ id }) => !known.has(id));
      this.#lastAddedAtMs = rows.at(-1)?.addedAtMs ?? this.#lastAddedAtMs;
      this.#set({ rows: [...rows, ...this.#rows] });
      for (const { id } of rows) this.#illustrate(id);
    });
  }

  /** Stops what is running. It begins again when the batch is opened again. */
  close(): void {
    this.#events = null;
    for (const id of [...this.#running.keys()]) this.#stop(id);
    this.store.setState(EMPTY);
  }

  setLibrary(library: LibraryVideos): void {
    this.#set({ library });
  }

  async add(files: readonly File[]): Promise<void> {
    this.store.setState({ problems: EMPTY.problems });
    await this.#restored;
    for (const [index, file] of files.entries()) {
      this.store.setState({ takingIn: { name: file.name, number: index + 1, count: files.length } });
      const takeIn = isPackName(file) ? this.#takeInPack : this.#takeIn;
      await takeIn(file).catch(() => this.#refuse(words.clips.fileGone, file.name));
    }
    this.#set({ takingIn: null });
    for (const { id } of this.#rows) this.#illustrate(id);
  }

  edit(id: string, changed: Partial<BatchRow>): void {
    this.#change(id, (row) => edited(row, changed));
    if (changed.annotations) this.#illustrate(id);
  }

  /** Searches one row again that needs it, or all. */
  findAgain(id: string | null = null): void {
    this.#setRows(this.#rows.map((row) => (id === null || row.id === id ? searchedAgain(row) : row)));
  }

  publish(): void {
    this.#setRows(withQueued(this.#rows, this.store.getState().library));
  }

  /** Cancels one row, or all. */
  cancel(id: string | null = null): void {
    const isMeant = (row: BatchRow) => id === null || row.id === id;
    for (const row of this.#rows.filter(isMeant)) this.#stop(row.id);
    this.#setRows(this.#rows.map((row) => (isMeant(row) ? canceled(row) : row)));
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#stop(id);
      forgetRow(id);
      void removeClip(id);
    }
    this.#set({ rows: this.#rows.filter(({ id }) => !ids.includes(id)) });
  }

  /** Answers whether the body model may be downloaded on a metered connection. */
  answer(wish: Exclude<BodyWish, 'ask-first'>): void {
    this.#wish = wish;
    this.#set({ askedBytes: null });
  }

  get #rows(): Rows {
    return this.store.getState().rows;
  }

  #set(state: Partial<BatchState>): void {
    this.store.setState(state);
    if (!this.#events) return;
    const { rows, library, askedBytes, takingIn } = this.store.getState();
    // A file is safe from a reload once it is taken in, so that goes first.
    const toFind = askedBytes === null && takingIn === null ? nextToFind(rows, library) : null;
    if (toFind) void this.#run(toFind.id, { at: 'finding', percent: 0 }, this.#find);
    // Read again: what has just begun has changed the rows.
    const toUpload = nextToUpload(this.#rows, library);
    if (toUpload) void this.#run(toUpload.id, { at: 'uploading', percent: 0 }, this.#upload);
  }

  /** Sets the rows, and keeps those that have changed on this device. */
  #setRows(rows: Rows): void {
    const before = new Set(this.#rows);
    for (const row of rows) if (!before.has(row)) keepRow(row);
    this.#set({ rows });
  }

  #change(id: string, how: (row: BatchRow) => BatchRow): void {
    this.#setRows(withRow(this.#rows, id, how));
  }

  /** Shows the step of a row, whose percent is not worth keeping. */
  #report(id: string, step: RowStep): void {
    this.#set({ rows: withRow(this.#rows, id, withStep(step)) });
  }

  async #run(
    id: string,
    step: RowStep,
    work: (row: BatchRow, file: File, signal: AbortSignal) => Promise<(row: BatchRow) => BatchRow>,
  ): Promise<void> {
    const attempt = new AbortController();
    this.#running.set(id, attempt);
    this.#change(id, withStep(step));
    const file = await getClip(id);
    const row = this.#rows.find((other) => other.id === id);
    if (attempt.signal.aborted || !row) return;
    const done = file
      ? await work(row, file, attempt.signal).catch(() => withStep({ at: 'searched', without: 'cannot-read' }))
      : withStep({ at: 'lost' });
    if (attempt.signal.aborted) return;
    this.#running.delete(id);
    this.#change(id, done);
    this.#illustrate(id);
  }

  #stop(id: string): void {
    this.#running.get(id)?.abort();
    this.#running.delete(id);
  }

  readonly #find = ({ id }: BatchRow, file: File, signal: AbortSignal) =>
    searchRow(file, {
      body: this.#wish,
      onPercent: (percent) => this.#report(id, { at: 'finding', percent }),
      onAsk: (askedBytes) => this.store.setState({ askedBytes }),
      signal,
    });

  readonly #upload = async (row: BatchRow, file: File, signal: AbortSignal) => {
    const { id, name, annotations, slowMotionFactor, view, hand, details } = row;
    const majorChampionships = String(details?.majorChampionships ?? '');
    const said = { name, club: clubText(row), majorChampionships, height: details?.height ?? '' };
    const golfer = { ...EMPTY_DRAFT, ...said, file, slowMotionFactor };
    const form = formDataOf(withMarks(golfer, annotations), { view: view ?? '', hand: hand ?? '', mustBeNew: 'true' });
    // Published before a reload, which lost the answer.
    let wasThere = this.store.getState().library?.has(row.contentKey) === true;
    try {
      if (!wasThere) {
        await requireAdmin();
        signal.throwIfAborted();
        await sendForm('addGolfer', form, {
          signal,
          onPercent: (percent) => this.#report(id, { at: 'uploading', percent }),
        });
      }
    } catch (error) {
      signal.throwIfAborted();
      wasThere = error instanceof ApiError && error.code === 'video-in-library';
      if (!wasThere) return withStep(await this.#failed(error));
    }
    await this.#events?.onPublished();
    void removeClip(id);
    return withStep({ at: 'published', wasThere });
  };

  async #failed(error: unknown): Promise<RowStep> {
    if (error instanceof ApiError && error.status === 401) {
      // The others would fail in the same way.
      this.#setRows(this.#rows.map((row) => (row.step.at === 'queued' ? canceled(row) : row)));
      this.#events?.onSessionEnded();
    }
    return { at: 'not-published', sentence: (await reasonOf(error)) ?? words.batch.noReason };
  }

  /** Reads the pictures that a row does not have yet, of one row at a time. */
  #illustrate(id: string): void {
    this.#illustrated = this.#illustrated.then(async () => {
      const [row, file] = [this.#rows.find((other) => other.id === id), await getClip(id)];
      const read = row && file ? await readPictures(row, file).catch(() => null) : null;
      if (!read) return;
      const { thumbnail, pictures } = read;
      this.#change(id, (now) => ({ ...now, thumbnail, pictures: { ...now.pictures, ...pictures } }));
    });
  }

  readonly #takeIn = async (chosen: File, golfer: PackedGolfer | null = null): Promise<void> => {
    const { refusals } = words.batch;
    const clip = await takeInVideoFile(chosen);
    if ('refusal' in clip) return this.#refuse(inlineText(clip.refusal), chosen.name);
    const contentKey = await contentKeyOf(clip.file);
    const isKnown = sameFile(this.#rows, contentKey) !== undefined;
    if (isKnown || freeRows(this.#rows) === 0) {
      this.#refuse(isKnown ? refusals.duplicate : refusals.full, chosen.name);
      return removeClip(clip.clipId);
    }
    if (!clip.isKept) this.#refuse(refusals.notKept);
    this.#lastAddedAtMs = Math.max(this.#lastAddedAtMs + 1, Date.now());
    const file = { id: clip.clipId, addedAtMs: this.#lastAddedAtMs, contentKey, fileName: chosen.name };
    this.#setRows([...this.#rows, golfer ? packedRow(file, golfer) : newRow(file)]);
  };

  readonly #takeInPack = async (chosen: File): Promise<void> => {
    const { signal } = new AbortController();
    const onPercent = (percent: number) => this.store.setState({ checkedPercent: percent });
    const packed = await partsOf(chosen)
      .then((parts) => readLibraryPack(parts, { signal, onPercent }))
      .catch((error: unknown) => {
        if (!(error instanceof ImportError)) throw error;
        this.#refuse(words.batch.packProblems[error.problem], chosen.name);
        return [];
      });
    this.store.setState({ checkedPercent: null });
    for (const [index, { golfer, file }] of packed.entries()) {
      this.store.setState({ takingIn: { name: golfer.name, number: index + 1, count: packed.length } });
      await this.#takeIn(file, golfer);
    }
  };

  #refuse(reason: string, fileName?: string): void {
    const { problems } = this.store.getState();
    const names = [...(problems.get(reason) ?? []), ...(fileName === undefined ? [] : [fileName])];
    this.store.setState({ problems: new Map([...problems, [reason, names]]) });
  }
}
