import { expect, test } from 'vitest';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { orderSentence } from './marker-panel.tsx';

test('shows no message while the marked positions are in order', () => {
  expect(orderSentence(NO_ANNOTATIONS)).toBeNull();
  expect(orderSentence({ restTime: 0, topTime: 1.2, strikeTime: 1.6 })).toBeNull();
  expect(orderSentence({ restTime: 0, topTime: null, strikeTime: 1.6 })).toBeNull();
});

test('names two positions in the wrong order in one sentence', () => {
  expect(orderSentence({ restTime: 0, topTime: 2, strikeTime: 1.6 })).toBe(
    'The strike is marked before the top. The order is rest, top, strike: please correct one of them.',
  );
  expect(orderSentence({ restTime: 2, topTime: null, strikeTime: 1.6 })).toContain('strike is marked before the rest');
});

test('names two positions on one frame too', () => {
  expect(orderSentence({ restTime: 1, topTime: 1, strikeTime: 1.6 })).toBe(
    'The rest and the top are on the same frame. Please move one of them.',
  );
});
