// The line of a swing's positions.
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SwingTimes } from './sample-swing.tsx';

/** Where the three shapes are, from the line's beginning. */
function places(lineSeconds?: number): string[] {
  const annotations = { restTime: 1, topTime: 7, strikeTime: 9 };
  const line = lineSeconds === undefined ? {} : { lineSeconds };
  const { container } = render(<SwingTimes annotations={annotations} side="pro" {...line} />);
  return [...container.querySelectorAll<HTMLElement>('[style*="left"]')].map(({ style }) => style.left);
}

test('the positions of a slow-motion clip lie apart on a line of the swing’s own length', () => {
  expect(places(8)).toEqual(['0%', '75%', '100%']);
});

test('a line of real time ends after two seconds', () => expect(places()).toEqual(['0%', '100%', '100%']));
