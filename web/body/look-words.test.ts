// Every result of a request has one plain sentence for the visitor.
import { expect, test } from 'vitest';
import { unseenSentence } from './look-words.ts';

test('every reason for a missing body has its own sentence', () => {
  const answers = [
    ...(['no-decoder', 'cannot-read', 'not-loaded', 'cannot-run'] as const).map(
      (reason) => ({ kind: 'cannot-see', reason }) as const,
    ),
    { kind: 'nobody' } as const,
    { kind: 'ask-first', downloadBytes: 11_400_000 } as const,
  ];
  const sentences = answers.map(unseenSentence);
  expect(new Set(sentences).size).toBe(6);
  expect(sentences.at(-1)).toContain('11.4 MB');
});
