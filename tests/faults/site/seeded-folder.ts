// A data folder after a server's first start. It is made once and copied for each site, because probing the library's
// videos takes long. A server that starts on an outdated copy updates it.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { migrations } from '#server/database/migrations.ts';
import { smallLibrary } from '#tests/fixtures/small-library.ts';
import { startServerProcess } from '#tests/server/server-process.ts';

const PROJECT_ROOT = join(import.meta.dirname, '../../..');
const CACHE_FOLDER = join(PROJECT_ROOT, '.cache', 'fixtures');

/** Fills an empty folder. */
export async function fillWithLibrary(dataDir: string): Promise<void> {
  await cp(await seededLibrary(), dataDir, { recursive: true });
}

/** The folder that all copies come from. It is made once for each version of the library and of the database. */
export async function seededLibrary(): Promise<string> {
  const library = await smallLibrary();
  const hash = createHash('sha256').update(library).update(Object.keys(migrations).join()).digest('hex').slice(0, 16);
  const seeded = join(CACHE_FOLDER, `seeded-${hash}`);
  if (!existsSync(seeded)) await makeSeeded(seeded);
  return seeded;
}

async function makeSeeded(seeded: string): Promise<void> {
  await mkdir(CACHE_FOLDER, { recursive: true });
  const draft = await mkdtemp(join(CACHE_FOLDER, 'seeding-'));
  const server = await startServerProcess(draft, { settings: { ADMIN_PASSWORD: 'only until the copy starts' } });
  await server.end('SIGTERM');
  // Another test file may have created it meanwhile.
  await rename(draft, seeded).catch(() => rm(draft, { recursive: true }));
}
