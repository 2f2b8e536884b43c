// The input of a job as its row stores it, with the version of its shape: a job may outlive the version of the server that
// stored it, in both directions, while processes are replaced one by one.
import { z } from 'zod';
import type { JobRequest } from './job-queue.ts';

/** Raise this when the input of any kind of job changes so that another version could not use it. */
export const JOB_INPUT_VERSION = 1;

const Versioned = z.looseObject({ version: z.literal(JOB_INPUT_VERSION) });
/** Versions before the first one stored these kinds in the same shape. A canceled upload would be deleted by such a version. */
const UNVERSIONED: Readonly<Record<string, z.ZodType>> = {
  finish: z.strictObject({ folder: z.string(), totalChunks: z.int() }),
  golfer: z.strictObject({ mediaName: z.string(), topTime: z.number() }),
};

/** The text to store. */
export function storedInput({ input }: Pick<JobRequest, 'input'>): string {
  return JSON.stringify({ ...input, version: JOB_INPUT_VERSION });
}

/** The input that a row stores; null when another version stored it, so that this one must not guess what it means. */
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
