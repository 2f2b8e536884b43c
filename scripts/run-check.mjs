// `npm run check [step …]`: the checks alone, under the pinned Node, without installing anything.
import { runUnderPinnedNode } from './prepare.mjs';

process.exit(runUnderPinnedNode(['scripts/check.ts', ...process.argv.slice(2)]));
