// `npm run evaluate:moments -- FOLDER… [--json FILE] [--from FILE] [--set NAME] [--only PART] [--motion-only] [--evidence FOLDER] [--weights]`:
// installs what is missing, then evaluates under the pinned Node. What the options do: evaluate-moments.ts.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installChromium, installFfmpeg, installPackages, root, runUnderPinnedNode } from '#scripts/prepare.mjs';

/** npm runs scripts in the project's folder; paths are relative to the user's. */
const from = process.env.INIT_CWD ?? process.cwd();
const resolvePath = (name) => {
  const here = path.resolve(from, name);
  return existsSync(here) || !existsSync(path.resolve(root, name)) ? here : path.resolve(root, name);
};

installPackages();
installFfmpeg();
installChromium();
const args = process.argv.slice(2).map((arg) => (arg.startsWith('--') ? arg : resolvePath(arg)));
process.exit(runUnderPinnedNode(['scripts/moments/evaluate-moments.ts', ...args]));
