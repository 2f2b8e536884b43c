// Scores proposed key positions against labelled ones: per position how many are within a number of frames of 30 fps,
// how many clips got no proposal, and false positives in clips without a swing. Pure.
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { SURE } from '#web/moments/confidence.ts';

/** A clip of a labelled folder: the fields of its `manifest.json` that are used. */
export interface LabelledClip {
  readonly slug: string;
  readonly kind?: string;
  readonly ground_truth?: {
    readonly swings?: readonly Partial<Record<Position, { readonly t?: number | null } | null>>[];
  };
}

/** The page's result for a clip. */
export interface ClipAnswer {
  readonly kind: 'found' | 'no-swing' | 'cannot-read';
  readonly swings?: readonly {
    readonly confidence: number;
    readonly moments: Readonly<Record<Position, { readonly time: number; readonly confidence: number }>>;
  }[];
}

/**
 * One clip's outcome. Offsets are proposed less labelled, in frames of 30 fps; null where one of the two is missing.
 */
export interface ClipOutcome {
  readonly clip: string;
  readonly isSwing: boolean;
  /** Whether the clip is labelled as without a swing, so that any proposal is wrong. */
  readonly isWithoutSwing: boolean;
  readonly answer: ClipAnswer;
  readonly offsets: Readonly<Record<Position, number | null>>;
}

type Labels = NonNullable<NonNullable<LabelledClip['ground_truth']>['swings']>;

/** Compares a clip's first proposal with the labelled swing nearest to it. */
export function outcomeOf(clip: LabelledClip, answer: ClipAnswer): ClipOutcome {
  const labels: Labels = clip.ground_truth?.swings ?? [];
  const proposed = answer.swings?.[0]?.moments;
  const offset = (label: Labels[number] | undefined, position: Position) => {
    const time = label?.[position]?.t;
    return proposed && typeof time === 'number' ? (proposed[position].time - time) * 30 : null;
  };
  const distance = (label: Labels[number]) =>
    Math.min(...POSITIONS.map((position) => Math.abs(offset(label, position) ?? Number.POSITIVE_INFINITY)));
  const nearest = labels.toSorted((a, b) => distance(a) - distance(b))[0];
  return {
    clip: clip.slug,
    isSwing: labels.length > 0,
    isWithoutSwing: labels.length === 0 && clip.kind !== 'golf',
    answer,
    offsets: {
      rest: offset(nearest, 'rest'),
      top: offset(nearest, 'top'),
      strike: offset(nearest, 'strike'),
    },
  };
}

const TOLERANCES = [1, 2, 4] as const;
/** Labels and frame times are rounded. */
const ROUNDING = 0.05;

/** The table's lines: one per position, shares of the labelled clips; a clip without a proposal counts as a miss. */
export function positionScores(outcomes: readonly ClipOutcome[]): Record<Position, Record<string, string>> {
  const swings = outcomes.filter(({ isSwing }) => isSwing);
  const line = (position: Position) => {
    const within = (frames: number) =>
      swings.filter(({ offsets }) => Math.abs(offsets[position] ?? Number.POSITIVE_INFINITY) <= frames + ROUNDING)
        .length;
    return Object.fromEntries(TOLERANCES.map((frames) => [`±${frames}`, share(within(frames), swings.length)]));
  };
  return { rest: line('rest'), top: line('top'), strike: line('strike') };
}

/** The lines under the table. */
export function otherScores(outcomes: readonly ClipOutcome[]): string[] {
  const swings = outcomes.filter(({ isSwing }) => isSwing);
  const without = outcomes.filter(({ isWithoutSwing }) => isWithoutSwing);
  const unread = (list: readonly ClipOutcome[]) => list.filter(({ answer }) => answer.kind === 'cannot-read').length;
  const proposals = (list: readonly ClipOutcome[]) => list.filter(({ answer }) => answer.kind === 'found');
  const falsePositives = proposals(without);
  const sure = falsePositives.filter(({ answer }) => (answer.swings?.[0]?.confidence ?? 0) >= SURE);
  return [
    `abstained: ${share(swings.length - proposals(swings).length, swings.length)} of the clips with a labelled swing (${unread(swings)} could not be decoded)`,
    `false positives: ${share(falsePositives.length, without.length)} of the clips without a swing, ${sure.length} of them confident (${unread(without)} could not be decoded)`,
  ];
}

function share(part: number, all: number): string {
  return all === 0 ? 'none' : `${part}/${all} = ${Math.round((100 * part) / all)} %`;
}
