// `delete-account EMAIL`: the operator's command, for owners of accounts who cannot delete them. May run while the server runs.
import { existsSync } from 'node:fs';
import { deleteAccount } from '#server/accounts/account-deletion.ts';
import { connectDatabase, truncateLog } from '#server/database/open-database.ts';
import { dataFolderPaths } from '#server/files/data-folder.ts';
import { StartError } from '#server/runtime/app-error.ts';
import type { Config } from '#server/runtime/config.ts';
import { openRows } from './open-site.ts';

/** Deletes all that the site stores of an address; false when it stores nothing. */
export async function deleteAccountOfSite(config: Config, email: string): Promise<boolean> {
  if (!email.includes('@')) throw new StartError('Usage: npm run delete-account -- EMAIL');
  const { db, close } = await openDatabaseOf(config);
  try {
    const isDeleted = await deleteAccount(db, email);
    await truncateLog(db);
    return isDeleted;
  } finally {
    await close();
  }
}

async function openDatabaseOf(config: Config) {
  const { databaseFile } = dataFolderPaths(config.dataDir);
  if (config.databaseUrl !== null) {
    return openRows({ config: { ...config, role: 'web' }, databaseFile, log: { warn: () => undefined } });
  }
  if (!existsSync(databaseFile)) throw new StartError(`There is no data of Swingmark in ${config.dataDir}`);
  const db = connectDatabase(databaseFile);
  return { db, close: () => db.destroy() };
}
