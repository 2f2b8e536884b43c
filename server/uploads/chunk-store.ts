// The port for the chunks of open uploads.

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

/** One upload's chunks, as of when they were opened. Calls of one process for one upload must not overlap. */
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
