// The CPU time and memory of a running process and all of its descendants.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * The CPU time of a process and all of its descendants, and the memory of the largest of them: resident memory without
 * mapped files, such as the program itself, which all processes share. Chromium's task manager leaves these out too. `pageMb`: the
 * largest of Chromium's pages; 0 in other programs.
 */
export function costOf(root: number): { cpuSeconds: number; largestMb: number; pageMb: number } {
  const own = withDescendants(root);
  return {
    cpuSeconds: own.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND,
    largestMb: Math.max(...own.map(({ megabytes }) => megabytes)),
    pageMb: Math.max(
      0,
      ...own
        .filter(({ pid }) => readOrNull(`/proc/${pid}/cmdline`)?.includes('--type=renderer'))
        .map(({ megabytes }) => megabytes),
    ),
  };
}

/** The memory of a process and all of its descendants in MB, without mapped files. What they share counts once. */
export function memoryOfAll(root: number): number {
  const rollups = withDescendants(root).map(({ pid }) => readOrNull(`/proc/${pid}/smaps_rollup`) ?? '');
  return rollups.reduce((sum, rollup) => sum + megabytesIn(rollup, ['Pss_Anon', 'Pss_Shmem']), 0);
}

function withDescendants(root: number) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const text = readOrNull(`/proc/${name}/stat`);
      const megabytes = megabytesIn(readOrNull(`/proc/${name}/status`) ?? '', ['RssAnon', 'RssShmem']);
      // The name in parentheses may contain blanks.
      const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
      const ticks = Number(fields[11]) + Number(fields[12]);
      return text ? [{ pid: Number(name), parent: Number(fields[1]), ticks, megabytes }] : [];
    });
  const ours = new Set([root]);
  for (let size = 0; size !== ours.size; ) {
    size = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid));
}

/** The sum of fields in kB. */
function megabytesIn(status: string, fields: readonly string[]): number {
  const kilobytes = fields.map((field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0));
  return (kilobytes.reduce((sum, each) => sum + each, 0) * 1024) / 1e6;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A process that has ended meanwhile.
    return null;
  }
}
