// The demo's states and transitions (specification §4 "Demo flow"), as a pure reducer, and the golfer
// shown beside the sample swing until the visitor chooses another.
import type { DemoVideo, GolferCard } from '#contract/golfers.ts';
import { type Alignment, DEFAULT_ALIGNMENT } from '#domain/comparison/comparison-choices.ts';
import { type SwingTraits, suggestedGolfers, TRAITS_UNKNOWN } from '#domain/library/suggest-golfers.ts';
import { NO_ANNOTATIONS, type SwingAnnotations } from '#domain/swing/swing.ts';

/** The moments of the demo swing, set when it is selected (specification §9). */
export const DEMO_ANNOTATIONS: SwingAnnotations = Object.freeze({ restTime: 0, topTime: 1.2, strikeTime: 1.6 });

export interface DemoFlow {
  /** The selected demo video; while it is null the picker is shown. */
  readonly demo: DemoVideo | null;
  readonly annotations: SwingAnnotations;
  readonly golfer: GolferCard | null;
  readonly alignment: Alignment;
  readonly isComparing: boolean;
  /** The finished comparison; while it is not null the result view is shown. */
  readonly mergedVideoUrl: string | null;
  /** Why the last comparison failed, shown beside the button; null if there was none or it succeeded. */
  readonly problem: string | null;
}

/** An action of the visitor or an answer of the server. */
export type DemoEvent =
  | { readonly type: 'demo-selected'; readonly demo: DemoVideo }
  | { readonly type: 'change-video' }
  | { readonly type: 'golfer-chosen'; readonly golfer: GolferCard }
  /** A golfer is displayed beside the sample because none was chosen. */
  | { readonly type: 'golfer-shown'; readonly golfer: GolferCard }
  | { readonly type: 'alignment-chosen'; readonly alignment: Alignment }
  | { readonly type: 'refused'; readonly problem: string }
  | { readonly type: 'compare-started' }
  | { readonly type: 'compared'; readonly mergedVideoUrl: string }
  | { readonly type: 'compare-failed'; readonly problem: string | null }
  | { readonly type: 'try-another' };

/** Nothing chosen yet. */
export const FRESH_DEMO: DemoFlow = Object.freeze({
  demo: null,
  annotations: NO_ANNOTATIONS,
  golfer: null,
  alignment: DEFAULT_ALIGNMENT,
  isComparing: false,
  mergedVideoUrl: null,
  problem: null,
});

/** The state after an event. */
export function nextDemoFlow(flow: DemoFlow, event: DemoEvent): DemoFlow {
  switch (event.type) {
    case 'demo-selected':
      return { ...flow, demo: event.demo, annotations: DEMO_ANNOTATIONS, problem: null };
    case 'change-video':
      return { ...flow, demo: null, annotations: NO_ANNOTATIONS, problem: null };
    case 'golfer-chosen':
      return { ...flow, golfer: event.golfer, problem: null };
    case 'golfer-shown':
      // The displayed golfer becomes the selected one, unless the visitor has chosen another.
      return flow.demo && !flow.golfer ? { ...flow, golfer: event.golfer, problem: null } : flow;
    case 'alignment-chosen':
      return { ...flow, alignment: event.alignment, problem: null };
    case 'refused':
      return { ...flow, problem: event.problem };
    case 'compare-started':
      return { ...flow, isComparing: true, problem: null };
    case 'compared':
      return { ...flow, isComparing: false, mergedVideoUrl: event.mergedVideoUrl };
    case 'compare-failed':
      return { ...flow, isComparing: false, problem: event.problem };
    case 'try-another':
      return { ...FRESH_DEMO, alignment: flow.alignment };
  }
}

/** What a comparison needs (specification §5): a demo video, a golfer and a strike time. Null if one is missing. */
export function readyDemo(flow: DemoFlow): { readonly demo: DemoVideo; readonly golfer: GolferCard } | null {
  const { demo, golfer, annotations } = flow;
  return demo && golfer && annotations.strikeTime !== null ? { demo, golfer } : null;
}

/** The traits of the sample: filmed face-on, right-handed, with a driver. */
export const SAMPLE_TRAITS: SwingTraits = Object.freeze({
  ...TRAITS_UNKNOWN,
  ...({ view: 'face-on', hand: 'right', club: 'driver' } as const),
});

/** The golfer in the library who suits the sample best; null for an empty library. */
export function demoGolfer(golfers: readonly GolferCard[]): GolferCard | null {
  return suggestedGolfers(golfers, SAMPLE_TRAITS)[0]?.golfer ?? null;
}
