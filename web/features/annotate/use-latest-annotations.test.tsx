import { act, renderHook } from '@testing-library/react';
import { startTransition, useState } from 'react';
import { expect, test } from 'vitest';
import { NO_ANNOTATIONS, type SwingAnnotations, withPosition } from '#domain/swing/swing.ts';
import { useLatestAnnotations } from './use-latest-annotations.ts';

const at = (restTime: number | null, topTime: number | null = null, strikeTime: number | null = null) =>
  Object.freeze<SwingAnnotations>({ restTime, topTime, strikeTime });

function latestOver(first: SwingAnnotations) {
  const changes: SwingAnnotations[] = [];
  const hook = renderHook(({ shown }) => useLatestAnnotations(shown, (next) => changes.push(next)), {
    initialProps: { shown: first },
  });
  return { changes, latest: () => hook.result.current, show: (shown: SwingAnnotations) => hook.rerender({ shown }) };
}

test('a mark builds on the marks before it while the page still shows older ones', () => {
  const { changes, latest, show } = latestOver(NO_ANNOTATIONS);
  latest().set(withPosition(latest().get(), 'rest', 1));
  latest().set(withPosition(latest().get(), 'top', 2));
  show(at(1));
  latest().set(withPosition(latest().get(), 'strike', 3));
  expect(changes).toEqual([at(1), at(1, 2), at(1, 2, 3)]);
  show(at(1, 2));
  show(at(1, 2, 3));
  expect(latest().get()).toEqual(at(1, 2, 3));
});

test('what the page changes by itself is taken: typed times, another video', () => {
  const { latest, show } = latestOver(at(1, 2, 3));
  latest().set(withPosition(latest().get(), 'rest', 0.5));
  show(at(0.5, 2, 3));
  show(at(0.5, 2.5, 3));
  expect(latest().get()).toEqual(at(0.5, 2.5, 3));
  show(NO_ANNOTATIONS);
  expect(latest().get()).toEqual(NO_ANNOTATIONS);
});

test('a page that draws marks as a transition ends with all of them', async () => {
  const hook = renderHook(() => {
    const [shown, setShown] = useState(NO_ANNOTATIONS);
    return { shown, latest: useLatestAnnotations(shown, (next) => startTransition(() => setShown(next))) };
  });
  for (const [position, time] of [
    ['rest', 1],
    ['top', 2],
    ['strike', 3],
  ] as const) {
    await act(async () => {
      const { latest } = hook.result.current;
      latest.set(withPosition(latest.get(), position, time));
    });
  }
  expect(hook.result.current.shown).toEqual(at(1, 2, 3));
});
