// The switch between the synced preview and the merged video, which share one place on the page, and the chip over the
// live pair's upper edge that announces a finished video.
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { RadioTile } from '#web/ui/radio.tsx';
import { words } from '#web/words/words.ts';

/** The shown form of a comparison. */
export type ShownAs = 'live' | 'video';

interface LiveOrVideoProps {
  readonly shown: ShownAs;
  readonly onChange: (shown: ShownAs) => void;
}

export function LiveOrVideo({ shown, onChange }: LiveOrVideoProps) {
  const group = useId();
  return (
    <fieldset className="inline-flex shrink-0 rounded-md bg-sunken p-0.5">
      <legend className="sr-only">{words.player.shownAs}</legend>
      {(['live', 'video'] as const).map((choice) => (
        <RadioTile
          key={choice}
          name={group}
          checked={shown === choice}
          onChange={() => onChange(choice)}
          className="grid min-h-11 min-w-16 place-items-center rounded-md px-3 text-sm font-semibold text-ink-soft hover:text-ink"
        >
          {words.player.shown[choice]}
        </RadioTile>
      ))}
    </fieldset>
  );
}

interface ChipButtonProps {
  readonly onPress: () => void;
  /** For a button without a text. */
  readonly label?: string;
  /** Whether it only offers something, and so stands back. */
  readonly isQuiet?: boolean;
  readonly children: ReactNode;
}

export function ChipButton({ onPress, label, isQuiet = false, children }: ChipButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className={classNames(
        'pointer-events-auto flex min-h-11 items-center gap-2 rounded-full text-sm font-semibold',
        isQuiet ? 'border border-line bg-black/75 text-white' : 'bg-ink text-paper',
        label ? 'px-3' : 'px-4',
      )}
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
