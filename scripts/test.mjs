// `npm test`: installs what the tests need, builds the pages and the server, and runs every check on them.
import { prepareTests, runUnderPinnedNode } from './prepare.mjs';

prepareTests();
process.exit(runUnderPinnedNode(['scripts/check.ts', '--set-up', ...process.argv.slice(2)]));
