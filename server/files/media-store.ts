// The port for finished videos, pictures and golfers' bodies: buckets of named files. Fits both folders on a disk and an object store.
import type { Readable } from 'node:stream';

/** The purpose of a file. Each bucket belongs to one table. */
export const MEDIA_BUCKETS = ['uploads', 'results', 'golfers', 'thumbnails', 'bodies'] as const;

export type MediaBucket = (typeof MEDIA_BUCKETS)[number];

/** A byte range, both ends inclusive, as in HTTP. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The port. Only names made by the server refer to files (see {@link isMediaName}). */
export interface MediaStore {
  /** Moves a finished local file into a bucket, atomically and durably, and returns its size in bytes. */
  put(bucket: MediaBucket, name: string, fromPath: string): Promise<number>;
  /** The size of a file in bytes, or null when there is none. */
  sizeOf(bucket: MediaBucket, name: string): Promise<number | null>;
  /** Reads a file or a range of it; null when there is no such file. */
  open(bucket: MediaBucket, name: string, range?: ByteRange): Promise<Readable | null>;
  /**
   * Copies a file into a local folder for a program to read and returns the path, or null when there is no such file.
   * The copy outlives the original; the caller deletes the folder.
   */
  copyToScratch(bucket: MediaBucket, name: string, folder: string): Promise<string | null>;
  /** Deletes a file, if it exists. */
  delete(bucket: MediaBucket, name: string): Promise<void>;
  /** Moves a file to the lost files, if it exists, and logs the reason. */
  setAside(bucket: MediaBucket, name: string, reason: string): Promise<void>;
  list(bucket: MediaBucket): Promise<string[]>;
  bytesIn(bucket: MediaBucket): Promise<number>;
  /** Deletes what was set aside more than a week ago. */
  expireLost(): Promise<void>;
  /** Throws when the store cannot be used at the moment. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** How long files that were set aside are kept, in days. */
export const LOST_DAYS = 7;

const MEDIA_NAME = /^[0-9a-f]{48}\.[a-z0-9]{2,4}$/;

/** Whether a text has the form of the server's media names: never a path, an option or a dot file. */
export function isMediaName(name: string): boolean {
  return MEDIA_NAME.test(name);
}
