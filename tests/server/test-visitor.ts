// A visitor for tests: a browser's cookie jar and the calls of the contract over real HTTP.
import { calls, type RequestOf } from '#contract/calls.ts';
import type { CallName } from '#contract/routes.ts';
import { CHUNK_BYTES } from '#domain/video/video-file.ts';

/** A response with its parsed JSON body. */
export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** One chunk of an upload. */
export type Chunk = RequestOf<'uploadChunk'>;

/** One browser. */
export class TestVisitor {
  readonly #url: string;
  readonly #address: string | undefined;
  readonly #cookies = new Map<string, string>();

  /** `address`: the visitor's IP address, for a server that trusts its proxies. */
  constructor(url: string, address?: string) {
    this.#url = url;
    this.#address = address;
  }

  /** The same browser at another address, after the server has restarted. */
  at(url: string): TestVisitor {
    const moved = new TestVisitor(url, this.#address);
    for (const [name, value] of this.#cookies) moved.#cookies.set(name, value);
    return moved;
  }

  /** The value of the Cookie header. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends any request. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0) headers.set('cookie', this.cookie);
    if (this.#address !== undefined) headers.set('x-forwarded-for', this.#address);
    const answer = await fetch(this.#url + path, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  /** Makes a call of the contract. `body` may be invalid. */
  async call<Body = Record<string, unknown>>(
    name: CallName,
    options: { body?: unknown; params?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<Answer<Body>> {
    const { method, path } = calls[name];
    const address = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(options.params?.[param] ?? ''));
    const answer = await this.fetch(address, {
      method,
      ...(options.signal && { signal: options.signal }),
      ...(options.body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(options.body),
      }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
  }

  /** Sends one chunk. */
  sendChunk(chunk: Chunk | undefined): Promise<Answer> {
    if (!chunk) throw new RangeError('There is no such chunk');
    return this.call('uploadChunk', { body: chunk });
  }

  /** Uploads a file; returns the response to the last chunk. */
  async upload(fileId: string, bytes: Buffer, fileName = 'swing.mp4', chunkBytes = CHUNK_BYTES): Promise<Answer> {
    let answer: Answer | undefined;
    for (const chunk of cutIntoChunks(fileId, bytes, fileName, chunkBytes)) {
      answer = await this.sendChunk(chunk);
      if (answer.status !== 200) return answer;
    }
    if (!answer) throw new Error('An empty file has no chunk');
    return answer;
  }
}

/** The chunks of a file. */
export function cutIntoChunks(fileId: string, bytes: Buffer, fileName: string, chunkBytes = CHUNK_BYTES): Chunk[] {
  const totalChunks = Math.ceil(bytes.length / chunkBytes);
  return Array.from({ length: totalChunks }, (_, chunkIndex) => ({
    chunkIndex,
    totalChunks,
    fileName,
    fileId,
    chunk: bytes.subarray(chunkIndex * chunkBytes, (chunkIndex + 1) * chunkBytes).toString('base64'),
  }));
}
