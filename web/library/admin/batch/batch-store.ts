// Runs a batch: takes files in, searches one clip after the other, uploads one after the other, and keeps every row on this
// device. What may happen to a row is in batch.ts.
import { createStore } from 'zustand/vanilla';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { FILMED_UNKNOWN } from '#domain/library/golfer.ts';
import { marksAt } from '#domain/moments/found-swing.ts';
import { judgeSlowMotion } from '#domain/swing/slow-motion.ts';
import { POSITIONS, timeOf } from '#domain/swing/swing.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { ApiError } from '#web/api/api-client.ts';
import { takeInVideoFile } from '#web/clip/check-video-file.ts';
import { getClip, removeClip } from '#web/clip/clip-storage.ts';
import { keepFound, recallFound } from '#web/find/found-store.ts';
import { type BodyWish, type FoundSwings, type SearchAnswer, searchMoments } from '#web/find/search-moments.ts';
import { contentKeyOf } from '#web/kept/content-key.ts';
import { reasonOf, requireAdmin, uploadGolfer } from '#web/library/admin/upload-golfer.ts';
import { EMPTY_DRAFT, formDataOf, withMarks } from '#web/library/admin/use-golfer-form.ts';
import { inlineText } from '#web/ui/toast/messages.ts';
import { say, words } from '#web/words/words.ts';
import {
  type BatchRow,
  canceled,
  edited,
  freeRows,
  type LibraryVideos,
  newRow,
  nextToFind,
  nextToUpload,
  type RowStep,
  type Rows,
  withFound,
  withQueued,
  withRow,
} from './batch.ts';
import { forgetRow, keepRow, readBatch } from './stored-batch.ts';

export interface BatchState {
  readonly rows: Rows;
  readonly library: LibraryVideos;
  /** The file that is being taken in, among those chosen last; null while none is. */
  readonly takingIn: { readonly name: string; readonly number: number; readonly count: number } | null;
  /** Why chosen files are not in the batch, and whether a reload would lose it: one sentence each. */
  readonly problems: readonly string[];
  /** The size of the download that the search needs, on a metered connection; null unless the administrator is asked. */
  readonly askedBytes: number | null;
}

interface BatchEvents {
  /** Resolves once the list of golfers has been loaded again. */
  readonly onPublished: () => Promise<void>;
  readonly onSessionEnded: () => void;
}

export type Batch = ReturnType<typeof createBatch>;

const EMPTY: BatchState = { rows: [], library: null, takingIn: null, problems: [], askedBytes: null };
/** Twice the height at which they are shown. */
const PICTURE_HEIGHT_PX = 160;

export function createBatch({ onPublished, onSessionEnded }: BatchEvents) {
  const { setState, getState, ...store } = createStore<BatchState>(() => EMPTY);
  const running = new Map<string, AbortController>();
  let restored: Promise<void> = Promise.resolve();
  let isOpen = false;
  let wish: BodyWish = 'ask-first';
  let lastAddedAtMs = 0;

  const rowOf = (id: string) => getState().rows.find((row) => row.id === id);

  function set(state: Partial<BatchState>): void {
    setState(state);
    if (!isOpen) return;
    const { rows, library, askedBytes } = getState();
    const toFind = askedBytes === null ? nextToFind(rows, library) : null;
    if (toFind) void run(toFind.id, { at: 'finding', percent: 0 }, find);
    // Read again: what has just begun has changed the rows.
    const toUpload = nextToUpload(getState().rows, library);
    if (toUpload) void run(toUpload.id, { at: 'uploading', percent: 0 }, upload);
  }

  /** Changes a row, on this device too; the whole percent of its step is only shown. */
  function change(id: string, how: (row: BatchRow) => BatchRow): void {
    set({ rows: withRow(getState().rows, id, how) });
    const row = rowOf(id);
    if (row) keepRow(row);
  }

  const report = (id: string, step: RowStep) =>
    set({ rows: withRow(getState().rows, id, (row) => ({ ...row, step })) });

  async function run(
    id: string,
    step: RowStep,
    work: (row: BatchRow, file: File, signal: AbortSignal) => Promise<(row: BatchRow) => BatchRow>,
  ): Promise<void> {
    const attempt = new AbortController();
    running.set(id, attempt);
    change(id, (row) => ({ ...row, step }));
    const [row, file] = [rowOf(id), await getClip(id)];
    const unreadable = () => at({ at: 'searched', without: 'cannot-read' });
    const done =
      row && file && !attempt.signal.aborted ? await work(row, file, attempt.signal).catch(unreadable) : null;
    if (attempt.signal.aborted) return;
    running.delete(id);
    change(id, done ?? ((now) => ({ ...now, step: { at: 'lost' } })));
  }

  async function find({ id }: BatchRow, file: File, signal: AbortSignal) {
    const answer = await answerOf(file, signal, (percent) => report(id, { at: 'finding', percent }));
    if (answer?.kind === 'ask-first') setState({ askedBytes: answer.downloadBytes });
    if (!answer || answer.kind === 'ask-first') return at({ at: 'waiting' });
    if (answer.kind !== 'found') return at({ at: 'searched', without: answer.kind });
    const [swing] = answer.swings;
    if (!swing) return at({ at: 'searched', without: 'no-swing' });
    const filmed = await filmedOf(file, answer);
    void keepFound(file, answer);
    return (row: BatchRow) => {
      const found = withFound(row, swing, filmed);
      void readPictures(found, file);
      return found;
    };
  }

  /** Null when the search was cancelled: it then never ends. */
  async function answerOf(file: File, signal: AbortSignal, onPercent: (percent: number) => void) {
    const known = await recallFound(file);
    if (known || signal.aborted) return known;
    let shown = 0;
    const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
    const search: Promise<SearchAnswer> = searchMoments(file, {
      ...{ signal, body: wish },
      onProgress: ({ share }) => {
        const percent = Math.round(share * 100);
        if (percent > shown && !signal.aborted) onPercent(percent);
        shown = Math.max(shown, percent);
      },
    });
    return Promise.race([search, aborted]);
  }

  /** Reads the pictures of positions whose frame has changed. */
  async function readPictures({ id, annotations, pictures }: BatchRow, file: File): Promise<void> {
    const { readClip } = await import('#web/player/engine/frame-table.ts');
    const { clip } = await readClip(file);
    if (!clip) return;
    const wanted = POSITIONS.flatMap((position) => {
      const time = timeOf(annotations, position);
      const isKnown = time === null || pictures[position]?.time === time;
      return isKnown ? [] : [{ position, time, frame: frameIndexAt(clip.frameTimes, time) }];
    });
    await readSmall(file, [...new Set(wanted.map(({ frame }) => frame))], (frame, address) => {
      const read = wanted.filter((one) => one.frame === frame);
      const added = Object.fromEntries(read.map(({ position, time }) => [position, { time, address }]));
      change(id, (row) => ({ ...row, pictures: { ...row.pictures, ...added } }));
    });
  }

  async function upload(row: BatchRow, file: File, signal: AbortSignal) {
    const { id, name, club, annotations, slowMotionFactor, view, hand } = row;
    const golfer = { ...EMPTY_DRAFT, file, name, club: club ? words.golferPicker.clubs[club] : '', slowMotionFactor };
    const form = formDataOf(withMarks(golfer, annotations), { view: view ?? '', hand: hand ?? '', mustBeNew: 'true' });
    try {
      await requireAdmin();
      signal.throwIfAborted();
      await uploadGolfer(form, { signal, onPercent: (percent) => report(id, { at: 'uploading', percent }) });
      await onPublished();
      void removeClip(id);
      return at({ at: 'published', wasThere: false });
    } catch (error) {
      if (signal.aborted) return at({ at: 'searched', without: null });
      if (error instanceof ApiError && error.code === 'video-in-library')
        return at({ at: 'published', wasThere: true });
      if (error instanceof ApiError && error.status === 401) {
        // The others would fail in the same way.
        for (const other of getState().rows) if (other.step.at === 'queued') change(other.id, canceled);
        onSessionEnded();
      }
      return at({ at: 'not-published', sentence: (await reasonOf(error)) ?? words.batch.noReason });
    }
  }

  async function takeIn(chosen: File): Promise<void> {
    const { rows } = getState();
    if (freeRows(rows) === 0) return tell(say(words.batch.full, { name: chosen.name }));
    const clip = await takeInVideoFile(chosen);
    if ('refusal' in clip)
      return tell(say(words.batch.refused, { name: chosen.name, reason: inlineText(clip.refusal) }));
    const contentKey = await contentKeyOf(clip.file);
    let thumbnail: string | null = null;
    await readSmall(clip.file, [0], (_, address) => {
      thumbnail = address;
    });
    if (!clip.isKept) tell(words.batch.notKept);
    lastAddedAtMs = Math.max(lastAddedAtMs + 1, Date.now());
    const row = newRow({ id: clip.clipId, addedAtMs: lastAddedAtMs, contentKey, thumbnail, fileName: chosen.name });
    keepRow(row);
    set({ rows: [...getState().rows, row] });
  }

  function tell(problem: string): void {
    setState(({ problems }) => ({ problems: [...problems.filter((other) => other !== problem), problem] }));
  }

  function stop(id: string): void {
    running.get(id)?.abort();
    running.delete(id);
  }

  return {
    ...store,
    getState,
    /** Begins or continues the batch of this device. */
    open: () => {
      isOpen = true;
      restored = restored.then(async () => {
        const known = new Set(getState().rows.map(({ id }) => id));
        const rows = (await readBatch(Date.now())).filter(({ id }) => !known.has(id));
        lastAddedAtMs = rows.at(-1)?.addedAtMs ?? lastAddedAtMs;
        set({ rows: [...rows, ...getState().rows] });
      });
    },
    /** Stops what is running. It begins again when the batch is opened again. */
    close: () => {
      isOpen = false;
      for (const id of [...running.keys()]) stop(id);
      setState(EMPTY);
    },
    setLibrary: (library: LibraryVideos) => set({ library }),
    add: async (files: readonly File[]) => {
      setState({ problems: [] });
      await restored;
      for (const [index, file] of files.entries()) {
        setState({ takingIn: { name: file.name, number: index + 1, count: files.length } });
        await takeIn(file).catch(() =>
          tell(say(words.batch.refused, { name: file.name, reason: words.clips.fileGone })),
        );
      }
      setState({ takingIn: null });
    },
    edit: (id: string, changed: Partial<BatchRow>) => {
      change(id, (row) => edited(row, changed));
      const row = rowOf(id);
      if (row && changed.annotations) void getClip(id).then((file) => file && readPictures(row, file));
    },
    findAgain: (id: string) => change(id, (row) => ({ ...row, step: { at: 'waiting' } })),
    publish: (id: string | null = null) => {
      const { rows, library } = getState();
      const queued = withQueued(rows, library, id);
      for (const [index, row] of queued.entries()) if (row !== rows[index]) keepRow(row);
      set({ rows: queued });
    },
    cancel: (id: string) => {
      stop(id);
      change(id, canceled);
    },
    cancelAll: () => {
      for (const id of [...running.keys()]) stop(id);
      const rows = getState().rows.map(canceled);
      for (const row of rows) keepRow(row);
      set({ rows });
    },
    remove: (ids: readonly string[]) => {
      for (const id of ids) {
        stop(id);
        forgetRow(id);
        void removeClip(id);
      }
      set({ rows: getState().rows.filter(({ id }) => !ids.includes(id)) });
    },
    answer: (answer: Exclude<BodyWish, 'ask-first'>) => {
      wish = answer;
      set({ askedBytes: null });
    },
  };
}

function at(step: RowStep) {
  return (row: BatchRow): BatchRow => ({ ...row, step });
}

/** View and hand where the search saw the body, and whether to ask about slow motion. */
async function filmedOf(file: File, { swings: [swing], track }: FoundSwings) {
  const annotations = swing ? marksAt(swing) : null;
  const { view, hand } = track && annotations ? bodyAngles(track, annotations) : FILMED_UNKNOWN;
  const [footage, table] = await Promise.all([
    import('#web/clip/use-footage.ts'),
    import('#web/player/engine/frame-table.ts'),
  ]);
  const [facts, { clip }] = await Promise.all([footage.readFilmingFacts(file), table.readClip(file)]);
  const judgement = annotations && judgeSlowMotion({ facts, clip, annotations });
  // The server uses a capture rate that the file states and the marks confirm.
  return { view, hand, mayBeSlow: judgement?.isWorthAsking === true && judgement.reason !== 'capture-rate' };
}

async function readSmall(
  file: File,
  frames: readonly number[],
  onPicture: (frame: number, address: string) => void,
): Promise<void> {
  if (frames.length === 0) return;
  const { readStrip } = await import('#web/find/editor/read-strip.ts');
  const { signal } = new AbortController();
  await readStrip(file, { frames, part: null, heightPx: PICTURE_HEIGHT_PX, onPicture, signal });
}
