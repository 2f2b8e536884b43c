// The port for the chunks of open uploads, and its implementation in folders: the chunks of one upload are files, named after their
// index. The files are the record of what was received, also after a restart.
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CHUNK_BYTES } from '#domain/video/video-file.ts';
import { namesIn } from '#server/files/errno.ts';
import { setAside } from '#server/files/media-store.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { isOpaqueId, newOpaqueId } from '#server/runtime/opaque-id.ts';

/** The chunks of all uploads; each upload has its own folder name. */
export interface ChunkStore {
  open(folder: string): Promise<ReceivedChunks>;
  /** The size of an upload's chunks, without opening it for writing. */
  bytesIn(folder: string): Promise<number>;
  /** The folders that hold chunks. */
  list(): Promise<string[]>;
  /** Removes the chunks of a folder that no upload owns, and logs the reason where they are kept. */
  setAside(folder: string, reason: string): Promise<void>;
}

/** The chunks of one upload that existed when it was opened. Calls of one process for one upload must not overlap. */
export interface ReceivedChunks {
  readonly count: number;
  readonly totalBytes: number;
  /** The indexes of the stored chunks, ascending. */
  readonly indexes: readonly number[];
  /** The sizes in the order of the indexes. */
  readonly sizes: readonly number[];
  has(index: number): boolean;
  /** Whether the stored chunk has exactly these bytes. */
  holds(index: number, bytes: Buffer): Promise<boolean>;
  /** The bytes of a stored chunk. Throws when there is none. */
  read(index: number): Promise<Buffer>;
  /** Stores a whole chunk. False when another process has just stored other bytes under this index. */
  write(index: number, bytes: Buffer): Promise<boolean>;
  /** Writes all chunks in order into one file and returns its SHA-256. Memory does not grow with the file. */
  assemble(toPath: string): Promise<string>;
  remove(): Promise<void>;
}

const CHUNK_NAME = /^\d+$/;

/** Opens the folder of an upload, creating it if necessary, and reads the chunk sizes. `onRemove` runs when it is deleted. */
async function openChunkFolder(path: string, onRemove: () => void = () => undefined): Promise<ChunkFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const sizes = new Map<number, number>();
  for (const name of await readdir(path)) {
    if (CHUNK_NAME.test(name)) sizes.set(Number(name), (await stat(join(path, name))).size);
    // A chunk that was being written when the server died.
    else await rm(join(path, name), { force: true });
  }
  return new ChunkFolder(path, sizes, onRemove);
}

/** The total size of the chunks in a folder, which may be in use or missing. */
async function chunkBytesIn(path: string): Promise<number> {
  const names = (await namesIn(path)).filter((name) => CHUNK_NAME.test(name));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** One upload's chunks. Calls for one folder must not overlap. */
class ChunkFolder implements ReceivedChunks {
  readonly #path: string;
  readonly #sizes: Map<number, number>;
  readonly #onRemove: () => void;

  constructor(path: string, sizes: Map<number, number>, onRemove: () => void) {
    this.#path = path;
    this.#sizes = sizes;
    this.#onRemove = onRemove;
  }

  get count(): number {
    return this.#sizes.size;
  }

  get totalBytes(): number {
    return [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
  }

  get indexes(): number[] {
    return [...this.#sizes.keys()].sort((a, b) => a - b);
  }

  get sizes(): number[] {
    return this.indexes.map((index) => this.#sizes.get(index) ?? 0);
  }

  has(index: number): boolean {
    return this.#sizes.has(index);
  }

  async holds(index: number, bytes: Buffer): Promise<boolean> {
    return this.#sizes.get(index) === bytes.length && bytes.equals(await readFile(this.#file(index)));
  }

  read(index: number): Promise<Buffer> {
    return readFile(this.#file(index));
  }

  /** Writes a chunk atomically. */
  async write(index: number, bytes: Buffer): Promise<boolean> {
    const unfinished = join(this.#path, `${index}.${newOpaqueId()}`);
    try {
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.datasync();
      } finally {
        await file.close();
      }
      faultPoint('chunk-written');
      await rename(unfinished, this.#file(index));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    this.#sizes.set(index, bytes.length);
    faultPoint('chunk-kept');
    return true;
  }

  /**
   * Writes all chunks in order into one file, through one buffer, so that memory does not grow with the file. Returns
   * the SHA-256 of the file.
   */
  async assemble(toPath: string): Promise<string> {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const whole = await open(toPath, 'wx', 0o600);
    try {
      for (const index of this.indexes) {
        const chunk = await open(this.#file(index), 'r');
        try {
          for (let read = await chunk.read(buffer); read.bytesRead > 0; read = await chunk.read(buffer)) {
            const piece = buffer.subarray(0, read.bytesRead);
            hash.update(piece);
            await whole.appendFile(piece);
          }
        } finally {
          await chunk.close();
        }
      }
    } finally {
      await whole.close();
    }
    return hash.digest('hex');
  }

  async remove(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
    this.#sizes.clear();
    this.#onRemove();
  }

  #file(index: number): string {
    return join(this.#path, String(index));
  }
}

/** Chunks as files: one folder per upload below `root`. */
export class FolderChunkStore implements ChunkStore {
  readonly #root: string;
  readonly #lostRoot: string;
  /** The folders used since the start, so that their files are listed only once. */
  readonly #folders = new Map<string, ChunkFolder>();

  constructor(root: string, lostRoot: string) {
    this.#root = root;
    this.#lostRoot = lostRoot;
  }

  async open(name: string): Promise<ReceivedChunks> {
    const known = this.#folders.get(name);
    if (known) return known;
    const folder = await openChunkFolder(join(this.#root, name), () => this.#folders.delete(name));
    this.#folders.set(name, folder);
    return folder;
  }

  bytesIn(name: string): Promise<number> {
    return chunkBytesIn(join(this.#root, name));
  }

  async list(): Promise<string[]> {
    return (await readdir(this.#root)).filter(isOpaqueId);
  }

  setAside(name: string, reason: string): Promise<void> {
    return setAside(this.#lostRoot, join(this.#root, name), `chunks/${name}`, reason);
  }
}
