// The browser's own select, for pages whose first load must stay small: Radix's weighs 28 kB.
import { classNames } from './class-names.ts';
import type { SelectProps } from './select.tsx';

type NativeSelectProps = Omit<SelectProps, 'disabled' | 'hidesValue'>;

export function NativeSelect({ label, value, onValueChange, options, className }: NativeSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
      className={classNames(
        'figures min-h-11 cursor-pointer rounded-md bg-sunken px-3 font-semibold text-ink hover:bg-line in-[.stage]:bg-raised',
        className,
      )}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
