// The commands that the documents show are commands that a shell can read.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const shown = globSync(['*.md', 'docs/**/*.md', 'content/*.md']).flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => [page, commands]),
);

test.each(shown)('%s shows what a shell can read', (_, commands) => {
  expect(spawnSync('sh', ['-n'], { input: commands, encoding: 'utf8' }).stderr).toBe('');
});
