// One choice of a few, all of them in sight. Knows nothing of what they mean.
import { useId } from 'react';

interface RadioRowProps<Value extends string> {
  /** What is chosen, for those who do not see the row. */
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons side by side. */
export function RadioRow<Value extends string>({ legend, options, value: chosen, onChange }: RadioRowProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value, label }) => (
        <label
          key={value}
          className="flex min-h-11 grow cursor-pointer items-center gap-2 rounded-md border-2 border-edge px-2 sm:px-3 font-semibold hover:border-ink has-checked:border-flag has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChange(value)}
            className="size-5 shrink-0 accent-flag outline-none"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
