// A small disk that can be filled: a tmpfs of a few megabytes. Requires root.
import { appendFile, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

/** A mounted disk. */
export interface SmallDisk {
  readonly path: string;
  /** Fills it except for a number of bytes. */
  fill(leaveBytes: number): Promise<void>;
  /** Fills it, including space that becomes free, until stopped. */
  keepFull(): () => Promise<void>;
  /** Frees the space. */
  empty(): Promise<void>;
  remove(): Promise<void>;
}

const isWritten = () => true;
const isFull = () => false;

/** Whether this account may mount disks. */
export async function mayMountDisks(): Promise<boolean> {
  const disk = await makeSmallDisk(1).catch(() => null);
  await disk?.remove();
  return disk !== null;
}

/** Mounts a disk. `maxFiles` limits its files and folders. Throws without the permission. */
export async function makeSmallDisk(megabytes: number, { maxFiles = 0 } = {}): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), 'swingmark-disk-'));
  const made = await execa('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${maxFiles}`, 'tmpfs', path], {
    reject: false,
  });
  if (made.failed) {
    await rm(path, { recursive: true });
    throw new Error(`No disk can be mounted: ${made.stderr}`);
  }
  const filler = join(path, 'filler');
  const disk: SmallDisk = {
    path,
    fill: async (leaveBytes) => {
      await disk.empty();
      const { bavail, bsize } = await statfs(path);
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes), 1));
    },
    keepFull: () => {
      let isOver = false;
      const keep = async () => {
        for (; !isOver; await sleep(5)) {
          while (!isOver && (await appendFile(filler, Buffer.alloc(65_536)).then(isWritten, isFull)));
        }
      };
      const keeping = keep();
      return async () => {
        isOver = true;
        await keeping;
      };
    },
    empty: () => rm(filler, { force: true }),
    remove: async () => {
      await execa('umount', ['-l', path]);
      await rm(path, { recursive: true });
    },
  };
  return disk;
}
