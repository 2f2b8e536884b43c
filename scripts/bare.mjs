// `npm run test:bare [test file …]`: what a new user and an operator do, each on a bare Debian. Needs root and the network.
import { builtServer } from './build-server.mjs';
import { fetchPostgres } from './find-stores.mjs';
import {
  installBareSystemTools,
  installFfmpeg,
  installPackages,
  installS3Store,
  runUnderPinnedNode,
} from './prepare.mjs';

installPackages({ withStudio: true });
installFfmpeg();
installBareSystemTools();
fetchPostgres();
installS3Store();
builtServer();
const files = process.argv.slice(2);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'bare'];
process.exit(runUnderPinnedNode([...vitest, ...files], { TIER: 'whole' }));
