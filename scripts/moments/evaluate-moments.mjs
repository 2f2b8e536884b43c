// `npm run evaluate:moments -- FOLDER… [--json FILE] [--from FILE] [--set NAME] [--only PART] [--motion-only] [--evidence FOLDER] [--weights]`:
// installs what is missing, then evaluates under the pinned Node. What the options do: evaluate-moments.ts.
import {
  installChromium,
  installFfmpeg,
  installPackages,
  resolvedArgs,
  runUnderPinnedNode,
} from '#scripts/prepare.mjs';

installPackages();
installFfmpeg();
installChromium();
process.exit(runUnderPinnedNode(['scripts/moments/evaluate-moments.ts', ...resolvedArgs()]));
