// How the visitor's clip was filmed, as far as tracking or the visitor has established. Does not start tracking.
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Filmed } from '#domain/library/golfer.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import type { SwingVideo } from '#web/clip/swing-video.ts';
import { useAnswer } from '#web/lib/use-answer.ts';
import type { ClipBody, ClipBodyState } from './clip-body.ts';

const NOTHING = createStore<Pick<ClipBodyState, 'facts' | 'said'>>(() => ({ facts: null, said: {} }));

/** View and hand of a video, each null when uncertain. */
export function useFilmed(video: SwingVideo | null): Filmed {
  const { facts, said } = useStore(useClipBody(video?.file ?? null) ?? NOTHING);
  const track = facts?.track ?? null;
  // Loaded once a body is tracked. If that fails, the golfers keep their order.
  const measure = useAnswer(track && 'measure', async () => (await import('#domain/body/body-angles.ts')).bodyAngles);
  const annotations = video?.annotations;
  const factor = video ? factorInUse(video) : 1;
  return useMemo(() => {
    const { view = null, hand = null } =
      track && annotations && measure ? measure(track, annotations, factor, said) : said;
    return { view, hand };
  }, [track, annotations, measure, factor, said]);
}

/** The store of a file's body; null until its code is loaded. */
function useClipBody(file: File | null): ClipBody | null {
  return useAnswer(file, async (of) => (await import('./clip-body.ts')).clipBodyOf(of));
}
