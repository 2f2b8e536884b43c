// Export of all kept comparisons as one file, and import of such a file or of a lesson.
import { Download, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { saveFile, today } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { Progress } from '#web/ui/progress.tsx';
import {
  exportedFile,
  ImportError,
  type ImportProblem,
  partsOf,
  readExported,
} from '#web/videos/kept/exported-file.ts';
import { isNoRoom } from '#web/videos/kept/keep-outcome.ts';
import { keepAll, keptWithMedia } from '#web/videos/kept/kept-database.ts';
import { say, words } from '#web/words/words.ts';

type Import =
  | { readonly stage: 'idle' }
  | { readonly stage: 'reading'; readonly percent: number }
  | { readonly stage: 'done'; readonly added: number }
  | { readonly stage: 'failed'; readonly problem: ImportProblem | 'no-room' | 'refused' };

interface TransferProps {
  readonly canExport: boolean;
  readonly onImported: () => void;
  /** Called with the id of an imported lesson. */
  readonly onLesson: (id: string) => void;
}

/** Both buttons, and the result of the last action. */
export function Transfer({ canExport, onImported, onLesson }: TransferProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const { state, start, cancel } = useImport(onImported, onLesson);

  async function save() {
    setFailed(false);
    try {
      saveFile(exportedFile(await keptWithMedia()), `swingmark_my-swings_${today()}.tar`);
    } catch {
      setFailed(true);
    }
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" disabled={!canExport} onClick={() => void save()}>
          <Download className="size-5" />
          {words.mySwings.export}
        </Button>
        <Button variant="secondary" busy={state.stage === 'reading'} onClick={() => inputRef.current?.click()}>
          {state.stage !== 'reading' && <Upload className="size-5" />}
          {words.mySwings.import}
        </Button>
        <input
          ref={inputRef}
          type="file"
          aria-label={words.mySwings.importFile}
          accept=".tar,.swingmark,application/x-tar"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void start(file);
            // Reset, so that the same file can be chosen again.
            target.value = '';
          }}
        />
      </div>
      {state.stage === 'reading' && (
        <div className="flex max-w-md items-center gap-3">
          <div className="grid grow gap-1">
            <span className="figures text-sm text-ink-soft">{say(words.mySwings.importing, state)}</span>
            <Progress label={words.mySwings.importProgress} percent={state.percent} />
          </div>
          <Button variant="ghost" onClick={cancel}>
            {words.actions.cancel}
          </Button>
        </div>
      )}
      <p role="status" className="max-w-prose font-semibold empty:hidden">
        {state.stage === 'done' && importedWords(state.added)}
      </p>
      {(state.stage === 'failed' || hasFailed) && (
        <Problem className="max-w-prose">
          {state.stage === 'failed' ? words.mySwings.importProblems[state.problem] : words.mySwings.exportFailed}
        </Problem>
      )}
    </div>
  );
}

function importedWords(count: number): string {
  return count === 0 ? words.mySwings.importedNothing : say(words.mySwings.imported, { count });
}

function useImport(onImported: () => void, onLesson: (id: string) => void) {
  const [state, setState] = useState<Import>({ stage: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(file: File): Promise<void> {
    const attempt = new AbortController();
    running.current = attempt;
    const { signal } = attempt;
    setState({ stage: 'reading', percent: 0 });
    try {
      const options = { signal, onPercent: (percent: number) => setState({ stage: 'reading', percent }) };
      const parts = await partsOf(file);
      const { importLesson, isLessonFile } = await import('#web/videos/kept/lesson-file.ts');
      if (isLessonFile(parts)) return onLesson(await importLesson(parts, options));
      const read = await readExported(parts, options);
      const added = await keepAll(read, signal);
      setState({ stage: 'done', added });
      onImported();
    } catch (error) {
      if (!signal.aborted) setState({ stage: 'failed', problem: problemOf(error) });
    }
  }

  /** Stops the import. Nothing of the file is kept. */
  function cancel() {
    running.current?.abort();
    setState({ stage: 'idle' });
  }

  return { state, start, cancel };
}

function problemOf(error: unknown): ImportProblem | 'no-room' | 'refused' {
  if (error instanceof ImportError) return error.problem;
  return isNoRoom(error) ? 'no-room' : 'refused';
}
