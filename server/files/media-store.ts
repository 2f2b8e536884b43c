// Where finished videos and pictures are kept, as the rest of the server sees it: rooms of named files. Narrow enough
// for folders on a disk and for an object store. Knows no visitor, no golfer and no HTTP.
import type { Readable } from 'node:stream';

/** What a file is for. Each room is swept by its own table. */
export const MEDIA_ROOMS = ['uploads', 'results', 'golfers', 'thumbnails'] as const;

/** One of the rooms. */
export type MediaRoom = (typeof MEDIA_ROOMS)[number];

/** A part of a file in bytes, both ends inclusive, as HTTP counts. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The port. A name is one that the server made (see {@link isMediaName}); any other names no file. */
export interface MediaStore {
  /** Takes a finished local file into a room; it is gone from where it was. All or nothing, and it survives a power loss. */
  put(room: MediaRoom, name: string, fromPath: string): Promise<void>;
  /** The size of a file in bytes, or null when there is none. */
  sizeOf(room: MediaRoom, name: string): Promise<number | null>;
  /** The bytes of a file or of a part of it; null when there is no such file. */
  open(room: MediaRoom, name: string, range?: ByteRange): Promise<Readable | null>;
  /**
   * Brings a file into a local folder for a program to read and gives its path, or null when there is no such file.
   * It stays readable there when the store's own is deleted; whoever asked removes the folder.
   */
  borrow(room: MediaRoom, name: string, folder: string): Promise<string | null>;
  /** Deletes a file. One that is not there is no failure. */
  delete(room: MediaRoom, name: string): Promise<void>;
  /** The names of all files of a room. */
  list(room: MediaRoom): Promise<string[]>;
}

const MEDIA_NAME = /^[0-9a-f]{48}\.[a-z0-9]{2,4}$/;

/** Whether a text is a name as the server makes them: never a path, never an option, never a dot file. */
export function isMediaName(name: string): boolean {
  return MEDIA_NAME.test(name);
}
