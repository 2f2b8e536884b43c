// The layout that nobody chose: decided before the first picture, by the shape of the screen.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { type ComparisonChoices, FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import { type AnnotatedClip, planComparison } from '#domain/comparison/comparison-plan.ts';
import { readStoredGolferBody } from '#domain/library/golfer-body.ts';
import { makeClip } from '#domain/video/clip.ts';
import { useOpenLayout, withChosenLayout } from './open-layout.ts';
import type { Planned } from './preview-plan.ts';

/** The pictures' place on a phone of 390×844, held upright and across. */
const [UPRIGHT, ACROSS] = [0.77, 1.485];
/** Filmed down the line, with a driver: beside each other on an upright phone both are small. */
const WIDE_PAIR = ['driver-down-the-line-24-8', 'driver-down-the-line-woman-27-9'] as const;
const NARROW_PAIR = ['driver-face-on-24-8', 'driver-face-on-woman-27-9'] as const;

function swingOf(slug: string): AnnotatedClip {
  const golfer = library.golfers.find((each) => each.slug === slug);
  const body = golfer && readStoredGolferBody(JSON.parse(readFileSync(path.resolve('content', golfer.body), 'utf8')));
  if (!golfer || !body) throw new Error(`There is no golfer ${slug}`);
  const { restTime, topTime, strikeTime } = golfer;
  const { widthPx, heightPx, frames } = body.track;
  const frameTimes = Array.from({ length: (frames.at(-1)?.frameIndex ?? 0) + 1 }, (_, frame) => frame / 30);
  const clip = makeClip({ widthPx, heightPx, frameTimes });
  return { clip, annotations: { restTime, topTime, strikeTime }, body };
}

interface Shown {
  readonly chosen?: ComparisonChoices;
  readonly pair?: readonly [string, string];
  readonly aspect?: number;
  readonly areBodiesKnown?: boolean;
  readonly canStack?: boolean;
}

function plannerOf({ pair = WIDE_PAIR, aspect = UPRIGHT, areBodiesKnown = true, chosen = FIRST_CHOICES }: Shown) {
  const [user, pro] = pair.map((slug) => (areBodiesKnown ? swingOf(slug) : { ...swingOf(slug), body: null }));
  return (layout: 'side-by-side' | 'stacked'): Planned => {
    if (!user || !pro) return 'loading';
    const result = planComparison(user, pro, 'strike', { ...chosen, layout }, aspect);
    if (!result.ok) return result.problem;
    return { plan: result.plan } as Extract<Planned, object>;
  };
}

function show(first: Shown) {
  const onLayout = vi.fn();
  const propsOf = (shown: Shown) => {
    const { chosen = FIRST_CHOICES, pair = WIDE_PAIR, aspect = UPRIGHT, canStack = true } = shown;
    return { chosen, planAs: plannerOf(shown), shownAs: [...pair, aspect].join(' '), canStack, onLayout };
  };
  const { result, rerender } = renderHook(useOpenLayout, { initialProps: propsOf(first) });
  return {
    layout: () => result.current.choices.layout,
    suggests: () => result.current.suggestsStacked,
    onLayout,
    again: (shown: Shown) => rerender(propsOf(shown)),
  };
}

test('on a phone held upright golfers who are larger so are above each other at once, and beside each other when it is turned', () => {
  const { layout, again, onLayout } = show({});
  expect(layout()).toBe('stacked');
  // The saved video follows what is shown.
  expect(onLayout.mock.lastCall).toEqual([{ ...FIRST_CHOICES, layout: 'stacked' }]);
  again({ chosen: { ...FIRST_CHOICES, layout: 'stacked' }, aspect: ACROSS });
  expect(layout()).toBe('side-by-side');
  expect(onLayout.mock.lastCall).toEqual([FIRST_CHOICES]);
});

test('golfers who would not be larger stay beside each other', () => {
  expect(show({ pair: NARROW_PAIR }).layout()).toBe('side-by-side');
  expect(show({ aspect: ACROSS }).layout()).toBe('side-by-side');
});

test('a layout that the visitor chose is kept on every screen', () => {
  const stacked = { ...FIRST_CHOICES, layout: 'stacked' } as const;
  const chosen = withChosenLayout({ ...stacked, layout: 'side-by-side' }, stacked.layout);
  const { layout, again, suggests, onLayout } = show({ chosen });
  again({ chosen, aspect: ACROSS });
  again({ chosen });
  expect([layout(), suggests(), onLayout.mock.calls]).toEqual(['side-by-side', false, []]);
  expect(withChosenLayout({ ...stacked, isSwapped: true }, 'stacked').isLayoutOpen).toBe(true);
});

test('bodies that become known later move no panes: the stacked layout is suggested', () => {
  const { layout, again, suggests, onLayout } = show({ areBodiesKnown: false });
  again({});
  expect([layout(), suggests(), onLayout.mock.calls]).toEqual(['side-by-side', true, []]);
});

test('beside a video that is made nothing is stacked, but stacked panes are beside each other on a phone that is turned', () => {
  expect(show({ canStack: false }).layout()).toBe('side-by-side');
  const stacked = { ...FIRST_CHOICES, layout: 'stacked' } as const;
  const { layout, again, onLayout } = show({ canStack: false, chosen: stacked });
  expect(layout()).toBe('stacked');
  again({ canStack: false, chosen: stacked, aspect: ACROSS });
  expect([layout(), onLayout.mock.calls]).toEqual(['side-by-side', []]);
});
