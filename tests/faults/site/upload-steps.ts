// Shared by the upload tests: valid and invalid chunks, and what the server has stored.
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import type { Answer, Chunk, TestVisitor } from '#tests/server/test-visitor.ts';

/** A valid chunk with a change, which may be invalid. */
export function chunkOf(change: Partial<Record<keyof Chunk, unknown>> = {}): Chunk {
  return { chunkIndex: 0, totalChunks: 3, fileName: 'swing.mp4', fileId: 'one', chunk: 'AAAA', ...change } as Chunk;
}

/** One second of video, a few kilobytes. */
export async function smallClip(): Promise<Buffer> {
  return readFile((await numberedClip({ frames: 30 })).path);
}

/** A real video of an exact size: an MP4 followed by a box that players skip. */
export async function clipOfSize(sizeBytes: number, fill: (box: Buffer) => void = () => {}): Promise<Buffer> {
  const clip = await smallClip();
  const box = Buffer.alloc(sizeBytes - clip.length);
  fill(box);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([clip, box]);
}

/** The SHA-256 in hex. */
export function sha256(bytes: Buffer): string {
  return hash('sha256', bytes);
}

/** The SHA-256 of each stored upload. */
export async function storedUploads(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'media/uploads');
  return Promise.all((await readdir(folder)).map(async (name) => sha256(await readFile(join(folder, name)))));
}

/** The names of the chunk folders. */
export function chunkFolders(dataDir: string): Promise<string[]> {
  return readdir(join(dataDir, 'chunks'));
}

/** Expects a refusal: its status, and a sentence, the same in both fields, that reveals nothing of the server. */
export function expectRefusal(answer: Answer, status: number, sentence: string): void {
  expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(sentence)]);
  expect(answer.body.message).toBe(answer.body.error);
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'error', 'message']);
  expect(String(answer.body.error)).not.toMatch(/\/tmp|ffmpeg|node_modules|at .*:\d/);
}

/** Sends each chunk in the order given, one after the other. */
export async function sendInOrder(
  visitor: TestVisitor,
  chunks: readonly Chunk[],
  order: Iterable<number>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const index of order) answers.push(await visitor.sendChunk(chunks[index]));
  return answers;
}
