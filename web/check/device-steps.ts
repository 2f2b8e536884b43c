// The steps on the device itself: what it stores, and how much memory it gives.
import { removeClip, storeClip } from '#web/clip/clip-storage.ts';
import type { StepRun } from './check-run.ts';
import { limited, works } from './clip-steps.ts';

const MEGABYTE = 1_000_000;
/** A clip of a phone is ten times as large. */
const TRIED_BYTES = 4 * MEGABYTE;
/** Room for both clips of a comparison and the videos made of them. */
const ROOM_BYTES = 200 * MEGABYTE;

/** Keeps a clip as the home page does, and reads it again. */
export const storageStep: StepRun = async () => {
  const bytes = new Uint8Array(TRIED_BYTES).fill(7);
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  const room = estimate?.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0);
  const details = [
    room === null ? 'room unknown' : `${Math.round(room / MEGABYTE)} MB of room`,
    `private file system: ${'getDirectory' in (navigator.storage ?? {}) ? 'yes' : 'no'}`,
  ];
  const { clipId, file, isKept } = await storeClip(new File([bytes], 'check.mp4', { type: 'video/mp4' }));
  try {
    const read = new Uint8Array(await file.arrayBuffer());
    if (!isKept || read.length !== bytes.length || read.at(-1) !== 7) return limited('not-kept', ...details);
  } finally {
    await removeClip(clipId);
  }
  return room !== null && room < ROOM_BYTES ? limited('little-room', ...details) : works(...details);
};

/** What the body's model takes, in pages of 64 KiB, and the decoded pictures around a paused one. */
const MODEL_PAGES = 4096;
const PICTURES = 16;
const PICTURE_BYTES = 1920 * 1080 * 1.5;

export const memoryStep: StepRun = async () => {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  const details = [`${navigator.hardwareConcurrency} cores`, `${deviceMemory ?? 'unknown'} GB said`];
  try {
    const forModel = 'WebAssembly' in globalThis ? grown() : 0;
    const pictures = Array.from({ length: PICTURES }, () => new Uint8Array(PICTURE_BYTES).fill(1));
    return works(...details, `${Math.round((forModel + pictures.length * PICTURE_BYTES) / MEGABYTE)} MB`);
  } catch (error) {
    return limited('little-memory', ...details, String(error));
  }
};

/** The bytes of a WebAssembly memory that has grown to what the body's model takes. */
function grown(): number {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MODEL_PAGES });
  memory.grow(MODEL_PAGES - 1);
  return memory.buffer.byteLength;
}
