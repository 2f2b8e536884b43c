// The stored input of a job, with the version of its shape. While processes are upgraded one by one, a job may be read
// by an older or a newer version than the one that stored it.
import { z } from 'zod';
import type { JobRequest } from './job-queue.ts';

/** Raise this when a job's input changes such that another version could not use it. */
export const JOB_INPUT_VERSION = 1;

const Versioned = z.looseObject({ version: z.literal(JOB_INPUT_VERSION) });
/**
 * Kinds that earlier versions stored in the same shape without a version number. They are accepted, because after a
 * cancellation such a version would delete the upload.
 */
const UNVERSIONED: Readonly<Record<string, z.ZodType>> = {
  finish: z.strictObject({ folder: z.string(), totalChunks: z.int() }),
  golfer: z.strictObject({ mediaName: z.string(), topTime: z.number() }),
};

export function storedInput({ input }: Pick<JobRequest, 'input'>): string {
  return JSON.stringify({ ...input, version: JOB_INPUT_VERSION });
}

/** The input of a row; null when another version stored it, because this version must not guess its meaning. */
export function readStoredInput(kind: string, stored: string): unknown {
  const parsed: unknown = parse(stored);
  const versioned = Versioned.safeParse(parsed);
  if (!versioned.success) return UNVERSIONED[kind]?.safeParse(parsed).data ?? null;
  const { version: _version, ...input } = versioned.data;
  return input;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
