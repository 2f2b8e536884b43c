// Stores a page's comparison in 'My swings': when it is complete, when it changes, and when the page is left or closed.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readDrawn } from '#web/clip/comparison-session.ts';
import { sessionVideoOf } from '#web/clip/swing-video.ts';
import { whenIdle } from '#web/ui/when-idle.ts';
import type { ComparisonToKeep } from './keep-comparison.ts';
import type { KeepOutcome } from './kept-database.ts';
import { forgetUnsaved, newSlot, timesForgotten, type UnsavedComparison, writeUnsaved } from './unsaved.ts';

/** A comparison in two forms: with its files, and by value for a page that is closing. */
export interface Keepable {
  readonly toKeep: ComparisonToKeep;
  readonly unsaved: UnsavedComparison;
}

/** A comparison in both forms, with the drawings of the session. */
export function keepableOf(compared: Pick<ComparisonToKeep, 'user' | 'pro' | 'alignment' | 'choices'>): Keepable {
  const { user, pro, ...chosen } = compared;
  const drawn = readDrawn();
  return {
    toKeep: { ...compared, drawn, begunAfter: timesForgotten() },
    unsaved: {
      ...chosen,
      drawn,
      user: sessionVideoOf(user),
      pro: 'file' in pro ? { video: sessionVideoOf(pro) } : { golfer: pro.golfer },
    },
  };
}

interface KeepingOptions {
  /** The current comparison, which may be newer than the rendered one; null while it is incomplete. */
  readonly read: () => Keepable | null;
  /** Changes whenever the comparison changes; null while there is nothing to store. */
  readonly version: unknown;
  /** Whether more urgent work is running, such as making the merged video. */
  readonly isWaiting: boolean;
  /** The time without changes before it is stored, in milliseconds. */
  readonly quietMs?: number;
}

/** The result; null until it is known. */
export function useKeeping({ read, version, isWaiting, quietMs = 0 }: KeepingOptions): KeepOutcome | null {
  const [outcome, setOutcome] = useState<KeepOutcome | null>(null);
  const [slot] = useState(newSlot);
  const asked = useRef(0);
  const keep = useEffectEvent(async () => {
    const keepable = read();
    // Without this code nothing is stored; the page works all the same.
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
    // A closing page does not complete the following work.
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
