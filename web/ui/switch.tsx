// A labeled switch, on Radix.
import { Switch as Radix } from 'radix-ui';
import { useId } from 'react';

interface SwitchProps {
  /** The label beside it, also its accessible name. */
  label: string;
  hidesLabel?: boolean;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

export function Switch({ label, hidesLabel = false, checked, onCheckedChange }: SwitchProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
      <Radix.Root
        id={id}
        aria-label={label}
        checked={checked}
        onCheckedChange={onCheckedChange}
        className="h-7 w-12 shrink-0 rounded-full border-2 border-edge bg-sunken p-0.5 data-[state=checked]:border-ink data-[state=checked]:bg-ink forced-colors:data-[state=checked]:bg-[Highlight]"
      >
        <Radix.Thumb className="block size-5 rounded-full bg-ink transition-transform data-[state=checked]:bg-paper data-[state=checked]:translate-x-5 forced-colors:bg-[ButtonText]" />
      </Radix.Root>
      {!hidesLabel && label}
    </label>
  );
}
