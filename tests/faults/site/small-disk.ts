// A disk that can be filled: a few megabytes of memory as a file system of its own. Only root may make one.
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/** One such disk. */
export interface SmallDisk {
  readonly path: string;
  /** Takes all of its room but so many bytes. */
  fill(leaveBytes: number): Promise<void>;
  /** Gives the room back. */
  empty(): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a disk, or null where this account may not. `maxFiles` bounds its files and folders. */
export async function makeSmallDisk(megabytes: number, { maxFiles = 0 } = {}): Promise<SmallDisk | null> {
  const path = await mkdtemp(join(tmpdir(), 'swingmark-disk-'));
  const made = await execa('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${maxFiles}`, 'tmpfs', path], {
    reject: false,
  });
  if (made.failed) {
    await rm(path, { recursive: true });
    return null;
  }
  const filler = join(path, 'filler');
  const disk: SmallDisk = {
    path,
    fill: async (leaveBytes) => {
      await disk.empty();
      const { bavail, bsize } = await statfs(path);
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes), 1));
    },
    empty: () => rm(filler, { force: true }),
    remove: async () => {
      await execa('umount', ['-l', path]);
      await rm(path, { recursive: true });
    },
  };
  return disk;
}
