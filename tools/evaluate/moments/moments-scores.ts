// Scores proposed key positions against labeled ones, in frames of 30 fps at life's pace: how many are near enough, how many
// clips got no proposal, what was sure but wrong, how often what was said to be so likely was right, and proposals in clips
// without a swing. Cross-validated: each swing's positions are chosen with weights that were fitted without its source. Pure.
import { SURE } from '#domain/moments/found-swing.ts';
import { chooseFrame } from '#domain/moments/position-signs.ts';
import { type BodySwing, certaintyOf, windowOf } from '#domain/moments/swings-in-body.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { fitWeights, type LabeledSigns } from './fit-weights.ts';

/** A clip of a labeled folder: the fields of its `manifest.json` that are used. */
export interface LabeledClip {
  readonly slug: string;
  readonly kind?: string;
  readonly set?: string;
  readonly speed?: string | null;
  readonly notes?: string;
  readonly ground_truth?: { readonly swings?: readonly Labels[] };
}

type Labels = Partial<Record<Position, { readonly t?: number | null } | null>>;

/** A swing of an answer; by motion and sound alone it has no signs. */
export type AnsweredSwing = Pick<BodySwing, 'confidence' | 'moments'> &
  Partial<Pick<BodySwing, 'hands' | 'signs' | 'isShort'>>;

export interface ClipAnswer {
  readonly kind: 'found' | 'no-swing' | 'cannot-read';
  readonly swings?: readonly AnsweredSwing[];
  readonly tookMs?: number;
}

export interface ScoredPosition {
  /** Proposed less labeled, in frames of 30 fps at life's pace. */
  readonly offset: number;
  readonly confidence: number;
  readonly isSure: boolean;
}

/** The outcome of one labeled swing, or of a clip without one. */
export interface Outcome {
  readonly clip: LabeledClip;
  readonly answer: ClipAnswer;
  /** Null: a clip that is labeled as without a swing. */
  readonly labels: Labels | null;
  /** The proposal for this swing: the clip's first one; with several labeled swings, the nearest that is nearer to no other. */
  readonly proposal: AnsweredSwing | null;
  /** For a copy of the clip that begins later: when, in frames of 30 fps at life's pace from the labeled rest. */
  readonly beginsAt?: number;
}

/** Kinds of clips that show no labeled stroke, and are not known to be without one either. */
const UNDECIDED = ['golf', 'other'];

/** Whether a clip shows a short stroke: those are not scored as swings. */
export function isShortStroke({ kind, ground_truth }: LabeledClip): boolean {
  return kind === 'other' && (ground_truth?.swings ?? []).length > 0;
}

/** One outcome for each labeled swing that has a top and a strike, or one for a clip without a swing; none for others. */
export function outcomesOf(clip: LabeledClip, answer: ClipAnswer): Outcome[] {
  const labeled = clip.ground_truth?.swings ?? [];
  if (labeled.length === 0)
    return UNDECIDED.includes(clip.kind ?? '') ? [] : [{ clip, answer, labels: null, proposal: null }];
  const swings = answer.swings ?? [];
  const away = ({ moments }: AnsweredSwing, labels: Labels) => Math.abs(moments.strike.time - (labels.strike?.t ?? 0));
  return labeled
    .filter((labels) => isKnown(labels.top?.t) && isKnown(labels.strike?.t))
    .map((labels) => {
      const itsOwn = swings.filter((swing) => labeled.every((other) => away(swing, labels) <= away(swing, other)));
      const [nearest] = itsOwn.toSorted((a, b) => away(a, labels) - away(b, labels));
      return { clip, answer, labels, proposal: (labeled.length === 1 ? swings[0] : nearest) ?? null };
    });
}

function isKnown(time: number | null | undefined): time is number {
  return typeof time === 'number';
}

/** A usual downswing in seconds of real life. */
const USUAL_DOWNSWING = 0.27;

/** How many times slower than real life a labeled swing plays; 1 for a clip labeled as real time. */
export function paceOf({ speed }: LabeledClip, labels: Labels): number {
  if (speed?.startsWith('real time')) return 1;
  return Math.max(1, ((labels.strike?.t ?? 0) - (labels.top?.t ?? 0)) / USUAL_DOWNSWING);
}

/** How many frames off still counts as right. */
export const RIGHT_WITHIN: Readonly<Record<Position, number>> = { rest: 4, top: 2, strike: 1 };
/** Labels and frame times are rounded. */
const ROUNDING = 0.05;
const FOLDS = 10;

/** A position's score as the page proposed it; null where it was not proposed or not labeled. */
export function proposedScore({ clip, labels, proposal }: Outcome, position: Position): ScoredPosition | null {
  const labeled = labels?.[position]?.t;
  if (!proposal || !labels || !isKnown(labeled)) return null;
  const { time, confidence, certainty } = proposal.moments[position];
  return { offset: (30 * (time - labeled)) / paceOf(clip, labels), confidence, isSure: certainty !== 'check' };
}

/** How much a copy that begins later counts beside its clip when weights are fitted. */
const COPY_COUNTS = 0.25;
/**
 * How exact labels are, in frames of 30 fps at life's pace. The rest's are good to one or two frames (`plus_minus_frames`
 * of the manifests), though four count as right.
 */
const LABELLED_WITHIN: Readonly<Record<Position, number>> = { rest: 1, top: 1, strike: 0.5 };

/** The weights of a position's signs under which the labels of some outcomes are likeliest. */
export function fittedWeights(outcomes: readonly Outcome[], position: Position): readonly number[] {
  return fitWeights(outcomes.flatMap((outcome) => labeledSigns(outcome, position) ?? []));
}

/** Only of proposals that are of the labeled swing. */
function labeledSigns({ clip, labels, proposal, beginsAt }: Outcome, position: Position): LabeledSigns | null {
  const labeled = labels?.[position]?.t;
  if (!proposal?.signs || !labels || !isKnown(labeled)) return null;
  const downswing = (labels.strike?.t ?? 0) - (labels.top?.t ?? 0);
  if (Math.abs(proposal.moments.strike.time - (labels.strike?.t ?? 0)) > downswing) return null;
  const spread = (LABELLED_WITHIN[position] * paceOf(clip, labels)) / 30;
  return { ...proposal.signs[position], labeled, spread, counts: beginsAt === undefined ? 1 : COPY_COUNTS };
}

/**
 * Each outcome's score with weights that were fitted to the clips of other sources; see {@link sourceOf}. `fittedTo`:
 * what the weights are fitted to, if not to the outcomes themselves.
 */
export function judgedScores(
  outcomes: readonly Outcome[],
  position: Position,
  fittedTo: readonly Outcome[] = outcomes,
): readonly (ScoredPosition | null)[] {
  const sources = [...new Set(fittedTo.map(({ clip }) => sourceOf(clip)))].sort();
  const foldOf = (outcome: Outcome) => sources.indexOf(sourceOf(outcome.clip)) % FOLDS;
  const weights = Array.from({ length: FOLDS }, (_, fold) =>
    fittedWeights(
      fittedTo.filter((outcome) => foldOf(outcome) !== fold),
      position,
    ),
  );
  return outcomes.map((outcome) => {
    const { clip, labels, proposal } = outcome;
    const labeled = labels?.[position]?.t;
    if (!proposal?.signs || !proposal.hands || !labels || !isKnown(labeled)) return proposedScore(outcome, position);
    const { time, odds } = chooseFrame(
      proposal.signs[position],
      weights[foldOf(outcome)] ?? [],
      windowOf(proposal.hands, position),
    );
    const confidence = proposal.hands.likeness * odds;
    const isSure = certaintyOf(position, confidence, proposal.hands.downswing) === 'sure';
    return { offset: (30 * (time - labeled)) / paceOf(clip, labels), confidence, isSure };
  });
}

/** The first word of the name; after the `n-` of the later clips, the second. */
export function sourceOf({ slug }: Pick<LabeledClip, 'slug'>): string {
  return slug.replace(/^n-/, '').split('-')[0] ?? slug;
}

function isRight(score: ScoredPosition | null, within: number): boolean {
  return score !== null && Math.abs(score.offset) <= within + ROUNDING;
}

type Scores = Readonly<Record<Position, readonly (ScoredPosition | null)[]>>;
type Table = Record<string, Record<string, string>>;

/** The table's lines, one per position: shares of the swings with such a label; without a proposal it is a miss. */
export function positionTable(outcomes: readonly Outcome[], scores: Scores): Table {
  return Object.fromEntries(
    POSITIONS.map((position) => {
      const known = scores[position].filter((_, index) => isKnown(outcomes[index]?.labels?.[position]?.t));
      const within = (frames: number) => share(known.filter((score) => isRight(score, frames)).length, known.length);
      const sure = known.filter((score) => score?.isSure);
      const right = RIGHT_WITHIN[position];
      return [
        position,
        {
          right: within(right),
          'twice as far': within(2 * right),
          sure: share(sure.length, known.length),
          'sure but wrong': share(sure.filter((score) => !isRight(score, right)).length, known.length),
        },
      ];
    }),
  );
}

/** The same for each kind of clip, the share that is right only. */
export function kindTable(outcomes: readonly Outcome[], scores: Scores): Table {
  const kinds = [...new Set(outcomes.flatMap(kindsOf))].sort();
  return Object.fromEntries(
    kinds.map((kind) => {
      const inside = outcomes.map((outcome) => kindsOf(outcome).includes(kind));
      const line = POSITIONS.map((position) => {
        const known = scores[position].filter(
          (_, index) => inside[index] && isKnown(outcomes[index]?.labels?.[position]?.t),
        );
        const right = known.filter((score) => isRight(score, RIGHT_WITHIN[position]));
        return [position, share(right.length, known.length)];
      });
      return [kind, Object.fromEntries(line)];
    }),
  );
}

const KINDS: Readonly<Record<string, RegExp>> = {
  'camera moves': /camera (drifts|moves)|hand-held|zooms|pans/i,
  music: /music/i,
  'repeated frames': /repeat|identical frames|converted/i,
  indoor: /indoor|simulator|garage|studio/i,
  'small golfer': /golfer (very )?small|small in the frame|tiny/i,
};

function kindsOf({ clip }: Outcome): string[] {
  const text = `${clip.notes ?? ''} ${clip.speed ?? ''}`;
  const pace = clip.speed?.startsWith('real time') ? 'real time' : 'slow motion';
  const named = Object.entries(KINDS).flatMap(([kind, words]) => (words.test(text) ? kind : []));
  return [`set ${clip.set ?? 'none'}`, pace, ...named];
}

const STEPS = [0, 0.5, 0.7, 0.8, 0.9, 0.95] as const;

/** Of the positions said to be so likely, how many were right. */
export function reliabilityTable(scores: Scores): Table {
  return Object.fromEntries(
    STEPS.map((from, index) => {
      const end = STEPS[index + 1] ?? Number.POSITIVE_INFINITY;
      const line = POSITIONS.map((position) => {
        const said = scores[position].filter(
          (score): score is ScoredPosition => score !== null && score.confidence >= from && score.confidence < end,
        );
        const right = said.filter((score) => isRight(score, RIGHT_WITHIN[position]));
        return [position, share(right.length, said.length)];
      });
      return [`said ${Math.round(100 * from)} % and more`, Object.fromEntries(line)];
    }),
  );
}

/** For copies that begin later, by when they begin: how many rests are right, are said to be sure, and are not right then. */
export function copiesTable(copies: readonly Outcome[], rests: readonly (ScoredPosition | null)[]): Table {
  const begins = [...new Set(copies.flatMap(({ beginsAt }) => beginsAt ?? []))].sort((a, b) => a - b);
  return Object.fromEntries(
    begins.map((begin) => {
      const scores = rests.filter((_, index) => copies[index]?.beginsAt === begin);
      const sure = scores.filter((score) => score?.isSure);
      const right = scores.filter((score) => isRight(score, RIGHT_WITHIN.rest));
      const wrong = sure.filter((score) => !isRight(score, RIGHT_WITHIN.rest));
      const line = { right: right.length, sure: sure.length, 'sure but wrong': wrong.length };
      const shares = Object.entries(line).map(([name, count]) => [name, share(count, scores.length)]);
      return [`begins ${begin > 0 ? '+' : ''}${begin} frames`, Object.fromEntries(shares)];
    }),
  );
}

/** The lines under the tables. */
export function otherScores(outcomes: readonly Outcome[]): string[] {
  const swings = outcomes.filter(({ labels }) => labels);
  const without = outcomes.filter(({ labels }) => !labels);
  const unread = (list: readonly Outcome[]) => list.filter(({ answer }) => answer.kind === 'cannot-read').length;
  const falseFinds = without.filter(({ answer }) => answer.kind === 'found');
  const sure = falseFinds.filter(({ answer }) => (answer.swings?.[0]?.confidence ?? 0) >= SURE);
  return [
    `abstained: ${share(swings.filter(({ proposal }) => !proposal).length, swings.length)} of the labeled swings (${unread(swings)} could not be decoded)`,
    `false finds: ${share(falseFinds.length, without.length)} of the clips without a swing, ${sure.length} of them sure (${unread(without)} could not be decoded)`,
  ];
}

function share(part: number, all: number): string {
  return all === 0 ? 'none' : `${part}/${all} = ${Math.round((100 * part) / all)} %`;
}
