// `npm run test:whole [part …]`: the second tier of CI. Everything is downloaded before the first test, so that a registry
// that fails cannot fail a test. Needs root on Debian 12.
import { builtServer } from './build-server.mjs';
import { hasFirefox, hasWebKit } from './find-engines.mjs';
import { fetchPostgres, findPostgres, hasCeph } from './find-stores.mjs';
import { fetchOldReleases } from './old-releases.mjs';
import { fetchOtherChromiums } from './other-chromiums.mjs';
import {
  buildPages,
  hasBareSystemTools,
  hasBubblewrap,
  installBareSystemTools,
  installS3Store,
  prepareTests,
  runUnderPinnedNode,
} from './prepare.mjs';
import { stop } from './system-packages.mjs';

prepareTests({ withEngines: true });
installS3Store();
installBareSystemTools();
fetchPostgres();
fetchOldReleases();
const needed = {
  bubblewrap: hasBubblewrap(),
  'Firefox ESR': hasFirefox(),
  WebKitGTK: hasWebKit(),
  Ceph: hasCeph(),
  mmdebstrap: hasBareSystemTools(),
  PostgreSQL: findPostgres() !== null,
};
const missing = Object.keys(needed).filter((name) => !needed[name]);
if (missing.length > 0) stop(`NO DOWNLOAD: ${missing.join(', ')} could not be installed; see the output above.`);
const [oldest = '', release = ''] = fetchOtherChromiums();
buildPages();
builtServer();
const env = { TIER: 'whole', OLDEST_CHROMIUM: oldest, RELEASE_CHROMIUM: release };
process.exit(runUnderPinnedNode(['scripts/whole.ts', ...process.argv.slice(2)], env));
