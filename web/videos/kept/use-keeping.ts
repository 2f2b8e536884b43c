// Keeps a comparison in 'My swings' as long as a page shows it: when it is complete, when something of it changes, and when the
// page is left or closed.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { whenIdle } from '#web/ui/when-idle.ts';
import type { ComparisonToKeep } from './keep-comparison.ts';
import type { KeepOutcome } from './keep-outcome.ts';
import { forgetUnsaved, newSlot, type UnsavedComparison, writeUnsaved } from './unsaved.ts';

/** A comparison in both forms: with its files, and as it is written when there is no time for them. */
export interface Keepable {
  readonly toKeep: ComparisonToKeep;
  readonly unsaved: UnsavedComparison;
}

interface KeepingOptions {
  /** The comparison as it stands now, not as it is rendered; null while it is not complete. */
  readonly read: () => Keepable | null;
  /** Another value means that something of the comparison has changed; null while there is nothing to keep. */
  readonly version: unknown;
  /** Whether something more urgent is under way, such as the merged video. */
  readonly isWaiting: boolean;
  /** How long nothing must change before it is kept. */
  readonly quietMs?: number;
}

/** What became of it; null until it is known. */
export function useKeeping({ read, version, isWaiting, quietMs = 0 }: KeepingOptions): KeepOutcome | null {
  const [outcome, setOutcome] = useState<KeepOutcome | null>(null);
  const [slot] = useState(newSlot);
  const asked = useRef(0);
  const keep = useEffectEvent(async () => {
    const keepable = read();
    // Without its code nothing is kept, and the page is as good.
    const code = keepable && (await import('./keep-comparison.ts').catch(() => null));
    if (!code) return;
    asked.current += 1;
    const round = asked.current;
    const kept = await code.keepComparison(keepable.toKeep);
    setOutcome(kept);
    if (kept === 'kept' && round === asked.current) forgetUnsaved(slot);
  });
  const leave = useEffectEvent(() => {
    const keepable = read();
    if (!keepable) return;
    // A page that closes does not get to the end of what follows.
    writeUnsaved(slot, { kind: 'comparison', comparison: keepable.unsaved });
    void keep();
  });

  useEffect(() => {
    if (version === null || isWaiting) return;
    let callOff = () => {};
    const timer = setTimeout(() => {
      callOff = whenIdle(() => void keep());
    }, quietMs);
    return () => {
      clearTimeout(timer);
      callOff();
    };
  }, [version, isWaiting, quietMs]);

  const isThere = version !== null;
  useEffect(() => {
    if (!isThere) return;
    const onHide = () => document.visibilityState === 'hidden' && leave();
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pagehide', leave);
      void keep();
    };
  }, [isThere]);
  return outcome;
}
