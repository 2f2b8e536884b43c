// Where finished videos and pictures are kept, as the rest of the server sees it: buckets of named files. Narrow enough
// for folders on a disk and for an object store.
import type { Readable } from 'node:stream';

/** What a file is for. Each bucket is swept by its own table. */
export const MEDIA_BUCKETS = ['uploads', 'results', 'golfers', 'thumbnails'] as const;

/** One of the buckets. */
export type MediaBucket = (typeof MEDIA_BUCKETS)[number];

/** A part of a file in bytes, both ends inclusive, as HTTP counts. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The port. A name is one that the server made (see {@link isMediaName}); any other names no file. */
export interface MediaStore {
  /** Takes a finished local file into a bucket; it is gone from where it was. All or nothing, and it survives a power loss. */
  put(bucket: MediaBucket, name: string, fromPath: string): Promise<void>;
  /** The size of a file in bytes, or null when there is none. */
  sizeOf(bucket: MediaBucket, name: string): Promise<number | null>;
  /** The bytes of a file or of a part of it; null when there is no such file. */
  open(bucket: MediaBucket, name: string, range?: ByteRange): Promise<Readable | null>;
  /**
   * Brings a file into a local folder for a program to read and gives its path, or null when there is no such file.
   * It stays readable there when the store's own is deleted; whoever asked removes the folder.
   */
  copyToScratch(bucket: MediaBucket, name: string, folder: string): Promise<string | null>;
  /** Deletes a file. One that is not there is no failure. */
  delete(bucket: MediaBucket, name: string): Promise<void>;
  /** Moves a file to where lost files are kept for a while, and notes why. One that is not there is no failure. */
  setAside(bucket: MediaBucket, name: string, reason: string): Promise<void>;
  /** The names of all files of a bucket. */
  list(bucket: MediaBucket): Promise<string[]>;
}

const MEDIA_NAME = /^[0-9a-f]{48}\.[a-z0-9]{2,4}$/;

/** Whether a text is a name as the server makes them: never a path, never an option, never a dot file. */
export function isMediaName(name: string): boolean {
  return MEDIA_NAME.test(name);
}
