// The layout while the visitor has not chosen one: panes above each other where these show both golfers clearly larger.
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ComparisonChoices, Layout } from '#domain/comparison/comparison-choices.ts';
import { isLargerStacked } from '#domain/comparison/larger-stacked.ts';
import type { Planned } from './preview-plan.ts';

/** The two layouts of which the stage takes one. */
type OpenLayout = 'side-by-side' | 'stacked';

interface OpenLayoutOptions {
  readonly chosen: ComparisonChoices;
  /** Plans the pair in a layout. Changes when the plans do. */
  readonly planAs: (layout: OpenLayout) => Planned;
  /** Names the pair and the shape of its place; null until there is something to show. */
  readonly shownAs: string | null;
  /** Whether panes may be stacked. Otherwise stacked ones are only put beside each other, such as on a phone that is turned. */
  readonly canStack: boolean;
  /** Called with the choices that are shown, where these are not the chosen ones. */
  readonly onLayout: (shown: ComparisonChoices) => void;
}

/**
 * The choices to show. The layout is decided once for each pair and shape of its place, before the first paint: panes that change
 * places later would move under the visitor's thumb. Where the golfers' places become known later, stacked panes are suggested.
 */
export function useOpenLayout({ chosen, planAs, shownAs, canStack, onLayout }: OpenLayoutOptions) {
  const isOpen = chosen.isLayoutOpen === true && (chosen.layout === 'side-by-side' || chosen.layout === 'stacked');
  const follows = isOpen && shownAs !== null;
  const larger = useMemo(
    () => (follows ? largerOf(planAs('side-by-side'), planAs('stacked')) : null),
    [follows, planAs],
  );
  const [decided, setDecided] = useState<{ readonly shownAs: string; readonly layout: OpenLayout | null } | null>(null);
  const isDecided = decided?.shownAs === shownAs;
  if (follows && !isDecided) setDecided({ shownAs, layout: larger });
  const best = isDecided ? decided?.layout : larger;
  const layout = follows && best && (canStack || best === 'side-by-side') ? best : chosen.layout;
  const choices = useMemo(() => (layout === chosen.layout ? chosen : { ...chosen, layout }), [chosen, layout]);
  const tell = useEffectEvent(() => {
    if (canStack && choices !== chosen) onLayout(choices);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each layout
  useEffect(() => tell(), [layout, chosen.layout]);
  return { choices, suggestsStacked: larger === 'stacked' && layout === 'side-by-side' };
}

/** The layout that shows both golfers larger; null where their places are unknown. */
function largerOf(beside: Planned, stacked: Planned): OpenLayout | null {
  if (typeof beside !== 'object' || typeof stacked !== 'object' || !beside.plan.isFramed) return null;
  return isLargerStacked(beside.plan, stacked.plan) ? 'stacked' : 'side-by-side';
}

/** The choices after a change by the visitor: a layout that is chosen stays. */
export function withChosenLayout(changed: ComparisonChoices, before: Layout): ComparisonChoices {
  if (changed.layout === before) return changed;
  const { isLayoutOpen, ...chosen } = changed;
  return chosen;
}
