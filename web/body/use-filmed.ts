// How the visitor's clip was filmed and with which club, as far as tracking or the visitor has established. Does not start
// tracking.
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ClubKind, Filmed } from '#domain/library/golfer.ts';
import { guessedClub } from '#domain/library/guessed-club.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import type { SwingVideo } from '#web/clip/swing-video.ts';
import { useAnswer } from '#web/lib/use-answer.ts';
import type { ClipBody, ClipBodyState } from './clip-body.ts';

const NOTHING = createStore<Pick<ClipBodyState, 'facts' | 'said'>>(() => ({ facts: null, said: {} }));

export interface SeenTraits extends Filmed {
  /** A guess. */
  readonly club: ClubKind | null;
}

/** View, hand and club of a video, each null when uncertain. */
export function useFilmed(video: SwingVideo | null): SeenTraits {
  const { facts, said } = useStore(useClipBody(video?.file ?? null) ?? NOTHING);
  const track = facts?.track ?? null;
  // Loaded once a body is tracked. If that fails, the golfers keep their order.
  const measure = useAnswer(track && 'measure', async () => (await import('#domain/body/body-angles.ts')).bodyAngles);
  const annotations = video?.annotations;
  const factor = video ? factorInUse(video) : 1;
  return useMemo(() => {
    const angles = track && annotations && measure ? measure(track, annotations, factor, said) : null;
    const { view = null, hand = null } = angles ?? said;
    return { view, hand, club: angles && guessedClub(angles) };
  }, [track, annotations, measure, factor, said]);
}

/** The store of a file's body; null until its code is loaded. */
function useClipBody(file: File | null): ClipBody | null {
  return useAnswer(file, async (of) => (await import('./clip-body.ts')).clipBodyOf(of));
}
