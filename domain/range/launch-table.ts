// A launch monitor's table: which of its columns hold what, and its rows as shots. The columns of the usual monitors are known by
// their names, with units beside them or in a row of their own.
import { pairByTime } from './pair-shots.ts';

/** What is read from a table. */
export const LAUNCH_COLUMNS = ['time', 'carry', 'ballSpeed', 'direction'] as const;

/** One of {@link LAUNCH_COLUMNS}. */
type LaunchColumn = (typeof LAUNCH_COLUMNS)[number];

/** The index of each column, 0 or greater; those that the table does not have are missing. */
export type LaunchColumns = Readonly<Partial<Record<LaunchColumn, number>>>;

/** One row of a table. */
export interface LaunchShot {
  /** The time of day by the monitor's clock, in seconds since midnight; null where the row has none. */
  readonly clockTime: number | null;
  /** The day as the table writes it; empty without one. Rows of one day have one text. */
  readonly day: string;
  /** In meters; null where the row has none. */
  readonly carry: number | null;
  /** In meters per second; null where the row has none. */
  readonly ballSpeed: number | null;
  /** In degrees to the right of the target; negative to the left; null where the row has none. */
  readonly direction: number | null;
}

/** A table: the line of its column names, and the rows below. */
export interface LaunchTable {
  readonly names: readonly string[];
  /** Units of a row of their own below the names; empty without one. */
  readonly units: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The most rows of a table that are read. */
export const MAX_LAUNCH_ROWS = 2000;
/** The names are within the first lines: some monitors write the player and the date above them. */
const NAMES_WITHIN = 20;

/**
 * The names by which monitors call a column, in lower case and without units. Source: tables of Garmin R10, TrackMan, FlightScope,
 * Rapsodo, Uneekor and Foresight that their users have published.
 */
const NAMES: Readonly<Record<LaunchColumn, readonly string[]>> = {
  time: ['time', 'date', 'datetime', 'date time', 'timestamp', 'shot time', 'shot date', 'created at'],
  carry: ['carry', 'carry distance', 'carry dist', 'carry flat length', 'carry length', 'carry actual length'],
  ballSpeed: ['ball speed', 'ballspeed', 'ball spd', 'ball velocity'],
  direction: ['launch direction', 'launch dir', 'launch h', 'azimuth', 'side angle', 'horizontal launch angle', 'hla'],
};

/** Finds the names in the lines of a file; null where no line names a carry, a speed or a direction. */
export function findTable(lines: readonly (readonly string[])[]): LaunchTable | null {
  const found = lines.slice(0, NAMES_WITHIN).map((line) => Object.keys(knownColumns(line)).length);
  const most = Math.max(0, ...found);
  const at = found.indexOf(most);
  if (most === 0) return null;
  return tableAt(lines, at);
}

/** The table whose names are in a line, for columns that are chosen by hand. */
export function tableAt(lines: readonly (readonly string[])[], at: number): LaunchTable {
  const below = lines.slice(at + 1);
  const units = below[0] && areUnits(below[0]) ? below[0] : [];
  const rows = below.slice(units.length > 0 ? 1 : 0, MAX_LAUNCH_ROWS).filter((row) => row.some((cell) => cell.trim()));
  return Object.freeze({ names: lines[at] ?? [], units, rows });
}

/** Whether a line holds nothing but units in brackets. */
function areUnits(line: readonly string[]): boolean {
  const filled = line.map((cell) => cell.trim()).filter(Boolean);
  return filled.length > 0 && filled.every((cell) => /^[[(].*[\])]$/.test(cell));
}

/** The columns whose names are known. Of two with one name, such as `Date` and `Time`, the more exact one counts. */
export function knownColumns(names: readonly string[]): LaunchColumns {
  const plain = names.map(plainName);
  const places = LAUNCH_COLUMNS.flatMap((column): readonly (readonly [LaunchColumn, number])[] => {
    const name = NAMES[column].find((each) => plain.includes(each));
    return name === undefined ? [] : [[column, plain.indexOf(name)]];
  });
  return Object.fromEntries(places);
}

function plainName(name: string): string {
  return name
    .replace(/[[(].*?[\])]/g, ' ')
    .replace(/[_.:\-–]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The rows as shots, in their order, without those that have none of the three numbers. */
export function readShots({ names, units, rows }: LaunchTable, columns: LaunchColumns): readonly LaunchShot[] {
  const plain = names.map(plainName);
  const dayAt = plain.findIndex((name) => name === 'date' || name === 'shot date');
  const unitOf = (column: LaunchColumn) => {
    const at = columns[column] ?? -1;
    return `${names[at] ?? ''} ${units[at] ?? ''}`.toLowerCase();
  };
  const meters = /\[m\]|\(m\)|\bmeters?\b|\bmeters?\b/.test(unitOf('carry')) ? 1 : METERS_PER_YARD;
  const speed = speedUnit(unitOf('ballSpeed'));
  return rows
    .map((row): LaunchShot => {
      const cell = (column: LaunchColumn) => row[columns[column] ?? -1] ?? '';
      const [carry, ballSpeed] = [numberIn(cell('carry')), numberIn(cell('ballSpeed'))];
      return Object.freeze({
        clockTime: clockTimeIn(cell('time')),
        day: dayIn(dayAt === -1 ? cell('time') : (row[dayAt] ?? '')),
        carry: carry === null || carry <= 0 ? null : carry * meters,
        ballSpeed: ballSpeed === null || ballSpeed <= 0 ? null : ballSpeed * speed,
        direction: directionIn(cell('direction')),
      });
    })
    .filter(({ carry, ballSpeed, direction }) => carry !== null || ballSpeed !== null || direction !== null);
}

/** The meters of a yard, by its definition. */
export const METERS_PER_YARD = 0.9144;
/** One mile per hour in meters per second, by its definition. */
export const MPH = 1609.344 / 3600;
/** One kilometer per hour in meters per second. */
export const KMH = 1 / 3.6;

/** Meters per second of one unit of speed: miles per hour unless the column says otherwise. */
function speedUnit(name: string): number {
  if (/km\/h|kph|kmh/.test(name)) return KMH;
  return /\bm\/s\b|\bmps\b/.test(name) ? 1 : MPH;
}

/** The number of a cell such as `152.3`, `152,3` or `152.3 yds`; null without one. */
function numberIn(cell: string): number | null {
  const digits = /-?\d+(?:[.,]\d+)?/.exec(cell.replace(/−/g, '-'))?.[0];
  return digits === undefined ? null : Number(digits.replace(',', '.'));
}

/** Degrees of a cell such as `-2.1`, `2.1L` or `L 2.1`. */
function directionIn(cell: string): number | null {
  const value = numberIn(cell);
  if (value === null) return null;
  return /\b\d*\.?\d*\s*l(?:eft)?\b|^l/i.test(cell.trim()) ? -Math.abs(value) : value;
}

/** The time of day in a cell, such as `4/19/26 11:45:45 PM` or `2024-03-15T10:00:00Z`, in seconds. */
function clockTimeIn(cell: string): number | null {
  const [, hours, minutes, seconds = '0', half] =
    /(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?\s*([ap]\.?m)?/i.exec(cell) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours);
  return hour * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}

/** What a cell says before the time of day. */
function dayIn(cell: string): string {
  return cell.replace(/[T\s]*\d{1,2}:\d{2}.*$/, '').trim();
}

/** A shot whose row was found. */
export interface LaunchedShot {
  readonly id: string;
  readonly launch: LaunchShot;
}

/**
 * Pairs the shots of a session with the rows of a table by time, or in their order where the table has no times and as many rows.
 * Only one day of the table is used. `not-alike`: the times do not fit the session for sure; `without-times`: the numbers of shots and
 * of rows without times differ.
 */
export function pairShots(
  shots: readonly { readonly id: string; readonly struckAtMs: number }[],
  rows: readonly LaunchShot[],
): readonly LaunchedShot[] | 'not-alike' | 'without-times' {
  const struck = shots.toSorted((a, b) => a.struckAtMs - b.struckAtMs);
  const timed = rows.flatMap((launch) => (launch.clockTime === null ? [] : [{ launch, time: launch.clockTime }]));
  if (timed.length === 0) {
    if (rows.length === 0 || rows.length !== struck.length) return 'without-times';
    return rows.flatMap((launch, index) => launched(struck[index], launch));
  }
  const days = [...Map.groupBy(timed, ({ launch }) => launch.day).values()].map((day) =>
    day.toSorted((a, b) => a.time - b.time),
  );
  const times = struck.map(({ struckAtMs }) => struckAtMs / 1000);
  const found = days
    .map((day) => ({
      day,
      pairs:
        pairByTime(
          times,
          day.map(({ time }) => time),
        )?.pairs ?? [],
    }))
    .toSorted((a, b) => b.pairs.length - a.pairs.length);
  const [best, next] = found;
  if (!best || best.pairs.length === 0 || best.pairs.length === next?.pairs.length) return 'not-alike';
  return best.pairs.flatMap(({ shot, row }) => launched(struck[shot], best.day[row]?.launch));
}

function launched(shot: { readonly id: string } | undefined, launch: LaunchShot | undefined): readonly LaunchedShot[] {
  return shot && launch ? [{ id: shot.id, launch }] : [];
}
