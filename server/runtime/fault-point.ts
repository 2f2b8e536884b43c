// Fault points: named moments at which a test can kill the server, as in a power failure, or make a step fail. Armed by
// main.ts for tests only (docs/decisions/071-fault-points.md); otherwise a no-op.
import { readFileSync } from 'node:fs';

/** Every fault point, in the order in which they are passed. */
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
  // A job: a merge, drawings.
  'job-added',
  'job-begun',
  'output-written',
  'output-renamed',
  'result-stored',
  'result-kept',
  'job-ended',
  // A download at another speed.
  'download-begun',
  // Adding a golfer to the library.
  'golfer-received',
  'golfer-probed',
  'golfer-video-stored',
  'golfer-picture-stored',
  'golfer-added',
  // Publishing a golfer that an earlier version stored.
  'golfer-published-stored',
  'golfer-published',
  // Storing a golfer's body.
  'golfer-body-stored',
  'golfer-body-kept',
  // Making a link.
  'share-stored',
  'share-added',
  // Deletions.
  'golfer-row-removed',
  'golfer-video-removed',
  'upload-file-removed',
  'result-file-removed',
  'share-ended',
  'share-file-removed',
  // The sweep.
  'sweep-expired',
  'sweep-orphan-removed',
  // A backup.
  'backup-file-added',
  'backup-written',
  'backup-kept',
  'backup-sent',
  // Restoring one.
  'restore-file-added',
  'restore-prepared',
  'restore-moved',
  'restore-on-trial',
] as const;

export type FaultPoint = (typeof FAULT_POINTS)[number];

/** The fault: the process is killed, the step throws, or a promise is rejected without a handler. */
type Fault = 'kill' | 'throw' | 'reject';

let file: string | null = null;

/** Arms the fault in a file: `<point>` or `<point> <fault>`. Tests rewrite it while the server runs. */
export function armFaultPoints(nameFile: string): void {
  file = nameFile;
}

/** Triggers the armed fault, if it is for this point: by default the process is killed without cleanup. */
export function faultPoint(point: FaultPoint): void {
  if (file === null) return;
  const [armed, fault = 'kill'] = readFault(file).split(' ') as [string, Fault?];
  if (armed !== point) return;
  if (fault === 'kill') {
    process.kill(process.pid, 'SIGKILL');
    // Nothing after this point runs, however late the signal is delivered.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  if (fault === 'throw') throw new Error(`Injected fault at ${point}`);
  void Promise.reject(new Error(`Injected fault at ${point}`));
}

function readFault(nameFile: string): string {
  try {
    return readFileSync(nameFile, 'utf8').trim();
  } catch {
    // No file yet: no fault is armed.
    return '';
  }
}
