// The timing card in true time. Reads slow-motion facts from both clips, and asks the visitor where they are not
// conclusive. Imports the frame reader, so pages load it lazily.
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import { doubtsOf, type TakenMoments } from '#domain/moments/taken-moments.ts';
import type { Side } from '#domain/side.ts';
import { factorInUse, type SlowMotionState } from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { footageOf } from '#domain/swing/timing-uncertainty.ts';
import { useGolfer } from '#web/api/query.tsx';
import { type FootageReading, useAddressFootage, useFileFootage } from '#web/clip/use-footage.ts';
import { ofClip, repeatedText, SlowMotionQuestion } from './slow-motion-question.tsx';
import { TimingCard } from './timing-card.tsx';

/** One side: one of the visitor's own files, or a golfer of the library. */
export type TimedSwing = { readonly annotations: SwingAnnotations; readonly taken?: TakenMoments } & SlowMotionState &
  ({ readonly golferId: null; readonly file: File } | { readonly golferId: number });

interface TrueTimingCardProps {
  readonly user: TimedSwing;
  readonly pro: TimedSwing;
  /** The golfer's name, or null for the visitor's own pro video. */
  readonly proName: string | null;
  readonly alignment: Alignment;
  readonly onAnswer: (side: Side, factor: number) => void;
}

export default function TrueTimingCard({ user, pro, proName, alignment, onAnswer }: TrueTimingCardProps) {
  const readings = { user: useSwingFootage(user), pro: useSwingFootage(pro) };
  const footage = { user: footageIn(user, readings.user), pro: footageIn(pro, readings.pro) };
  return (
    <TimingCard
      user={user.annotations}
      pro={pro.annotations}
      proName={proName}
      alignment={alignment}
      footage={footage}
      isFactorUnconfirmed={isUnconfirmed(user) || isUnconfirmed(pro)}
    >
      <div className="mt-6 grid gap-4 border-t border-line pt-4">
        <FootageNote side="user" swing={user} reading={readings.user} onAnswer={(factor) => onAnswer('user', factor)} />
        <FootageNote side="pro" swing={pro} reading={readings.pro} onAnswer={(factor) => onAnswer('pro', factor)} />
      </div>
    </TimingCard>
  );
}

interface FootageNoteProps {
  readonly side: Side;
  readonly swing: TimedSwing;
  readonly reading: FootageReading;
  readonly onAnswer: (factor: number) => void;
}

/** The question and note on one clip's speed. A golfer's clip has no question: its factor is set on upload. */
function FootageNote({ side, swing, reading, onAnswer }: FootageNoteProps) {
  const { annotations, slowMotionFactor, golferId } = swing;
  const { clip, facts, newPicturesPerSecond } = reading;
  const isAsked = golferId === null;
  return (
    <>
      {isAsked && (
        <SlowMotionQuestion
          side={side}
          swing={{ facts, clip, annotations }}
          answer={slowMotionFactor}
          onAnswer={onAnswer}
        />
      )}
      {newPicturesPerSecond !== null && (
        <p className="font-semibold">{ofClip(side, repeatedText(newPicturesPerSecond))}</p>
      )}
    </>
  );
}

function useSwingFootage(swing: TimedSwing): FootageReading {
  const { golferId, annotations } = swing;
  const { data } = useGolfer(golferId);
  const ofFile = useFileFootage(golferId === null ? swing.file : null, annotations);
  const ofGolfer = useAddressFootage(data?.videoUrl ?? null, data?.clip ?? null, annotations);
  return golferId === null ? ofFile : ofGolfer;
}

function footageIn(swing: TimedSwing, { clip, newPicturesPerSecond }: FootageReading) {
  const { annotations } = swing;
  const doubts = swing.taken ? doubtsOf(annotations, swing.taken) : {};
  return footageOf({ clip, annotations, slowMotionFactor: factorInUse(swing), newPicturesPerSecond, doubts });
}

/** Whether a proposed factor is in use that the visitor has not confirmed. */
function isUnconfirmed(swing: TimedSwing): boolean {
  return swing.slowMotionFactor === null && factorInUse(swing) > 1;
}
