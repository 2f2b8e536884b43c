// The bar over the pictures that offers to record more of a lesson of the stage's swings, or asks what becomes of a
// recording that a closed page did not end.
import { Mic } from 'lucide-react';
import { useState } from 'react';
import { useAnswer } from '#web/lib/use-answer.ts';
import { Button } from '#web/ui/button.tsx';
import type { Offer } from '#web/videos/kept/record-more.ts';
import { type ComparedSwings, comparisonKey } from '#web/videos/use-comparison-sides.ts';
import { formatWholeClock } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';

interface OfferBarProps {
  readonly offer: Offer;
  /** Why the recording did not begin. */
  readonly problem: keyof typeof words.lesson.problems | null;
  readonly onRecord: (withVoice: boolean) => void;
  /** Finishes an unfinished recording as it is. */
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
  /** Drops an offer that was asked for. */
  readonly onCancel: () => void;
}

const BAR =
  'pointer-events-auto stage flex flex-wrap items-center justify-center gap-x-2 gap-y-1 rounded-md bg-black/80! px-3 py-1.5 text-white';
const GHOST = { variant: 'ghost', size: 'small', className: 'hover:bg-white/15!' } as const;

export function OfferBar({ offer, problem, onRecord, onKeep, onDiscard, onCancel }: OfferBarProps) {
  const [isAsked, ask] = useState(false);
  return (
    <section aria-label={words.lesson.more.title} className={BAR}>
      <p className="px-1 text-center text-sm font-semibold">
        {isAsked ? words.lesson.more.discardQuestion : textOf(offer)}
      </p>
      <div className="flex flex-wrap justify-center gap-1">
        {isAsked ? (
          <>
            <Button size="small" onClick={onDiscard}>
              {words.actions.delete}
            </Button>
            <Button {...GHOST} autoFocus onClick={() => ask(false)}>
              {words.mySwings.keep}
            </Button>
          </>
        ) : (
          <>
            <Button size="small" onClick={() => onRecord(true)}>
              <Mic aria-hidden="true" className="size-5" />
              {offer.isUnfinished ? words.lesson.more.goOn : words.lesson.more.record}
            </Button>
            {offer.isUnfinished ? (
              <>
                <Button {...GHOST} onClick={onKeep}>
                  {words.lesson.more.keep}
                </Button>
                <Button {...GHOST} onClick={() => ask(true)}>
                  {words.lesson.more.discard}
                </Button>
              </>
            ) : (
              <Button {...GHOST} onClick={onCancel}>
                {words.actions.cancel}
              </Button>
            )}
          </>
        )}
      </div>
      {problem && (
        <div role="alert" className="grid max-w-72 justify-items-center gap-1">
          <p className="text-center text-sm font-semibold">{words.lesson.problems[problem]}</p>
          <Button {...GHOST} onClick={() => onRecord(false)}>
            {words.lesson.withoutVoice}
          </Button>
        </div>
      )}
    </section>
  );
}

function textOf({ isUnfinished, passage, seconds }: Offer): string {
  const time = formatWholeClock(seconds);
  if (isUnfinished) return say(words.lesson.more.unfinished, { time });
  if (!passage) return say(words.lesson.more.atEnd, { time });
  return say(words.lesson.more.again, { from: formatWholeClock(passage.from), to: formatWholeClock(passage.to) });
}

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
