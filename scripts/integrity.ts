// `npm run integrity`: compares the stored files with the database, in DATA_DIR or where DATABASE_URL and S3_URL say, and
// reports problems. May run while the server runs. `--idle`: no server runs, so files in the work folder are orphans too.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderPaths } from '#server/files/data-folder.ts';
import { namesIn } from '#server/files/errno.ts';
import { checkIntegrity, checkStored, type IntegrityReport, needsAttention, sweptFiles } from '#server/integrity.ts';
import { type Config, readConfig } from '#server/runtime/config.ts';
import { openRows, openStores } from '#server/site/open-site.ts';
import { operatorProblem } from '#server/start-problem.ts';

try {
  const config = readConfig();
  const place = config.databaseUrl || config.s3 ? 'the database and the store' : config.dataDir;
  const report =
    config.databaseUrl || config.s3
      ? await checkShared(config)
      : await checkIntegrity(config.dataDir, { isIdle: process.argv.includes('--idle') });
  for (const path of report.orphanFiles) console.log(`orphan_file ${path}`);
  for (const path of report.missingFiles) console.log(`missing_file ${path}`);
  for (const path of report.checksumMismatches) console.log(`checksum_mismatch ${path}`);
  const { orphanFiles, missingFiles, checksumMismatches, checkedFiles, withoutChecksum } = report;
  console.log(
    `${checkedFiles} files checked in ${place}: orphan_file ${orphanFiles.length}, missing_file ` +
      `${missingFiles.length}, checksum_mismatch ${checksumMismatches.length}, without a checksum ${withoutChecksum}`,
  );
  const swept = sweptFiles(report).length;
  if (swept > 0) console.log(`${swept} ${swept === 1 ? 'file' : 'files'} will be removed by the next sweep`);
  process.exitCode = needsAttention(report) ? 1 : 0;
} catch (error) {
  console.error(operatorProblem(error));
  process.exitCode = 2;
}

/** Checks a site whose rows or files are elsewhere; an object that is being stored is no orphan yet. */
async function checkShared(config: Config): Promise<IntegrityReport> {
  const paths = dataFolderPaths(config.dataDir);
  const log = { warn: (facts: unknown) => console.warn(facts) };
  const { db, close } = await openRows({ config, databaseFile: paths.databaseFile, log });
  const scratch = await mkdtemp(join(tmpdir(), 'swingmark-integrity-'));
  const folder = { ...(config.s3 ? dataFolderPaths(scratch) : paths), freeBytes: async () => 0 };
  const { media, chunks } = await openStores({ config, db, folder });
  try {
    const cached = () => namesIn(paths.cacheRoot);
    return await checkStored({ db, media, chunkFolders: () => chunks.list(), leftovers: async () => [], cached });
  } finally {
    await media.close();
    await close();
    await rm(scratch, { recursive: true, force: true });
  }
}
