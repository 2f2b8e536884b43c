// A backup as one file: a plain tar archive, written and read as a stream. Of a received one, only files whose names a backup has
// are unpacked: no links, no devices, no path that leads elsewhere.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { extract, Header } from 'tar';
import { MARKER_NAME } from '#server/files/data-folder.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import { isMediaName, MEDIA_BUCKETS } from '#server/files/media-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { SETTINGS_NAME } from '#server/runtime/stored-settings.ts';
import { DATABASE_NAME, MANIFEST_NAME, namesOfCopy, PASSWORD_NAME } from './site-copy.ts';

/** These are read as a whole. */
const MAX_JSON_BYTES = 1024 * 1024;
const BLOCK_BYTES = 512;
/** Two empty blocks. */
const END = Buffer.alloc(2 * BLOCK_BYTES);

/** The archive of a backup's folder, with its size. */
export async function archiveOf(folder: string): Promise<{ readonly bytes: number; readonly stream: Readable }> {
  const files: ArchivedFile[] = [];
  let bytes = END.length;
  for (const name of await namesOfCopy(folder)) {
    const { size, mtime } = await stat(join(folder, name));
    files.push({ name, size, mtime });
    bytes += BLOCK_BYTES + size + paddingOf(size);
  }
  return { bytes, stream: Readable.from(blocksOf(folder, files), { objectMode: false }) };
}

interface ArchivedFile {
  readonly name: string;
  readonly size: number;
  readonly mtime: Date;
}

/** File by file, so that a download that breaks off leaves no file open. */
async function* blocksOf(folder: string, files: readonly ArchivedFile[]): AsyncGenerator<Buffer> {
  for (const { name, size, mtime } of files) {
    const block = Buffer.alloc(BLOCK_BYTES);
    new Header({ path: name, size, mtime, mode: 0o600, type: 'File' }).encode(block);
    yield block;
    yield* createReadStream(join(folder, name)) as AsyncIterable<Buffer>;
    yield Buffer.alloc(paddingOf(size));
  }
  yield END;
}

function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** Unpacks an archive into an empty folder. Throws an AppError when it is not a backup's or has more than `maxBytes`. */
export async function unpack(archive: Readable, folder: string, maxBytes: number): Promise<void> {
  let bytes = 0;
  let refusal: AppError | null = null;
  const unpacking = extract({
    cwd: folder,
    strict: true,
    preserveOwner: false,
    noMtime: true,
    fmode: 0o600,
    dmode: 0o700,
    filter: (path, entry) => {
      const type = 'type' in entry ? entry.type : null;
      // A file brings its folders with it.
      if (type === 'Directory') return false;
      bytes += entry.size;
      const isTooLarge = path.endsWith('.json') && !path.startsWith('media/') && entry.size > MAX_JSON_BYTES;
      if (type !== 'File' || !isCopysName(path) || isTooLarge) refusal ??= new AppError('backup-unreadable');
      if (bytes > maxBytes) {
        refusal ??= new AppError('backup-no-space', { values: { megabytes: Math.ceil((bytes - maxBytes) / 1e6) } });
      }
      faultPoint('restore-file-added');
      return refusal === null;
    },
  });
  const closed = once(unpacking, 'close');
  // Awaited below, unless writing fails first.
  closed.catch(() => undefined);
  try {
    for await (const piece of archive as AsyncIterable<Buffer>) {
      if (!unpacking.write(piece)) await once(unpacking, 'drain');
      if (refusal) throw refusal;
    }
    unpacking.end();
    await closed;
    if (refusal) throw refusal;
  } catch (error) {
    // Closes the file that is being written.
    unpacking.on('error', () => undefined).end();
    if (error instanceof AppError || isOutOfSpace(error)) throw error;
    throw new AppError('backup-unreadable', { cause: error });
  }
}

function isCopysName(entryPath: string): boolean {
  const path = entryPath.replace(/^\.\//, '');
  if ([MANIFEST_NAME, MARKER_NAME, DATABASE_NAME, PASSWORD_NAME, SETTINGS_NAME].includes(path)) return true;
  const [media, bucket = '', name = '', ...others] = path.split('/');
  return media === 'media' && MEDIA_BUCKETS.some((own) => own === bucket) && isMediaName(name) && others.length === 0;
}
