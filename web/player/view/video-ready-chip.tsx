// Announces a finished video over the live pair's upper edge.
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '#web/words/words.ts';

interface ChipButtonProps {
  readonly onPress: () => void;
  readonly children: ReactNode;
}

export function ChipButton({ onPress, children }: ChipButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="pointer-events-auto flex min-h-11 items-center gap-2 rounded-full bg-ink px-4 text-sm font-semibold text-paper"
    >
      {children}
    </button>
  );
}

export function VideoReadyChip({ onPress }: Pick<ChipButtonProps, 'onPress'>) {
  return (
    <ChipButton onPress={onPress}>
      <Check className="size-5" />
      {words.stage.save.ready}
    </ChipButton>
  );
}
