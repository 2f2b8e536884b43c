// A select, on Radix.
import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { classNames } from './class-names.ts';

export interface SelectProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { readonly value: string; readonly label: string }[];
  disabled?: boolean;
  /** Whether to show the arrow only: the chosen value is shown elsewhere. */
  hidesValue?: boolean;
  className?: string;
}

/** A select of at least 44 px whose accessible name is `label`. */
export function Select({ label, value, onValueChange, options, disabled, hidesValue = false, className }: SelectProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} disabled={disabled}>
      <Radix.Trigger
        aria-label={label}
        className={classNames(
          'figures inline-flex min-h-11 items-center justify-between gap-2 rounded-md bg-sunken px-3 in-[.stage]:bg-raised',
          'font-semibold text-ink hover:bg-line disabled:cursor-not-allowed disabled:text-ink-soft',
          className,
        )}
      >
        <span className={hidesValue ? 'sr-only' : undefined}>
          <Radix.Value />
        </span>
        <Radix.Icon>
          <ChevronDown className="size-4" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="stage z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border border-edge shadow-lg"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="figures flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 outline-none data-highlighted:bg-ink data-highlighted:text-paper forced-colors:data-highlighted:bg-[Highlight]"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check className="size-4" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
