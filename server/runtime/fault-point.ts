// Named moments at which a test may have the server die, as if the machine had lost its power: between two steps that
// have to be one. Or have a step fail. Armed by main.ts for tests only (docs/decisions/071-fault-points.md); otherwise it
// does nothing.
import { readFileSync } from 'node:fs';

/** Every named moment, in the order in which a piece of work passes them. */
export const FAULT_POINTS = [
  // An upload.
  'upload-begun',
  'chunk-written',
  'chunk-kept',
  'upload-assembled',
  'upload-probed',
  'upload-stored',
  'upload-completed',
  'upload-chunks-removed',
  // A piece of work: a merge, drawings.
  'job-added',
  'job-begun',
  'output-written',
  'output-renamed',
  'result-stored',
  'result-kept',
  'job-ended',
  // A download at another speed.
  'download-begun',
  // A golfer comes into the library.
  'golfer-received',
  'golfer-probed',
  'golfer-video-stored',
  'golfer-picture-stored',
  'golfer-added',
  // Something is deleted.
  'golfer-row-removed',
  'golfer-video-removed',
  'upload-file-removed',
  'result-file-removed',
  // The sweep.
  'sweep-expired',
  'sweep-orphan-removed',
] as const;

/** The name of a moment. */
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** What can happen there: the process is killed; the step throws; a promise fails that nobody waits for. */
type Fault = 'kill' | 'throw' | 'reject';

let file: string | null = null;

/** From now on this file tells what goes wrong: `<point>` or `<point> <fault>`. A test rewrites it as the server runs. */
export function armFaultPoints(nameFile: string): void {
  file = nameFile;
}

/** Goes wrong here when a test has asked for it: dies without any tidying up, unless another fault was named. */
export function faultPoint(point: FaultPoint): void {
  if (file === null) return;
  const [asked, fault = 'kill'] = whatIsAsked(file).split(' ') as [string, Fault?];
  if (asked !== point) return;
  if (fault === 'kill') process.kill(process.pid, 'SIGKILL');
  else if (fault === 'throw') throw new Error(`A fault was asked for at ${point}`);
  else void Promise.reject(new Error(`A fault was asked for at ${point}`));
}

function whatIsAsked(nameFile: string): string {
  try {
    return readFileSync(nameFile, 'utf8').trim();
  } catch {
    // No file yet: nothing is asked for.
    return '';
  }
}
