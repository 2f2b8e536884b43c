// The storage section of My swings: export of all kept comparisons as one file, import of such a file or of a lesson,
// the space they use, and the file with which a host can measure how well positions were found.
import { Download, Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type CheckedSwing, checkedPositions, countChecked } from '#domain/moments/checked-swing.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { POSITIONS } from '#domain/swing/swing.ts';
import { exportedFile, ImportError, type ImportProblem, partsOf, readExported } from '#web/kept/exported-file.ts';
import { clipsOf, type KeptComparison } from '#web/kept/kept-comparison.ts';
import { isNoRoom, keepAll, keptBody, keptWithMedia } from '#web/kept/kept-database.ts';
import { saveFile, today } from '#web/lib/save-file.tsx';
import { useRun } from '#web/lib/use-run.ts';
import { Button, CancelButton, SmallButton } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Problem, Status } from '#web/ui/status.tsx';
import { formatDateAndTime } from '#web/words/dates.ts';
import { formatSize } from '#web/words/format-numbers.ts';
import { LANGUAGE, say, words } from '#web/words/words.ts';
import { nameOf } from './kept-row.tsx';

type Import =
  | { readonly stage: 'idle' }
  | { readonly stage: 'reading'; readonly percent: number }
  | { readonly stage: 'done'; readonly added: number }
  | { readonly stage: 'failed'; readonly problem: ImportProblem | 'no-room' | 'refused' };

interface TransferProps {
  readonly canExport: boolean;
  readonly onImported: () => void;
  readonly onLesson: (id: string) => void;
}

export function Transfer({ canExport, onImported, onLesson }: TransferProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { state, read, stop } = useImport(onImported, onLesson);

  async function save() {
    setProblem(null);
    try {
      const { whole, incomplete } = await keptWithMedia();
      if (whole.length > 0) saveFile(exportedFile(whole), `swingmark_my-swings_${today()}.tar`);
      if (incomplete.length > 0) setProblem(notExported(incomplete));
    } catch {
      setProblem(words.mySwings.exportFailed);
    }
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} variant="secondary" disabled={!canExport} onClick={() => void save()}>
          {words.mySwings.export}
        </Button>
        <FileButton
          icon={Upload}
          variant="secondary"
          busy={state.stage === 'reading'}
          inputLabel={words.mySwings.importFile}
          accept=".tar,.swingmark,application/x-tar"
          onFile={(file) => void read(file)}
        >
          {words.mySwings.import}
        </FileButton>
      </div>
      <p className="text-sm text-ink-soft">{words.mySwings.exportMeans}</p>
      {state.stage === 'reading' && (
        <div className="flex max-w-md items-center gap-3">
          <div className="grid grow gap-1">
            <span className="figures text-sm text-ink-soft">{say(words.mySwings.importing, state)}</span>
            <Progress label={words.mySwings.importProgress} percent={state.percent} />
          </div>
          <CancelButton onClick={stop} />
        </div>
      )}
      <Status className="max-w-prose font-semibold empty:hidden">
        {state.stage === 'done' &&
          (state.added === 0 ? words.mySwings.importedNothing : say(words.mySwings.imported, { count: state.added }))}
      </Status>
      {(state.stage === 'failed' || problem) && (
        <Problem className="max-w-prose">
          {state.stage === 'failed' ? words.mySwings.importProblems[state.problem] : problem}
        </Problem>
      )}
    </div>
  );
}

const list = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });

function notExported(incomplete: readonly KeptComparison[]): string {
  const each = incomplete.map((kept) =>
    say(words.mySwings.nameAndDate, { name: nameOf(kept), date: formatDateAndTime(kept.keptAtMs) }),
  );
  return say(words.mySwings.exportIncomplete, { count: each.length, swings: list.format(each) });
}

function useImport(onImported: () => void, onLesson: (id: string) => void) {
  const { state, start, stop } = useRun<Import>({ stage: 'idle' });
  const read = (file: File) =>
    start(async (signal, report) => {
      const onPercent = (percent: number) => report({ stage: 'reading', percent });
      onPercent(0);
      try {
        const parts = await partsOf(file);
        const { importLesson, isLessonFile } = await import('#web/kept/lesson-file.ts');
        if (isLessonFile(parts)) return onLesson(await importLesson(parts, { signal, onPercent }));
        const added = await keepAll(await readExported(parts, { signal, onPercent }), signal);
        report({ stage: 'done', added });
        onImported();
      } catch (error) {
        report({ stage: 'failed', problem: problemOf(error) });
      }
    });
  return { state, read, stop };
}

function problemOf(error: unknown): ImportProblem | 'no-room' | 'refused' {
  if (error instanceof ImportError) return error.problem;
  return isNoRoom(error) ? 'no-room' : 'refused';
}

interface Storage {
  /** The free bytes that the browser reports; null if it reports none. */
  readonly leftBytes: number | null;
  readonly isPersistent: boolean;
}

/** The sentences. Once something is kept, the browser is asked not to remove it. */
export function StorageNote({ usedBytes }: { readonly usedBytes: number }) {
  const [storage, setStorage] = useState<Storage | null>(null);
  useEffect(() => {
    let isGone = false;
    void askStorage(usedBytes > 0).then((answer) => !isGone && setStorage(answer));
    return () => {
      isGone = true;
    };
  }, [usedBytes]);

  const size = formatSize(usedBytes);
  const left = storage?.leftBytes ?? null;
  return (
    <p className="text-sm text-ink-soft">
      {left === null
        ? say(words.mySwings.used, { size })
        : say(words.mySwings.usedOf, { size, left: formatSize(left) })}{' '}
      {storage && (storage.isPersistent ? words.mySwings.persisted : words.mySwings.notPersistent)}
    </p>
  );
}

/**
 * Reads quota and persistence, and with `persists` asks for the latter. Browsers without the API, and pages on plain http,
 * report neither.
 */
async function askStorage(persists: boolean): Promise<Storage> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  const ask = persists ? 'persist' : 'persisted';
  const isPersistent = (await navigator.storage?.[ask]?.().catch(() => false)) ?? false;
  const leftBytes = quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
  return { leftBytes, isPersistent };
}

const text = words.mySwings.foundPositions;

/** Nothing where no proposal was taken. */
export function FoundPositions({ kept }: { readonly kept: readonly KeptComparison[] }) {
  const [hasFailed, setFailed] = useState(false);
  const counts = countChecked(checkedSwings(kept).map(({ swing }) => swing));
  if (POSITIONS.every((position) => counts[position].checked === 0)) return null;

  async function save() {
    setFailed(false);
    await checkedSwingsFile(kept).then(
      (file) => saveFile(file, `swingmark_positions_${today()}.json`),
      () => setFailed(true),
    );
  }

  return (
    <details>
      <summary className="min-h-11 font-semibold">{text.title}</summary>
      <div className="grid justify-items-start gap-2 pt-1">
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role of a list without bullets */}
        <ul role="list" className="figures flex flex-wrap gap-x-6 gap-y-1">
          {POSITIONS.map((position) => (
            <li key={position}>
              {say(text.count, { position: words.swing.positions[position], ...counts[position] })}
            </li>
          ))}
        </ul>
        <p className="max-w-prose text-sm text-ink-soft">{text.means}</p>
        <SmallButton icon={Download} onClick={() => void save()}>
          {text.save}
        </SmallButton>
        {hasFailed && <Problem>{words.mySwings.exportFailed}</Problem>}
      </div>
    </details>
  );
}

/** A swing without its joints, and the key of its clip. */
interface KeptChecked {
  readonly contentKey: string;
  readonly swing: CheckedSwing;
}

/** The swings in which a proposal was taken, each once. */
function checkedSwings(kept: readonly KeptComparison[]): readonly KeptChecked[] {
  const swings = kept.flatMap(clipsOf).flatMap((clip): KeptChecked[] => {
    const positions = checkedPositions(clip.annotations, clip.taken ?? {});
    if (Object.keys(positions).length === 0) return [];
    const { contentKey, pictureInterval } = clip;
    return [{ contentKey, swing: { positions, pictureInterval, slowMotionFactor: factorInUse(clip), body: null } }];
  });
  const each = new Map(swings.map((one) => [`${one.contentKey} ${JSON.stringify(one.swing.positions)}`, one]));
  return [...each.values()];
}

/** The file, with the joints that are stored. Rejects when the browser cannot read them. */
async function checkedSwingsFile(kept: readonly KeptComparison[]): Promise<Blob> {
  const swings: CheckedSwing[] = [];
  for (const { contentKey, swing } of checkedSwings(kept)) {
    swings.push({ ...swing, body: await keptBody(contentKey) });
  }
  return new Blob([JSON.stringify({ format: 'swingmark-positions', version: 1, swings })], {
    type: 'application/json',
  });
}
