// Runs the steps of a check one after the other, each for a limited time, with the product's own modules.
import { type CheckEvent, type Finding, LIMIT_MS, STEPS, type Step, unfinished } from './check-state.ts';
import { NoCanvas } from './picture-number.ts';

/** What the steps share. */
export interface CheckRoom {
  /** Where videos are shown while they are checked. */
  readonly screen: HTMLElement;
  /** Aborts when the step's time is over or the check ends. */
  readonly signal: AbortSignal;
}

export type StepRun = (room: CheckRoom) => Promise<Finding>;

/** Runs all steps until `signal` aborts. Never rejects. */
export async function runCheck(
  steps: Readonly<Record<Step, StepRun>>,
  { screen, signal }: CheckRoom,
  onEvent: (event: CheckEvent) => void,
): Promise<void> {
  onEvent({ type: 'started' });
  for (const step of STEPS) {
    const finding = await inTime(step, (own) => steps[step]({ screen, signal: own }), signal);
    screen.replaceChildren();
    if (signal.aborted) return;
    onEvent({ type: 'found', finding });
  }
}

/** What a step finds; a step that is late is left behind. */
async function inTime(
  step: Step,
  run: (signal: AbortSignal) => Promise<Finding>,
  whole: AbortSignal,
): Promise<Finding> {
  const own = new AbortController();
  const beganAtMs = performance.now();
  const took = () => `${((performance.now() - beganAtMs) / 1000).toFixed(1)} s`;
  return new Promise((resolve) => {
    const end = (finding: Finding) => {
      clearTimeout(limit);
      whole.removeEventListener('abort', stop);
      resolve({ ...finding, details: [...finding.details, took()] });
      own.abort();
    };
    const stop = () => end(unfinished(step, false, []));
    const limit = setTimeout(() => end(unfinished(step, true, [])), LIMIT_MS[step]);
    whole.addEventListener('abort', stop);
    run(own.signal).then(end, (error: unknown) => end(brokenOff(step, error)));
  });
}

function brokenOff(step: Step, error: unknown): Finding {
  const finding = unfinished(step, false, [String(error)]);
  return error instanceof NoCanvas ? { ...finding, reason: error.reason } : finding;
}
