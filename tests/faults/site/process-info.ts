// Reads /proc about a running server and the programs it has started. Linux only.
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process and its children's, by id. */
export async function processTree(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(tasks.map((task) => textOf(`/proc/${pid}/task/${task}/children`)));
  const children = texts.join(' ').split(' ').filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(processTree))).flat()];
}

/** The ids of a server's ffmpeg processes, without their wrappers. */
export function ffmpegIds(pid: number): Promise<number[]> {
  return idsOfPrograms(pid, ['ffmpeg']);
}

/** The ids of a server's ffmpeg and ffprobe processes, without their wrappers; null while there is none. */
export async function mediaProgramIds(pid: number): Promise<number[] | null> {
  const ids = await idsOfPrograms(pid, ['ffmpeg', 'ffprobe']);
  return ids.length > 0 ? ids : null;
}

async function idsOfPrograms(pid: number, programs: readonly string[]): Promise<number[]> {
  const pids = await processTree(pid);
  const names = await Promise.all(pids.map((id) => textOf(`/proc/${id}/comm`)));
  return pids.filter((_, index) => programs.includes(names[index]?.trim() ?? ''));
}

/** The resident memory of a server and its child processes, in MiB. */
export async function memoryMiB(pid: number): Promise<number> {
  const sizes = (await processTree(pid)).map(async (id) => residentKiB(await textOf(`/proc/${id}/status`)));
  return (await Promise.all(sizes)).reduce((sum, kiB) => sum + kiB, 0) / 1024;
}

/** The open file descriptors of a process: file paths, or names such as `socket:[1]`. */
export async function openFiles(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
}

/** The number of open file descriptors of a process, without sockets. */
export async function openHandles(pid: number): Promise<number> {
  return (await openFiles(pid)).filter((name) => !name.startsWith('socket:')).length;
}

/** Samples a server's programs until stopped; `stop` returns the peak memory of any one of them, in MiB. */
export function watchPrograms(pid: number): { stop: () => Promise<number> } {
  let isOver = false;
  let peakKiB = 0;
  const sample = async () => {
    while (!isOver) {
      const programs = (await processTree(pid)).filter((id) => id !== pid);
      for (const id of programs) {
        const peak = /VmHWM:\s+(\d+) kB/.exec(await textOf(`/proc/${id}/status`))?.[1];
        peakKiB = Math.max(peakKiB, Number(peak ?? 0));
      }
      await sleep(10);
    }
  };
  const sampling = sample();
  return {
    stop: async () => {
      isOver = true;
      await sampling;
      return Math.round(peakKiB / 1024);
    },
  };
}

function residentKiB(status: string): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
}

function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
