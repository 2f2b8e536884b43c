// A labeled text input with an optional error.
import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import { Problem } from './status.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  /** The error; null or omitted without one. */
  problem?: string | null;
}

export function TextField({ label, problem, className, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-note` : undefined}
        className={classNames(
          'figures min-h-11 w-full min-w-0 rounded-md border-2 bg-raised px-3 text-base text-ink placeholder:text-ink-soft',
          'hover:border-ink disabled:cursor-not-allowed disabled:border-line disabled:text-ink-soft',
          problem ? 'border-flag' : 'border-edge',
        )}
      />
      {problem && (
        <Problem id={`${id}-note`} className="text-sm">
          {problem}
        </Problem>
      )}
    </div>
  );
}
