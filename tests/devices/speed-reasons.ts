// The verdicts of "Check this phone" that a busy machine can add.
import type { Reason } from '#web/check/check-state.ts';

export function isAboutSpeed(reason: Reason): boolean {
  return reason === 'pair-apart' || reason.startsWith('slow-');
}
