// `npm run evaluate:body -- FOLDER [--json FILE] [--mirrored] [--swings]`: installs what is missing, then evaluates under
// the pinned Node.
import {
  installChromium,
  installFfmpeg,
  installPackages,
  resolvedArgs,
  runUnderPinnedNode,
} from '#scripts/prepare.mjs';

installPackages({ withStudio: true });
installFfmpeg();
installChromium();
process.exit(runUnderPinnedNode(['scripts/body/evaluate-body.ts', ...resolvedArgs()]));
