// The chunks of an upload (specification §7, §9) and its progress.

/** The bytes of the file in each chunk; the last one may be shorter (specification §9). */
export const CHUNK_BYTES = 1_048_576;

/** The part of a file that one chunk carries: `from` inclusive, `to` exclusive, in bytes. */
interface ChunkRange {
  readonly from: number;
  readonly to: number;
}

/**
 * How many chunks a file of a size in bytes is sent in. 0 for an empty file.
 * @example
 * chunkCount(3_000_000) // 3
 */
export function chunkCount(sizeBytes: number): number {
  return Math.ceil(sizeBytes / CHUNK_BYTES);
}

/** The bytes of the chunk with an index, counted from 0. Throws a RangeError for a chunk that the file does not have. */
export function chunkRange(index: number, sizeBytes: number): ChunkRange {
  if (!Number.isInteger(index) || index < 0 || index >= chunkCount(sizeBytes)) {
    throw new RangeError(`A file of ${sizeBytes} bytes has no chunk ${index}`);
  }
  return { from: index * CHUNK_BYTES, to: Math.min((index + 1) * CHUNK_BYTES, sizeBytes) };
}

/** The progress of an upload. */
export interface UploadProgress {
  readonly sentChunks: number;
  readonly totalChunks: number;
  /** Whole percent, 0 to 100; 100 only when every chunk was sent. */
  readonly percent: number;
}

/** The progress of an upload of which a number of chunks has been sent. */
export function uploadProgress(sentChunks: number, totalChunks: number): UploadProgress {
  const percent = totalChunks === 0 ? 0 : Math.floor((sentChunks / totalChunks) * 100);
  return { sentChunks, totalChunks, percent };
}
