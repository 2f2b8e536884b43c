// Below the marker panel: the slow-motion question, once there is a reason to ask, and a note on repeated frames.
// Imports the frame reader, so pages load it lazily.
import { useEffect, useEffectEvent } from 'react';
import { downswingOf, judgeSlowMotion } from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { useFileFootage } from '#web/videos/use-footage.ts';
import { repeatedText, SlowMotionQuestion } from './slow-motion-question.tsx';

interface TrueTimePanelProps {
  readonly file: File;
  readonly annotations: SwingAnnotations;
  /** How many times slower than real time the clip plays, as answered; null until answered. */
  readonly slowMotionFactor: number | null;
  /** Called with the judged factor, and again when the marks or facts change it. */
  readonly onProposal?: (factor: number) => void;
  readonly onAnswer: (factor: number) => void;
}

export default function TrueTimePanel(props: TrueTimePanelProps) {
  const { file, annotations, slowMotionFactor, onProposal, onAnswer } = props;
  const { clip, facts, newPicturesPerSecond } = useFileFootage(file, annotations);
  const { factor } = judgeSlowMotion({ facts, clip, annotations });
  const propose = useEffectEvent((proposed: number) => onProposal?.(proposed));
  useEffect(() => propose(factor), [factor]);
  const isToldSlow = facts.capturedPerSecond !== null || facts.isMarkedSlow;
  if (slowMotionFactor === null && !isToldSlow && downswingOf(annotations) === null) return null;
  return (
    <div className="grid gap-3 rounded-md border border-line bg-raised p-4 text-ink">
      <SlowMotionQuestion swing={{ facts, clip, annotations }} answer={slowMotionFactor} onAnswer={onAnswer} />
      {newPicturesPerSecond !== null && <p className="font-semibold">{repeatedText(newPicturesPerSecond)}</p>}
    </div>
  );
}
