// The administrator's steps with backups on a site, by its calls.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupState } from '#contract/backups.ts';
import { sha256OfFile } from '#server/files/finished-file.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';
import { until } from '#tests/until.ts';
import type { FaultySite } from './faulty-site.ts';
import { siteClip } from './site-swings.ts';

/** A site whose administrator can log in, also after it was restored. */
type AdministeredSite = Pick<FaultySite, 'admin'>;

/** On a busy machine a site takes seconds to open again. */
const WITHIN = { limitMs: 120_000, pauseMs: 50 };

/** The backups, and what is under way. */
export async function backupState(admin: TestBrowser): Promise<BackupState> {
  return (await admin.json('/api/admin/backups')) as BackupState;
}

/** Makes a backup and returns its name. Throws with the problem when it fails. */
export async function backUp(admin: TestBrowser): Promise<string> {
  await admin.post('/api/admin/backups', {});
  const state = await ended(admin);
  if (state.problem !== null) throw new Error(state.problem);
  return state.backups[0]?.name ?? '';
}

/** Waits until nothing is under way. */
export function ended(admin: TestBrowser): Promise<BackupState> {
  return until(
    'the work has ended',
    async () => {
      const state = await backupState(admin);
      return state.work === null && state;
    },
    WITHIN,
  );
}

/** Waits until another restore than the last one has ended; says whether it worked. */
export function reopened(site: AdministeredSite, last: BackupState['restored']): Promise<boolean> {
  return until(
    'the site is open again',
    async () => {
      const state = await site
        .admin()
        .then(backupState)
        .catch(() => null);
      return state?.restored && state.restored.atMs !== last?.atMs ? { worked: state.restored.worked } : null;
    },
    WITHIN,
  ).then(({ worked }) => worked);
}

/** Restores a backup of the list. */
export async function restore(site: AdministeredSite, name: string): Promise<boolean> {
  const admin = await site.admin();
  const { restored } = await backupState(admin);
  const answer = await admin.post(`/api/admin/backups/${name}/restore`, {});
  if (answer.status !== 200) throw new Error(await answer.text());
  return reopened(site, restored);
}

/** Sends an archive for a restore. */
export function sendArchive(admin: TestBrowser, archive: Uint8Array<ArrayBuffer>): Promise<Response> {
  const body = new FormData();
  body.append('archive', new File([archive], 'backup.tar', { type: 'application/x-tar' }));
  return admin.fetch('/api/admin/restore', { method: 'POST', body });
}

/** A backup as one file. */
export async function download(admin: TestBrowser, name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await admin.fetch(`/api/admin/backups/${name}/archive`)).arrayBuffer());
}

/** Adds a golfer with this name to the library. */
export async function addGolfer(admin: TestBrowser, name: string): Promise<void> {
  const answer = await sendGolfer(admin, golferForm(new Uint8Array(await siteClip()), { name }));
  if (answer.status !== 200) throw new Error(await answer.text());
}

/** The names in the library. */
export async function golferNames(admin: TestBrowser): Promise<string[]> {
  return ((await admin.json('/api/pro/list')) as { name: string }[]).map(({ name }) => name).sort();
}

/** Removes a golfer. */
export async function removeGolfer(admin: TestBrowser, name: string): Promise<void> {
  const golfers = (await admin.json('/api/pro/list')) as { id: number; name: string }[];
  const id = golfers.find((golfer) => golfer.name === name)?.id;
  const answer = await admin.fetch(`/api/pro/${id}`, { method: 'DELETE' });
  if (answer.status !== 200) throw new Error(await answer.text());
}

/** Changes a file of an unpacked backup and enters its new hash, as someone would who wants it to be taken. */
export async function forge(folder: string, name: string, change: (path: string) => Promise<void>): Promise<void> {
  await change(join(folder, name));
  const path = join(folder, 'backup.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as { sha256: Record<string, string> };
  manifest.sha256[name] = await sha256OfFile(join(folder, name));
  await writeFile(path, JSON.stringify(manifest));
}
