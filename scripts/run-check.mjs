// `npm run check [step …]`: the checks alone, under the pinned Node, on a machine that has everything.
import { runUnderPinnedNode } from './prepare.mjs';

process.exit(runUnderPinnedNode(['scripts/check.ts', ...process.argv.slice(2)]));
