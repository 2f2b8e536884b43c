// `npm test`: installs what the tests need, builds the pages and the server, and runs every check on them.
import { builtServer } from './build-server.mjs';
import { fetchPostgres } from './find-stores.mjs';
import { buildPages, prepareTests, runUnderPinnedNode } from './prepare.mjs';

prepareTests();
fetchPostgres();
buildPages();
builtServer();
process.exit(runUnderPinnedNode(['scripts/check.ts', ...process.argv.slice(2)]));
