// The chunked upload, with the server replaced at `fetch`.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UploadChunkResponse } from '#contract/uploads.ts';
import { CHUNK_BYTES, type UploadProgress } from '#domain/video/video-file.ts';
import { answerCalls, Refusal, refusal } from '#tests/web/answer-calls.ts';
import type { Waiting } from '#web/api/retry.ts';
import { words } from '#web/words/words.ts';
import { clearSession } from './comparison-session.ts';
import { type UploadError, uploadVideo } from './upload-video.ts';

interface SentChunk {
  chunkIndex: number;
  totalChunks: number;
  fileName: string;
  fileId: string;
  chunk: string;
}

const NO_UPLOAD = refusal(404, 'There is no such upload', 'upload-not-found');

function clipOf(sizeBytes: number): File {
  const bytes = new Uint8Array(sizeBytes).map((_, index) => index % 251);
  return new File([bytes], 'range.mp4', { type: 'video/mp4', lastModified: 7 });
}

/** A server that stores chunks and returns a handle once all have arrived. */
function receivingServer(received: number[] = []) {
  const there = new Set(received);
  const chunks: SentChunk[] = [];
  const receive = (body: SentChunk): UploadChunkResponse => {
    chunks.push(body);
    there.add(body.chunkIndex);
    const { totalChunks } = body;
    return { receivedChunks: there.size, totalChunks, ...(there.size === totalChunks && { filePath: 'handle' }) };
  };
  return { chunks, receive };
}

function upload(file: File, signal = new AbortController().signal) {
  const progress: UploadProgress[] = [];
  const waits: (Waiting | null)[] = [];
  const result = uploadVideo(file, {
    signal,
    onProgress: (step) => progress.push(step),
    onWaiting: (waiting) => waits.push(waiting),
  });
  return { result, progress, waits };
}

// Waiting ends immediately: pauses between retries take no time in this test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.setTimerTickMode('nextTimerAsync');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearSession();
});

describe('uploading a video', () => {
  test('sends every chunk of 1,048,576 bytes once and returns the handle [S7.9]', async () => {
    const { chunks, receive } = receivingServer();
    const server = answerCalls({ getUpload: () => NO_UPLOAD, uploadChunk: receive });
    vi.stubGlobal('fetch', server.fetch);
    const file = clipOf(2 * CHUNK_BYTES + 5);
    const { result, progress } = upload(file);
    expect(await result).toBe('handle');
    const sorted = chunks.toSorted((a, b) => a.chunkIndex - b.chunkIndex);
    expect(sorted.map(({ chunkIndex, totalChunks, fileName }) => [chunkIndex, totalChunks, fileName])).toEqual([
      [0, 3, 'range.mp4'],
      [1, 3, 'range.mp4'],
      [2, 3, 'range.mp4'],
    ]);
    const sent = Buffer.concat(sorted.map(({ chunk }) => Buffer.from(chunk, 'base64')));
    expect(sent.equals(Buffer.from(new Uint8Array(2 * CHUNK_BYTES + 5).map((_, index) => index % 251)))).toBe(true);
    expect(progress.at(0)).toEqual({ sentChunks: 0, totalChunks: 3, percent: 0 });
    expect(progress.at(-1)).toEqual({ sentChunks: 3, totalChunks: 3, percent: 100 });
  });

  test('sends only the chunks that the server does not have', async () => {
    const { chunks, receive } = receivingServer([0, 2]);
    const status = { totalChunks: 4, received: [0, 2] };
    vi.stubGlobal('fetch', answerCalls({ getUpload: () => status, uploadChunk: receive }).fetch);
    const { result, progress } = upload(clipOf(3 * CHUNK_BYTES + 1));
    await result;
    expect(chunks.map(({ chunkIndex }) => chunkIndex)).toEqual([1, 3]);
    expect(progress.at(0)?.sentChunks).toBe(2);
  });

  test('sends nothing when the server has the complete upload', async () => {
    const server = answerCalls({ getUpload: () => ({ totalChunks: 1, received: [0], filePath: 'known' }) });
    vi.stubGlobal('fetch', server.fetch);
    expect(await upload(clipOf(10)).result).toBe('known');
    expect(server.asked.map(({ name }) => name)).toEqual(['getUpload']);
  });

  test('requests nothing for an upload that this tab has completed', async () => {
    const { receive } = receivingServer();
    const server = answerCalls({ getUpload: () => NO_UPLOAD, uploadChunk: receive });
    vi.stubGlobal('fetch', server.fetch);
    const file = clipOf(10);
    await upload(file).result;
    const again = upload(file);
    expect(await again.result).toBe('handle');
    expect(again.progress).toEqual([{ sentChunks: 1, totalChunks: 1, percent: 100 }]);
    expect(server.asked.map(({ name }) => name)).toEqual(['getUpload', 'uploadChunk']);
  });

  test('sends the first chunk of a new visitor alone, and no more than two at once', async () => {
    let inFlight = 0;
    const seen: number[] = [];
    const { receive } = receivingServer();
    const slowly = async (body: SentChunk) => {
      inFlight += 1;
      seen.push(inFlight);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inFlight -= 1;
      return receive(body);
    };
    vi.stubGlobal('fetch', answerCalls({ getUpload: () => NO_UPLOAD, uploadChunk: slowly }).fetch);
    await upload(clipOf(5 * CHUNK_BYTES)).result;
    expect(seen.slice(0, 2)).toEqual([1, 1]);
    expect(Math.max(...seen)).toBe(2);
  });

  test('retries a chunk after a lost connection and a busy server', async () => {
    const { chunks, receive } = receivingServer();
    let tries = 0;
    const shaky = (body: SentChunk) => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch');
      if (tries === 2) return refusal(503, 'The server is busy. Please try again in a minute.', 'busy');
      return receive(body);
    };
    vi.stubGlobal('fetch', answerCalls({ getUpload: () => NO_UPLOAD, uploadChunk: shaky }).fetch);
    const { result, waits } = upload(clipOf(10));
    expect(await result).toBe('handle');
    expect(chunks).toHaveLength(1);
    expect(waits).toEqual(['reconnecting', 'reconnecting', null]);
  });

  test('asks the server to complete an upload instead of sending its last chunk again', async () => {
    const { chunks, receive } = receivingServer();
    let isChecked = false;
    const unchecked = (body: SentChunk) => {
      const { filePath, ...answer } = receive(body);
      return filePath ? refusal(503, 'Please try again in a moment.', 'not-checked') : answer;
    };
    const status = () => {
      if (chunks.length === 0) return NO_UPLOAD;
      if (!isChecked) {
        isChecked = true;
        return refusal(503, 'Please try again in a moment.', 'not-checked');
      }
      return { totalChunks: 3, received: [0, 1, 2], filePath: 'handle' };
    };
    vi.stubGlobal('fetch', answerCalls({ getUpload: status, uploadChunk: unchecked }).fetch);
    expect(await upload(clipOf(3 * CHUNK_BYTES)).result).toBe('handle');
    expect(chunks.map(({ chunkIndex }) => chunkIndex).sort()).toEqual([0, 1, 2]);
  });

  test('restarts from the first chunk when the server lost the upload, never from a later one', async () => {
    const sent: number[] = [];
    let there = new Set<number>();
    let isLost = false;
    const losing = ({ chunkIndex, totalChunks }: SentChunk) => {
      sent.push(chunkIndex);
      there.add(chunkIndex);
      if (there.size === totalChunks && !isLost) {
        isLost = true;
        there = new Set();
        return refusal(503, 'The server is busy. Please try again in a minute.', 'busy');
      }
      return { receivedChunks: there.size, totalChunks, ...(there.size === totalChunks && { filePath: 'handle' }) };
    };
    const status = () => (there.size === 0 ? NO_UPLOAD : { totalChunks: 3, received: [...there] });
    vi.stubGlobal('fetch', answerCalls({ getUpload: status, uploadChunk: losing }).fetch);
    expect(await upload(clipOf(3 * CHUNK_BYTES)).result).toBe('handle');
    expect(sent.slice(0, 3).sort()).toEqual([0, 1, 2]);
    expect(sent[3]).toBe(0);
    expect(sent).toHaveLength(6);
  });

  test.each([
    [
      'names the chunk and the status of a refusal',
      refusal(409, 'Upload parameters changed', 'upload-changed', 'Conflict'),
      { title: 'Failed to upload chunk 1: Conflict', description: 'Upload parameters changed' },
    ],
    [
      'falls back to the sentence where HTTP/2 has no status text',
      refusal(409, 'Upload parameters changed', 'upload-changed'),
      { title: 'Failed to upload chunk 1: Upload parameters changed' },
    ],
    [
      'names a proxy’s size limit, whose answer is a page [F57]',
      new Refusal(413, '<html><h1>413 Request Entity Too Large</h1></html>', 'Request Entity Too Large'),
      { title: 'Failed to upload chunk 1: Request Entity Too Large', description: words.api.refusedByProxy },
    ],
    [
      'says what is wrong with the video itself',
      refusal(422, 'The file has no video', 'no-picture', 'Unprocessable Entity'),
      { title: 'Error processing video', description: 'Could not prepare video for merging: The file has no video' },
    ],
  ])('%s', async (_, answer, toast) => {
    vi.stubGlobal('fetch', answerCalls({ getUpload: () => NO_UPLOAD, uploadChunk: () => answer }).fetch);
    const error = await upload(clipOf(10)).result.catch((reason: unknown) => reason as UploadError);
    expect(error).toMatchObject({ toast: { ...toast, variant: 'destructive' } });
  });

  test('fails with "File assembly failed" when every chunk arrived but no handle came back', async () => {
    const receive = () => ({ receivedChunks: 1, totalChunks: 1 });
    vi.stubGlobal('fetch', answerCalls({ getUpload: () => NO_UPLOAD, uploadChunk: receive }).fetch);
    await expect(upload(clipOf(10)).result).rejects.toThrow('File assembly failed: no file path returned');
  });

  test('stops when aborted, also while waiting for a retry', async () => {
    const refuse = () => refusal(503, 'busy', 'busy');
    vi.stubGlobal('fetch', answerCalls({ getUpload: () => NO_UPLOAD, uploadChunk: refuse }).fetch);
    const stop = new AbortController();
    const { result } = upload(clipOf(10), stop.signal);
    setTimeout(() => stop.abort(new Error('stopped by the visitor')), 1);
    await expect(result).rejects.toThrow('stopped by the visitor');
  });
});
