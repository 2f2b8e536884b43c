// Objects of an S3-compatible store. The SDK is loaded only here and only where a store is used, so that other starts stay light.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import { AppError, StartError } from '#server/runtime/app-error.ts';
import type { S3Settings } from '#server/runtime/config.ts';
import type { ByteRange } from './media-store.ts';

const CONNECT_TIMEOUT_MS = 2_000;
/** Time limit for the answer's headers, per try. */
const ANSWER_TIMEOUT_MS = 15_000;
/** Time limits of a call: per try, and for all tries together. Of a file, each part of 8 MiB has to be sent within the second. */
const CALL_TIMEOUT_MS = { each: 5_000, all: 12_000 };
const PART_BYTES = 8 * 1024 * 1024;
const DELETED_AT_ONCE = 10;
const MAX_SOCKETS = 100;

interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** In milliseconds since 1970, by the store's clock. */
  readonly storedAt: number;
}

/**
 * Opens the store that a `setting` names; `answerTimeoutMs` limits the wait for each answer. Throws a `StartError` when the bucket
 * cannot be used.
 */
export async function openS3Objects(
  settings: S3Settings,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
  setting: 'S3_URL' | 'BACKUP_S3_URL' = 'S3_URL',
): Promise<S3Objects> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Many stores refuse the streamed checksums that the SDK sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: answerTimeoutMs,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  });
  const objects = new S3Objects({ client, bucket: settings.bucket, answerTimeoutMs });
  try {
    await objects.check();
  } catch (cause) {
    client.destroy();
    const reason = cause instanceof AppError && cause.cause instanceof Error ? cause.cause : cause;
    throw new StartError(
      `${setting}: the bucket ${settings.bucket} at ${settings.endpoint} cannot be used. Please check that it exists and that ` +
        `the keys may use it (${reason instanceof Error ? reason.name : String(reason)}).`,
      { cause },
    );
  }
  return objects;
}

/**
 * The objects of one bucket. An object appears completely or not at all. Failures of the store are `AppError`s:
 * 'storage-failed', or 'no-space' when it is full.
 */
export class S3Objects {
  readonly #client: S3;
  readonly #bucket: string;
  readonly #answerTimeoutMs: number;
  readonly #prefix: string;

  constructor(parts: { client: S3; bucket: string; answerTimeoutMs: number; prefix?: string }) {
    this.#client = parts.client;
    this.#bucket = parts.bucket;
    this.#answerTimeoutMs = parts.answerTimeoutMs;
    this.#prefix = parts.prefix ?? '';
  }

  /** The objects whose keys begin with a prefix, which their keys are then without. Both are closed together. */
  within(prefix: string): S3Objects {
    const [client, bucket, answerTimeoutMs] = [this.#client, this.#bucket, this.#answerTimeoutMs];
    return new S3Objects({ client, bucket, answerTimeoutMs, prefix: this.#prefix + prefix });
  }

  async check(): Promise<void> {
    await asAppErrors(this.#inTime((options) => this.#client.headBucket({ Bucket: this.#bucket }, options)));
  }

  async putBytes(key: string, bytes: Buffer): Promise<void> {
    const put = { ...this.#at(key), Body: bytes };
    await asAppErrors(this.#inTime((options) => this.#client.putObject(put, options)));
  }

  /** Stores a file in parts and returns its size. A failure leaves no parts. */
  async putFile(key: string, path: string): Promise<number> {
    const { Upload } = await import('@aws-sdk/lib-storage');
    const { size } = await stat(path);
    const params = { ...this.#at(key), Body: createReadStream(path, { highWaterMark: 1024 * 1024 }) };
    const upload = new Upload({ client: this.#client, params, partSize: PART_BYTES, queueSize: 2 });
    const timer = setTimeout(() => void upload.abort(), CALL_TIMEOUT_MS.all);
    upload.on('httpUploadProgress', () => timer.refresh());
    try {
      await asAppErrors(upload.done());
    } finally {
      clearTimeout(timer);
    }
    return size;
  }

  /**
   * Stores a stream of up to 80 GB in the memory of one part, which lib-storage's copies exceed many times. Each part may take as
   * long as an answer. A failure leaves no parts and destroys the stream.
   */
  async putStream(key: string, stream: Readable, signal: AbortSignal): Promise<void> {
    const at = this.#at(key);
    const { UploadId } = await asAppErrors(this.#inTime((options) => this.#client.createMultipartUpload(at, options)));
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    try {
      for await (const Body of partsOf(stream)) {
        const part = { ...at, UploadId, PartNumber: Parts.length + 1 };
        const { ETag } = await asAppErrors(this.#client.uploadPart({ ...part, Body }, { abortSignal: signal }));
        Parts.push({ ETag, PartNumber: part.PartNumber });
      }
      const whole = { ...at, UploadId, MultipartUpload: { Parts } };
      await asAppErrors(this.#client.completeMultipartUpload(whole, { abortSignal: signal }));
    } catch (error) {
      await this.#giveUp(at.Key, UploadId).catch(() => undefined);
      throw error;
    } finally {
      stream.destroy();
    }
  }

  /** Gives up the uploads below a prefix that a killed process has left: a store keeps their parts, unseen. */
  async deleteUnfinished(prefix: string): Promise<void> {
    const { Bucket, Key: Prefix } = this.#at(prefix);
    const listed = this.#inTime((options) => this.#client.listMultipartUploads({ Bucket, Prefix }, options));
    for (const { Key, UploadId } of (await asAppErrors(listed)).Uploads ?? []) await this.#giveUp(Key, UploadId);
  }

  /** The size of an object; null when there is none. */
  async sizeOf(key: string): Promise<number | null> {
    const head = this.#at(key);
    const answer = await missingAsNull(this.#inTime((options) => this.#client.headObject(head, options)));
    // This answer has no body, so a missing bucket looks like a missing object.
    if (!answer) await this.check();
    return answer?.ContentLength ?? null;
  }

  /** Reads an object or a range of it; null when there is none. The caller reads the stream or destroys it. */
  async open(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number } | null> {
    const get = { ...this.#at(key), ...(range && { Range: `bytes=${range.from}-${range.to}` }) };
    const answer = await missingAsNull(this.#inTime((options) => this.#client.getObject(get, options)));
    if (!answer) return null;
    if (!(answer.Body instanceof Readable)) throw new AppError('storage-failed');
    endWhenSilent(answer.Body);
    return { stream: answer.Body, bytes: answer.ContentLength ?? 0 };
  }

  /** Reads a small object; null when there is none. */
  async read(key: string): Promise<Buffer | null> {
    const opened = await this.open(key);
    return opened && Buffer.concat(await asAppErrors(opened.stream.toArray()));
  }

  async delete(key: string): Promise<void> {
    const gone = this.#at(key);
    await missingAsNull(this.#inTime((options) => this.#client.deleteObject(gone, options)));
  }

  async deleteAll(prefix: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.list(prefix)) keys.push(key);
    while (keys.length > 0) await Promise.all(keys.splice(0, DELETED_AT_ONCE).map((key) => this.delete(key)));
  }

  /** Moves an object, if it exists. */
  async move(from: string, to: string): Promise<void> {
    const { Bucket, Key } = this.#at(from);
    const copy = { ...this.#at(to), CopySource: `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}` };
    // The store copies a large file before it answers.
    const copied = this.#inTime((options) => this.#client.copyObject(copy, options), CALL_TIMEOUT_MS.all);
    if (await missingAsNull(copied)) await this.delete(from);
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    let next: string | undefined;
    do {
      const { Bucket, Key: Prefix } = this.#at(prefix);
      const list = { Bucket, Prefix, ...(next !== undefined && { ContinuationToken: next }) };
      const page = await asAppErrors(this.#inTime((options) => this.#client.listObjectsV2(list, options)));
      for (const { Key: key, Size: bytes = 0, LastModified: storedAt } of page.Contents ?? []) {
        if (key === undefined) continue;
        yield { key: key.slice(this.#prefix.length), bytes, storedAt: storedAt?.getTime() ?? Date.now() };
      }
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  close(): void {
    this.#client.destroy();
  }

  async #giveUp(Key: string | undefined, UploadId: string | undefined): Promise<void> {
    const upload = { Bucket: this.#bucket, Key, UploadId };
    await missingAsNull(this.#inTime((options) => this.#client.abortMultipartUpload(upload, options)));
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + key };
  }

  /** Limits all tries of a call together, until its answer begins; the body may take longer. */
  async #inTime<Answer>(
    send: (options: { abortSignal: AbortSignal; requestTimeout: number }) => Promise<Answer>,
    tryTimeoutMs = Math.min(CALL_TIMEOUT_MS.each, this.#answerTimeoutMs),
  ): Promise<Answer> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), CALL_TIMEOUT_MS.all);
    try {
      return await send({ abortSignal: late.signal, requestTimeout: tryTimeoutMs });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The stream in parts of one size, all in the same memory: each has to be sent before the next is asked for. */
async function* partsOf(stream: Readable): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  let filled = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    for (let taken = 0; taken < piece.length; ) {
      const copied = piece.copy(part, filled, taken);
      taken += copied;
      filled += copied;
      if (filled < PART_BYTES) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** The codes of stores that are full or whose quota is used up. */
const FULL = /QuotaExceeded|InsufficientStorage|StorageFull|EntityTooLarge|TooManyObjects/;

async function asAppErrors<Result>(sent: Promise<Result>): Promise<Result> {
  try {
    return await sent;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(FULL.test(nameOf(cause)) || statusOf(cause) === 507 ? 'no-space' : 'storage-failed', { cause });
  }
}

async function missingAsNull<Result>(sent: Promise<Result>): Promise<Result | null> {
  try {
    return await asAppErrors(sent);
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    const isMissing = ['NoSuchKey', 'NotFound'].includes(nameOf(cause)) || statusOf(cause) === 404;
    if (isMissing && nameOf(cause) !== 'NoSuchBucket') return null;
    throw error;
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}

/** With the pause between two checks, within the time limit of a call. */
const SILENT_FOR_MS = 10_000;
const CHECK_EVERY_MS = 2_000;

/**
 * Destroys the stream with an AppError when its reader has waited for ten seconds. A slow reader does not trigger this:
 * bytes are then waiting in the stream.
 */
function endWhenSilent(stream: Readable & { socket?: { bytesRead: number } | null }): void {
  let bytesBefore = -1;
  let silentMs = 0;
  const timer = setInterval(() => {
    const bytes = stream.socket?.bytesRead ?? 0;
    silentMs = bytes === bytesBefore && stream.readableLength === 0 ? silentMs + CHECK_EVERY_MS : 0;
    bytesBefore = bytes;
    if (silentMs >= SILENT_FOR_MS) stream.destroy(new AppError('storage-failed'));
  }, CHECK_EVERY_MS).unref();
  stream.once('close', () => clearInterval(timer));
}
