// Puts a prepared state of the site in place of the current one, or back: the database, the media and what else belongs to them.
// A file says how far it is, so that the next opening of the data folder goes on where a killed process stopped. A state on trial
// that no process has confirmed is taken back.
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { isErrno, nullIfMissing } from './errno.ts';
import { syncFile, syncFolder } from './finished-file.ts';

/** What the state of a site consists of. Locks, work and backups stay. */
const STATE_NAMES = [
  ...['swingmark.db', 'swingmark.db-wal', 'swingmark.db-shm', 'swingmark.json'],
  ...['media', 'chunks', 'outbox', 'admin-password.json', 'settings.json'],
];

/** The parts of a state that are not in the data folder: tables of PostgreSQL, objects of a store. */
export interface StateElsewhere {
  /** Puts one state in the place of the current one, which becomes the other, all at once. False where that is done. */
  exchange(from: 'next' | 'earlier', away: 'earlier' | 'refused'): Promise<boolean>;
  /** Deletes what a state has of them, if anything. `folder`: where its files are. */
  delete(state: 'next' | 'earlier' | 'refused', folder: string): Promise<void>;
}

export function switchPaths(root: string) {
  const folder = join(root, 'restore');
  return {
    folder,
    /** The state that is being prepared, complete when a switch begins. */
    next: join(folder, 'next'),
    /** The state before the last switch: the restore point. */
    earlier: join(folder, 'earlier'),
    /** A state that did not work. */
    refused: join(folder, 'refused'),
    /** An earlier restore point. Half of one must never be taken for a whole one. */
    replaced: join(folder, 'replaced'),
    /** What was unpacked of an archive. */
    received: join(folder, 'received'),
    step: join(folder, 'step.json'),
    outcome: join(folder, 'outcome.json'),
  };
}

const Step = z.object({
  /**
   * `begun`: an earlier restore point is to go; `out`: the current state moves away; `in`: the other one moves here; `trial`: it
   * has, and is not confirmed.
   */
  step: z.enum(['begun', 'out', 'in', 'trial']),
  to: z.enum(['next', 'earlier']),
});

type Step = z.output<typeof Step>;

/** Decides that the next opening of the folder switches to the prepared state. It needs the lock of the folder. */
export async function beginSwitch(root: string): Promise<void> {
  faultPoint('restore-prepared');
  await writeStep(root, { step: 'begun', to: 'next' });
}

/** Deletes the restore point and the outcome of the last switch. */
export async function deleteEarlierState(root: string, elsewhere: StateElsewhere | null): Promise<void> {
  const { earlier, replaced, outcome } = switchPaths(root);
  await deleteState('earlier', replaced, elsewhere);
  await rename(earlier, replaced).catch(nullIfMissing);
  await deleteState('earlier', replaced, elsewhere);
  await rm(outcome, { force: true });
}

/** Deletes a state whose files are in this folder, if there is one. */
export async function deleteState(
  state: 'next' | 'earlier' | 'refused',
  folder: string,
  elsewhere: StateElsewhere | null,
): Promise<void> {
  if ((await stat(folder).catch(nullIfMissing)) === null) return;
  // The folder last: it says that there is something to delete.
  await elsewhere?.delete(state, folder);
  await rm(folder, { recursive: true, force: true });
}

const Outcome = z.object({ atMs: z.number(), worked: z.boolean() });

/** How the last switch ended; null when there was none since the last backup. */
export async function outcomeOfSwitch(root: string): Promise<z.output<typeof Outcome> | null> {
  const text = await readFile(switchPaths(root).outcome, 'utf8').catch(nullIfMissing);
  return text === null ? null : Outcome.parse(JSON.parse(text));
}

/** Whether a switch is under way: the folder may then have no marker. */
export async function isSwitching(root: string): Promise<boolean> {
  return (await readStep(root)) !== null;
}

/** Whether the state of the open folder is one on trial. */
export async function isOnTrial(root: string): Promise<boolean> {
  return (await readStep(root))?.step === 'trial';
}

/** Keeps the state on trial; the earlier one stays as the restore point. */
export function confirmSwitch(root: string): Promise<void> {
  return endSwitch(root, { worked: true });
}

async function endSwitch(root: string, { worked }: { readonly worked: boolean }): Promise<void> {
  const { folder, step, outcome } = switchPaths(root);
  await writeDurably(outcome, { atMs: steadyNow(), worked });
  await rm(step);
  await syncFolder(folder);
}

/** Goes on with a switch that was begun, or takes back one that was not confirmed. */
export async function continueSwitch(root: string, elsewhere: StateElsewhere | null): Promise<void> {
  const found = await readStep(root);
  if (found?.step === 'trial') await writeStep(root, { step: 'out', to: 'earlier' });
  if (found) await moveStates(root, elsewhere);
  const { next, refused, replaced, received } = switchPaths(root);
  await deleteState('next', next, elsewhere);
  await deleteState('refused', refused, elsewhere);
  await deleteState('earlier', replaced, elsewhere);
  await rm(received, { recursive: true, force: true });
}

async function moveStates(root: string, elsewhere: StateElsewhere | null): Promise<void> {
  const { refused } = switchPaths(root);
  const { step, to } = (await readStep(root)) ?? {};
  if (step === undefined || to === undefined || step === 'trial') return;
  const away = to === 'next' ? switchPaths(root).earlier : refused;
  const from = switchPaths(root)[to];
  try {
    if (step === 'begun') {
      await deleteEarlierState(root, elsewhere);
      await writeStep(root, { step: 'out', to });
    }
    if (step !== 'in') {
      await mkdir(away, { recursive: true, mode: 0o700 });
      await moveAll(root, away);
      await writeStep(root, { step: 'in', to });
    }
    await moveAll(from, root);
    if (await elsewhere?.exchange(to, to === 'next' ? 'earlier' : 'refused')) faultPoint('restore-moved');
  } catch (error) {
    // Back, unless this is the way back.
    if (to === 'earlier') throw error;
    const reached = (await readStep(root))?.step;
    // Nothing has moved, and what is there as the earlier state may still be the one of another restore.
    if (reached === 'begun') return endSwitch(root, { worked: false });
    await writeStep(root, { step: reached === 'in' ? 'out' : 'in', to: 'earlier' });
    return moveStates(root, elsewhere);
  }
  if (to === 'next') await writeStep(root, { step: 'trial', to });
  else {
    await rm(from, { recursive: true, force: true });
    await endSwitch(root, { worked: false });
  }
}

/** Moves what there is. Each name moves at once, so that this can be repeated after a kill. */
async function moveAll(from: string, to: string): Promise<void> {
  for (const name of STATE_NAMES) {
    const isMoved = (await rename(join(from, name), join(to, name)).catch(nullIfMissing)) !== null;
    if (isMoved) faultPoint('restore-moved');
  }
  await syncFolder(from).catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT')) throw error;
  });
  await syncFolder(to);
}

/** Whether all parts of the state are on one disk: only then can they be moved at once. */
export async function canSwitch(root: string): Promise<boolean> {
  const devices = await Promise.all(
    STATE_NAMES.map(async (name) => (await stat(join(root, name)).catch(nullIfMissing))?.dev),
  );
  const { dev } = await stat(root);
  return devices.every((device) => device === undefined || device === dev);
}

async function readStep(root: string): Promise<Step | null> {
  const text = await readFile(switchPaths(root).step, 'utf8').catch(nullIfMissing);
  return text === null ? null : Step.parse(JSON.parse(text));
}

async function writeStep(root: string, step: Step): Promise<void> {
  await writeDurably(switchPaths(root).step, step);
}

async function writeDurably(path: string, content: object): Promise<void> {
  await writeFile(`${path}.part`, JSON.stringify(content), { mode: 0o600 });
  await syncFile(`${path}.part`);
  await rename(`${path}.part`, path);
  await syncFolder(dirname(path));
}
