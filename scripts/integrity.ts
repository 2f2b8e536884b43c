// `npm run integrity`: compares the stored files with the database of DATA_DIR and reports problems. May run while the
// server runs. `--idle`: no server is running, so that files in the work folder are orphans too.

import { checkIntegrity, isClean } from '#server/integrity.ts';
import { readConfig } from '#server/runtime/config.ts';

try {
  const { dataDir } = readConfig();
  const report = await checkIntegrity(dataDir, { isIdle: process.argv.includes('--idle') });
  for (const path of report.orphanFiles) console.log(`orphan_file ${path}`);
  for (const path of report.missingFiles) console.log(`missing_file ${path}`);
  for (const path of report.checksumMismatches) console.log(`checksum_mismatch ${path}`);
  const { orphanFiles, missingFiles, checksumMismatches, checkedFiles, withoutChecksum } = report;
  console.log(
    `${checkedFiles} files checked in ${dataDir}: orphan_file ${orphanFiles.length}, missing_file ` +
      `${missingFiles.length}, checksum_mismatch ${checksumMismatches.length}, without a checksum ${withoutChecksum}`,
  );
  process.exitCode = isClean(report) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
