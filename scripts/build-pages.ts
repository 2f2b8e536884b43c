// Builds the pages when they are older than their source, for scripts that show them. Wraps prepare.mjs, which has no
// types because it runs before anything is installed.
import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Builds dist/web unless it is up to date. */
export function buildPages(): void {
  const code = "import { buildPages } from './scripts/prepare.mjs'; buildPages();";
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: path.join(import.meta.dirname, '..'),
    stdio: 'inherit',
  });
}
