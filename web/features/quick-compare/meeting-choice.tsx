// The alignment choice of the quick comparison.
import { useId } from 'react';
import { ALIGNMENTS, type Alignment, eventOf } from '#domain/comparison/comparison-choices.ts';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { words } from '#web/words/words.ts';

interface MeetingChoiceProps {
  value: Alignment;
  disabled: boolean;
  onChange: (alignment: Alignment) => void;
}

/** Two radio buttons side by side, and one below them. */
export function MeetingChoice({ value, disabled, onChange }: MeetingChoiceProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="grid content-start gap-2">
      <legend className="label mb-1 text-ink-soft sm:mb-2">{words.quickCompare.meeting}</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-2 sm:gap-3">
        {ALIGNMENTS.map((alignment) => (
          <label
            key={alignment}
            className="relative flex min-h-12 cursor-pointer items-center gap-2 rounded-md border-2 border-line bg-raised px-2 py-2 sm:min-h-16 sm:gap-3 sm:px-3 sm:last:col-span-full has-checked:border-flag-ink has-disabled:cursor-not-allowed has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={alignment}
              checked={value === alignment}
              aria-label={words.quickCompare.meetings[alignment]}
              onChange={() => onChange(alignment)}
              className="size-5 shrink-0 accent-flag"
            />
            <span className="grow leading-tight">
              <span className="block font-bold max-sm:text-sm">{words.quickCompare.meetings[alignment]}</span>
              <span className="text-sm text-ink-soft max-sm:hidden">
                {words.quickCompare.meetingExplanations[alignment]}
              </span>
            </span>
            <PositionShape position={eventOf(alignment)} className="size-5 shrink-0 text-ink-soft max-sm:hidden" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
