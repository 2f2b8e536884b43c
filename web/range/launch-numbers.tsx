// Reads a launch monitor's table and puts its numbers beside the session's shots. Asks which column is which only where the names
// are unknown. The file stays on the device.
import { Table } from 'lucide-react';
import { useId, useState } from 'react';
import {
  findTable,
  knownColumns,
  LAUNCH_COLUMNS,
  type LaunchColumns,
  type LaunchedShot,
  type LaunchTable,
  MAX_LAUNCH_ROWS,
  pairShots,
  readShots,
  tableAt,
} from '#domain/range/launch-table.ts';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { Status } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';
import type { RangeSwing } from './range-swing.ts';

/** A table of the most rows with 60 columns is smaller. */
const MAX_BYTES = 2_000_000;

interface LaunchNumbersProps {
  readonly swings: readonly RangeSwing[];
  readonly onPaired: (launched: readonly LaunchedShot[]) => void;
}

export function LaunchNumbers({ swings, onPaired }: LaunchNumbersProps) {
  const [unknown, setUnknown] = useState<LaunchTable | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const means = useId();

  function use(table: LaunchTable, columns: LaunchColumns): void {
    const shots = swings.filter(({ kind }) => kind === 'shot');
    const rows = readShots(table, columns);
    const found = pairShots(shots, rows);
    if (typeof found !== 'string') {
      onPaired(found);
      setUnknown(null);
      setTold(say(words.range.launch.paired, { count: found.length, all: shots.length }));
      return;
    }
    setFailure(
      found === 'not-alike'
        ? words.range.launch.notAlike
        : say(words.range.launch.withoutTimes, { rows: rows.length, shots: shots.length }),
    );
  }

  async function read(file: File): Promise<void> {
    setTold(null);
    setFailure(null);
    setUnknown(null);
    if (file.size > MAX_BYTES) return setFailure(words.range.launch.tooLarge);
    const { default: papa } = await import('papaparse');
    const { data } = papa.parse<string[]>(await file.text(), { skipEmptyLines: true, preview: MAX_LAUNCH_ROWS });
    const table = findTable(data);
    if (table) return use(table, knownColumns(table.names));
    if (data.length < 2 || (data[0]?.length ?? 0) < 2) return setFailure(words.range.launch.notRead);
    setUnknown(tableAt(data, 0));
  }

  return (
    <div className="grid justify-items-start gap-2 px-3">
      <FileButton
        icon={Table}
        variant="secondary"
        size="small"
        aria-describedby={means}
        inputLabel={words.range.launch.add}
        accept=".csv,.txt,text/csv,text/plain"
        onFile={(file) => void read(file)}
      >
        {words.range.launch.add}
      </FileButton>
      <p id={means} className="text-sm text-ink-soft">
        {words.range.launch.means}
      </p>
      {unknown && <ChooseColumns table={unknown} onChosen={(columns) => use(unknown, columns)} />}
      <Status className="font-semibold empty:hidden">{told}</Status>
      <p role="alert" className="font-semibold text-flag-ink empty:hidden">
        {failure}
      </p>
    </div>
  );
}

interface ChooseColumnsProps {
  readonly table: LaunchTable;
  readonly onChosen: (columns: LaunchColumns) => void;
}

const NO_COLUMN = '';

function ChooseColumns({ table, onChosen }: ChooseColumnsProps) {
  const [columns, setColumns] = useState<LaunchColumns>({});
  const named = table.names.map((label, index) => ({ value: `${index}`, label: label.trim() || `${index + 1}` }));
  const hasNumbers = LAUNCH_COLUMNS.some((column) => column !== 'time' && columns[column] !== undefined);
  return (
    <fieldset className="grid justify-items-start gap-2">
      <legend className="font-semibold">{words.range.launch.choose}</legend>
      {LAUNCH_COLUMNS.map((column) => (
        <NativeSelect
          key={column}
          label={words.range.launch.columns[column]}
          value={`${columns[column] ?? NO_COLUMN}`}
          onValueChange={(value) => {
            const { [column]: _, ...others } = columns;
            setColumns(value === NO_COLUMN ? others : { ...others, [column]: Number(value) });
          }}
          options={[{ value: NO_COLUMN, label: words.range.launch.noColumn }, ...named]}
        />
      ))}
      <Button variant="secondary" size="small" disabled={!hasNumbers} onClick={() => onChosen(columns)}>
        {words.range.launch.use}
      </Button>
    </fieldset>
  );
}
