// What a stage offers to record: more of a lesson of its swings, or a recording that a closed page did not end.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Offer } from '#web/videos/kept/record-more.ts';
import { type ComparedSwings, comparisonKey } from '#web/videos/use-comparison-sides.ts';

/** The offer, null without one, and what the visitor answers. */
export function useLessonOffer(swings: ComparedSwings, onKept: (lessonId: string) => void) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const key = comparisonKey(swings);
  const look = useEffectEvent(async () => {
    const code = await import('#web/videos/kept/record-more.ts');
    return code.offerOn(swings);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the swings
  useEffect(() => {
    let isGone = false;
    // Without storage there is nothing to offer.
    void look()
      .catch(() => null)
      .then((found) => !isGone && setOffer(found));
    return () => {
      isGone = true;
    };
  }, [key]);

  /** Takes the offer away, once it is followed or dropped. */
  async function drop(): Promise<void> {
    setOffer(null);
    (await import('#web/videos/kept/record-more.ts')).forgetAsked();
  }

  async function keep({ lessonId }: Offer): Promise<void> {
    const { finishRecording } = await import('#web/videos/kept/finish-recording.ts');
    await finishRecording(lessonId);
    setOffer(null);
    onKept(lessonId);
  }

  async function discard({ kept }: Offer): Promise<void> {
    const { forgetUnfinished } = await import('#web/videos/kept/unfinished.ts');
    await forgetUnfinished(kept);
    setOffer(null);
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
