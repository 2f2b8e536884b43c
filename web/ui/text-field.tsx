// A labelled text input with an optional hint and error.
import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  /** The visible label and accessible name. */
  label: string;
  /** A short note under the input. */
  hint?: string;
  /** The error; null or omitted without one. */
  problem?: string | null;
}

/** An input of at least 44 px. */
export function TextField({ label, hint, problem, className, ...input }: TextFieldProps) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        className={classNames(
          'figures min-h-11 w-full min-w-0 rounded-md border-2 bg-raised px-3 text-base text-ink placeholder:text-ink-soft',
          'hover:border-ink disabled:cursor-not-allowed disabled:border-line disabled:text-ink-soft',
          problem ? 'border-flag' : 'border-edge',
        )}
      />
      {note && (
        <p
          id={`${id}-note`}
          role={problem ? 'alert' : undefined}
          className={classNames('text-sm', problem ? 'font-semibold text-flag-ink' : 'text-ink-soft')}
        >
          {note}
        </p>
      )}
    </div>
  );
}
