// States on the picture that a clip is treated as slow motion. One tap changes it.
import { OFFERED_FACTORS } from '#domain/swing/slow-motion.ts';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { say, words } from '#web/words/words.ts';
import { hundredths } from './slow-motion-question.tsx';

interface SlowMotionChipProps {
  readonly factor: number;
  /** The factor proposed from file and marks; null if they give no hint. */
  readonly proposedFactor: number | null;
  readonly onAnswer: (factor: number) => void;
}

/** The chip. Empty for a clip in real time without a proposal of slow motion. */
export default function SlowMotionChip({ factor, proposedFactor, onAnswer }: SlowMotionChipProps) {
  const factors = [...new Set([...OFFERED_FACTORS, factor, proposedFactor ?? 1])].sort((a, b) => a - b);
  if (factor === 1 && (proposedFactor ?? 1) === 1) return null;
  return (
    <NativeSelect
      label={words.timing.slowMotion}
      value={String(factor)}
      options={factors.map((one) => ({
        value: String(one),
        label: one === 1 ? words.timing.realSpeed : say(words.timing.slowMotionOf, { factor: hundredths(one) }),
      }))}
      onValueChange={(value) => onAnswer(Number(value))}
      className="text-sm"
    />
  );
}
