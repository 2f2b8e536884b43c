// The ChunkStore in folders on a local disk.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setAside } from '#server/files/lost-files.ts';
import { isOpaqueId } from '#server/runtime/opaque-id.ts';
import { type ChunkFolder, chunkBytesIn, openChunkFolder } from './chunk-folder.ts';
import type { ChunkStore, ReceivedChunks } from './chunk-store.ts';

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
