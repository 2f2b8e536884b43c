// What a stage offers to record: more of a lesson of its swings, or a recording that a closed page did not end.
import { useState } from 'react';
import { useAnswer } from '#web/lib/use-answer.ts';
import type { Offer } from '#web/videos/kept/record-more.ts';
import { type ComparedSwings, comparisonKey } from '#web/videos/use-comparison-sides.ts';

/** The offer, null without one, and what the visitor answers. */
export function useLessonOffer(swings: ComparedSwings, onKept: (lessonId: string) => void) {
  /** The offer that was followed or dropped. */
  const [past, setPast] = useState<Offer | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // Without storage there is nothing to offer.
  const found = useAnswer(comparisonKey(swings), async () => {
    const code = await import('#web/videos/kept/record-more.ts');
    return code.offerOn(swings);
  });
  const offer = found === past ? null : found;

  async function drop(): Promise<void> {
    setPast(offer);
    (await import('#web/videos/kept/record-more.ts')).forgetAsked();
  }

  async function keep(kept: Offer): Promise<void> {
    const { finishRecording } = await import('#web/videos/kept/finish-recording.ts');
    await finishRecording(kept.lessonId);
    setPast(kept);
    onKept(kept.lessonId);
  }

  async function discard(discarded: Offer): Promise<void> {
    const { forgetUnfinished } = await import('#web/videos/kept/unfinished.ts');
    await forgetUnfinished(discarded.kept);
    setPast(discarded);
  }

  const act = (work: Promise<void>) => void work.catch(() => setFailed(true));
  return {
    offer,
    hasFailed,
    drop: () => act(drop()),
    keep: () => offer && act(keep(offer)),
    discard: () => offer && act(discard(offer)),
  };
}
