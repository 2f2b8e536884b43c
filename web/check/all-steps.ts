// All steps of one check.
import { MAKE_VIDEOS_ON } from '#web/lib/site-settings.ts';
import type { StepRun } from './check-run.ts';
import type { Step } from './check-state.ts';
import { codedClips, decodeStep, steppingStep, syncStep, works } from './clip-steps.ts';
import { memoryStep, storageStep } from './device-steps.ts';
import { bodyStep, positionsStep, sampleSwing, soundStep } from './swing-steps.ts';
import { videoStep } from './video-step.ts';

/** The steps, which share the clips that they fetch. */
export function allSteps(): Readonly<Record<Step, StepRun>> {
  const clips = codedClips();
  const sample = sampleSwing();
  const memory = { isTracked: false };
  return {
    decode: decodeStep(clips),
    stepping: steppingStep(clips),
    sync: syncStep(clips),
    video: MAKE_VIDEOS_ON === 'server' ? async () => works() : videoStep(clips),
    sound: soundStep(clips),
    storage: storageStep,
    memory: memoryStep,
    body: bodyStep(sample, memory),
    positions: (room) => positionsStep(sample, memory)(room),
  };
}
