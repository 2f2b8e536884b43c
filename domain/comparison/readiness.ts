// Determines which steps of the analysis page are missing before two swings can be compared (specification §2, §4, §5).
import {
  firstOutOfOrder,
  isFullyMarked,
  POSITIONS,
  type Position,
  type SwingAnnotations,
  timeOf,
} from '#domain/swing/swing.ts';
import { type Alignment, eventOf } from './comparison-choices.ts';

/** The progress on the analysis page. */
export interface AnalysisState {
  readonly hasUserVideo: boolean;
  readonly userAnnotations: SwingAnnotations;
  /** Whether the visitor says that their clip starts after the rest, which then needs no mark. */
  readonly userStartsAfterRest?: boolean;
  /** Whether the visitor brings a pro video instead of choosing from the library. */
  readonly useCustomPro: boolean;
  readonly hasGolfer: boolean;
  readonly hasProVideo: boolean;
  readonly proAnnotations: SwingAnnotations;
}

/** A step that still has to be done, in the order of the page. */
export type MissingStep = 'user-video' | 'user-positions' | 'pro' | 'pro-video' | 'pro-positions';

/** The missing steps; empty when 'Compare My Swing' is enabled. */
export function missingSteps(state: AnalysisState): readonly MissingStep[] {
  const missing: MissingStep[] = [];
  if (!state.hasUserVideo) missing.push('user-video');
  const isUserReady = isReady(state.userAnnotations, state.userStartsAfterRest);
  if (!state.hasUserVideo || !isUserReady) missing.push('user-positions');
  if (!state.useCustomPro && !state.hasGolfer) missing.push('pro');
  if (state.useCustomPro && !state.hasProVideo) missing.push('pro-video');
  if (state.useCustomPro && (!state.hasProVideo || !isReady(state.proAnnotations))) missing.push('pro-positions');
  return missing;
}

/** Whether no step is missing. */
export function isReadyToCompare(state: AnalysisState): boolean {
  return missingSteps(state).length === 0;
}

/** Why a comparison is refused (specification §5): no video or strike mark, or no pro with the times it needs. */
export type CompareProblem = 'no-swing' | 'no-pro';

/** The reason to refuse a comparison, or null. Less strict than {@link missingSteps}: only the strike is needed. */
export function compareProblem(state: AnalysisState): CompareProblem | null {
  if (!state.hasUserVideo || state.userAnnotations.strikeTime === null) return 'no-swing';
  if (!state.useCustomPro) return state.hasGolfer ? null : 'no-pro';
  return state.hasProVideo && isFullyMarked(state.proAnnotations) ? null : 'no-pro';
}

/** The marks that an alignment still needs on one side, in the order of the positions. */
export function missingFor(alignment: Alignment, annotations: SwingAnnotations): readonly Position[] {
  const needed: readonly Position[] = alignment === 'all' ? POSITIONS : [eventOf(alignment), 'strike'];
  return POSITIONS.filter((position) => needed.includes(position) && timeOf(annotations, position) === null);
}

function isReady(annotations: SwingAnnotations, startsAfterRest = false): boolean {
  const { topTime, strikeTime } = annotations;
  const isMarked = startsAfterRest ? topTime !== null && strikeTime !== null : isFullyMarked(annotations);
  return isMarked && firstOutOfOrder(annotations) === null;
}
