// States on the picture that a clip is taken for slow motion. One tap changes it.
import { OFFERED_FACTORS } from '#domain/swing/slow-motion.ts';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { say, words } from '#web/words/words.ts';
import { hundredths } from './slow-motion-words.ts';

interface SlowMotionChipProps {
  /** How many times slower than real time the clip plays, as it is counted now. */
  readonly factor: number;
  /** What the file and the marks say; null where they say nothing. */
  readonly proposedFactor: number | null;
  readonly onAnswer: (factor: number) => void;
}

/** The chip; nothing for a clip in real time that nobody doubts. */
export function SlowMotionChip({ factor, proposedFactor, onAnswer }: SlowMotionChipProps) {
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
