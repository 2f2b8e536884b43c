// The resource limits of every program: CPU time, memory, open files, file size, no core dumps.
import { readFileSync } from 'node:fs';

interface Limit {
  /** prlimit's option. */
  readonly option: string;
  /** The row of /proc/self/limits. */
  readonly row: string;
  readonly value: number;
}

const LIMITS: readonly Limit[] = [
  { option: 'cpu', row: 'Max cpu time', value: 600 },
  // Two 4K clips merge within it, holding about 300 MB (bench/merge-memory.ts).
  { option: 'as', row: 'Max address space', value: 4_294_967_296 },
  { option: 'core', row: 'Max core file size', value: 0 },
  // Far above every video that we make.
  { option: 'fsize', row: 'Max file size', value: 629_145_600 },
  { option: 'nofile', row: 'Max open files', value: 256 },
];

/** The command that sets the limits. Each limit is tested separately, so that a refused one does not disable the others. */
export async function usableLimits(works: (command: readonly string[]) => Promise<boolean>): Promise<{
  readonly command: readonly string[];
  readonly isComplete: boolean;
}> {
  const hard = hardLimits();
  const accepted: string[] = [];
  for (const { option, row, value } of LIMITS) {
    const arg = `--${option}=${Math.min(value, hard(row))}`;
    if (await works(['/usr/bin/prlimit', arg])) accepted.push(arg);
  }
  const command = accepted.length > 0 ? ['/usr/bin/prlimit', ...accepted] : [];
  return { command, isComplete: accepted.length === LIMITS.length };
}

/** This machine's hard limits: a tighter limit than ours is kept. */
function hardLimits(): (row: string) => number {
  let text = '';
  try {
    text = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    // Not Linux: there is no prlimit either.
  }
  return (row) => {
    const [, hard = 'unlimited'] = new RegExp(`^${row}\\s+\\S+\\s+(\\S+)`, 'm').exec(text) ?? [];
    return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
  };
}
