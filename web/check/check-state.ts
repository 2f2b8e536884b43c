// The check of a device as a pure state machine: its steps, what each found, and the sentences that follow.

/** The steps in their order. The body comes before the positions, which the search finds in it. */
export const STEPS = [
  'decode',
  'stepping',
  'sync',
  'video',
  'sound',
  'storage',
  'memory',
  'body',
  'positions',
] as const;
export type Step = (typeof STEPS)[number];

/** How long a step may take, in milliseconds: a minute in all. */
export const LIMIT_MS: Readonly<Record<Step, number>> = {
  decode: 6_000,
  stepping: 6_000,
  sync: 6_000,
  video: 12_000,
  sound: 3_000,
  storage: 3_000,
  memory: 2_000,
  body: 14_000,
  positions: 8_000,
};

/** Why a step does not work, or not fully. The words have two sentences for each. */
export type Reason =
  | 'no-decoder'
  | 'wrong-frames'
  | 'wrong-times'
  | 'turned'
  | 'no-hevc'
  | 'cannot-show'
  | 'wrong-step'
  | 'pair-off'
  | 'pair-a-little-off'
  | 'pair-apart'
  | 'will-not-play'
  | 'no-encoder'
  | 'video-cannot-read'
  | 'no-canvas'
  | 'hidden-pixels'
  | 'no-worker-canvas'
  | 'no-wasm'
  | 'video-wrong'
  | 'video-failed'
  | 'no-sound'
  | 'click-off'
  | 'not-kept'
  | 'little-room'
  | 'little-memory'
  | 'body-cannot-run'
  | 'body-not-loaded'
  | 'body-metered'
  | 'nobody'
  | 'positions-off'
  | 'no-positions'
  | 'not-loaded'
  | 'failed'
  | `slow-${Step}`;

/** What a step found. `details` are for those who help the golfer. */
export type Finding = { readonly details: readonly string[] } & (
  | { readonly word: 'works' }
  | { readonly word: 'limited' | 'fails'; readonly reason: Reason }
);

export type Word = Finding['word'];

/** A check: not begun, under way at a step, or ended with or without all steps. */
export interface Check {
  readonly phase: 'idle' | 'running' | 'done' | 'cancelled' | 'left';
  readonly step: Step;
  readonly findings: Readonly<Partial<Record<Step, Finding>>>;
}

export const NO_CHECK: Check = Object.freeze({ phase: 'idle', step: STEPS[0], findings: {} });

export type CheckEvent =
  | { readonly type: 'started' }
  | { readonly type: 'found'; readonly finding: Finding }
  | { readonly type: 'cancelled' }
  /** The page went into the background, where browsers stop videos: nothing that follows would be true. */
  | { readonly type: 'left' };

/** The check after an event. Whatever comes when no step is under way changes nothing. */
export function nextCheck(check: Check, event: CheckEvent): Check {
  if (event.type === 'started') return { ...NO_CHECK, phase: 'running' };
  if (check.phase !== 'running') return check;
  if (event.type !== 'found') return { ...check, phase: event.type };
  const findings = { ...check.findings, [check.step]: event.finding };
  const next = STEPS[STEPS.indexOf(check.step) + 1];
  return next ? { ...check, step: next, findings } : { ...check, phase: 'done', findings };
}

/** The number of the step under way, from 1. */
export function numberOf({ step }: Check): number {
  return STEPS.indexOf(step) + 1;
}

export const SLOW = Object.fromEntries(STEPS.map((step) => [step, `slow-${step}`])) as {
  readonly [Of in Step]: `slow-${Of}`;
};

/** Steps without which a comparison is not right; the others limit it only. */
const ESSENTIAL: readonly Step[] = ['decode', 'stepping', 'sync'];

/** What a step found that did not end in time, or not at all. */
export function unfinished(
  step: Step,
  isLate: boolean,
  details: readonly string[],
): Finding & { readonly word: 'limited' | 'fails' } {
  return { word: ESSENTIAL.includes(step) ? 'fails' : 'limited', reason: isLate ? SLOW[step] : 'failed', details };
}

/** The reasons to tell, the gravest first, each once; none where everything works. */
export function reasonsOf({ findings }: Pick<Check, 'findings'>): readonly Reason[] {
  const of = (word: Word) =>
    STEPS.flatMap((step) => {
      const finding = findings[step];
      return finding && finding.word === word && finding.word !== 'works' ? [finding.reason] : [];
    });
  return [...new Set([...of('fails'), ...of('limited')])];
}
