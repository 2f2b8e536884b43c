// A slider with one thumb, on Radix.
import { Slider as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onValueChange: (value: number) => void;
  onValueCommit?: (value: number) => void;
  /** The accessible text that replaces the number. */
  valueText?: string;
  disabled?: boolean;
  /** Drawn over the track, such as ticks; must not capture the pointer. */
  children?: ReactNode;
}

/** A slider 44 px high whose accessible name is `label`. */
export function Slider(props: SliderProps) {
  const { label, value, valueText, onValueChange, onValueCommit, children, ...range } = props;
  return (
    <Radix.Root
      {...range}
      value={[value]}
      onValueChange={([next]) => next !== undefined && onValueChange(next)}
      onValueCommit={([next]) => next !== undefined && onValueCommit?.(next)}
      // Contained: its changes do not make the browser lay out the page.
      className="relative flex h-11 w-full touch-none items-center select-none [contain:layout_size_style]"
    >
      <Radix.Track className="relative h-2 grow rounded-full border border-edge bg-sunken">
        <Radix.Range className="absolute h-full rounded-full bg-ink-soft forced-colors:bg-[Highlight]" />
      </Radix.Track>
      {children}
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="block size-6 rounded-full border-[3px] border-flag bg-white shadow forced-colors:border-[ButtonText]"
      />
    </Radix.Root>
  );
}
