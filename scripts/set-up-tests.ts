// `node scripts/set-up-tests.ts PART`: makes one part of what the tests need unless it is there already. The parts do not
// depend on each other, so scripts/check.ts makes all at the same time.
import { smallLibrary } from '#tests/fixtures/small-library.ts';
import { buildPages } from './build-pages.ts';
import { builtServer } from './build-server.mjs';
import { fetchPostgres } from './find-stores.mjs';

const PARTS: Readonly<Record<string, () => unknown>> = {
  pages: buildPages,
  server: builtServer,
  PostgreSQL: fetchPostgres,
  library: smallLibrary,
};

const [part = ''] = process.argv.slice(2);
const make = PARTS[part];
if (!make) throw new Error(`Name one of ${Object.keys(PARTS).join(', ')}`);
await make();
