// `npm test`: installs what the tests need, builds the pages and the server, and runs every check on them.
import { builtServer } from './build-server.mjs';
import { buildPages, installChromium, installFfmpeg, installPackages, runUnderPinnedNode } from './prepare.mjs';

installPackages({ withStudio: true });
installFfmpeg();
installChromium();
buildPages();
builtServer();
process.exit(runUnderPinnedNode(['scripts/check.ts', ...process.argv.slice(2)]));
