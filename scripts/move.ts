// `npm run move -- --to`: moves the site of DATA_DIR to the PostgreSQL and the S3-compatible store of DATABASE_URL and S3_URL,
// verifies every row and byte, and leaves the old data as they are. `npm run move -- --back` moves them into DATA_DIR.
// No server of the site may run. A move that broke off goes on when it is started again.
import { type Config, readConfig } from '#server/runtime/config.ts';
import { moveSite, openSharedSide, openSide } from '#server/site/move-site.ts';
import { operatorProblem } from '#server/start-problem.ts';

// Every user of a machine can read the arguments of its programs.
const USAGE =
  'Usage: npm run move -- --to, or --back. DATABASE_URL and S3_URL come from the environment or .env, never as arguments: ' +
  'they hold passwords.';

process.umask(0o077);
try {
  const [direction = '', ...rest] = process.argv.slice(2);
  const { DATABASE_URL: databaseUrl, S3_URL: s3Url, ROLE: _role, ...others } = process.env;
  if (!['--to', '--back'].includes(direction) || rest.length > 0 || !databaseUrl || !s3Url) throw new Error(USAGE);
  const embedded = readConfig(others);
  const site = { PUBLIC_URL: 'http://localhost', DATABASE_URL: databaseUrl, S3_URL: s3Url };
  await move(embedded, readConfig({ ...others, ...site }), direction === '--back');
} catch (error) {
  console.error(operatorProblem(error));
  process.exitCode = 1;
}

async function move(embedded: Config, shared: Config, isBack: boolean): Promise<void> {
  const [own, other] = [await openSide(embedded), await openSharedSide(shared)];
  try {
    const [from, to] = isBack ? [other.side, own.side] : [own.side, other.side];
    const { rows, files, filesBefore, bytes, chunks } = await moveSite(from, to, (line) => console.log(line));
    const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0);
    console.log(
      `Moved and verified: ${rowCount} rows, ${files} files (${bytes} bytes; ${filesBefore} files were there already), ` +
        `${chunks} chunks of open uploads. Nothing was deleted from where it came.`,
    );
  } finally {
    await other.close();
    await own.close();
  }
}
