// `npm run content [-- OPTIONS]`: installs the studio's packages, then renders the reference swings again.
import { installChromium, installFfmpeg, installPackages, runUnderPinnedNode } from './prepare.mjs';

installPackages({ withStudio: true });
installFfmpeg();
installChromium();
process.exit(runUnderPinnedNode(['content/studio/make.ts', ...process.argv.slice(2)]));
