// Tests of reading document references from comments.
import { expect, test } from 'vitest';
import { mentionsOf } from './mentions.ts';

test('sections, cases and decisions are found, also in lists and over two lines', () => {
  const source = `// As specification §2, §4 and §5 want it (and hostile
// cases §3.1 and cases 1 to 2).
/** Hostile cases 44 to 48, 53; see docs/decisions/010-merge-engine.md and decision 051.
 * Source: docs/measurements.md, 067: the shaft. */`;
  expect(mentionsOf(source)).toEqual([
    ...['specification §2', 'specification §4', 'specification §5', 'hostile cases §3.1'],
    ...['case 44', 'case 48', 'case 53', 'measurements 067: the shaft'],
    ...['page docs/decisions/010-merge-engine.md', 'page docs/measurements.md', 'decision 010', 'decision 051'],
  ]);
});
