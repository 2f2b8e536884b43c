// The alignment choice of the quick comparison.
import { useId } from 'react';
import { ALIGNMENTS, type Alignment, eventOf } from '#domain/comparison/comparison-plan.ts';
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
      <legend className="label mb-2 text-ink-soft">{words.quickCompare.meeting}</legend>
      <div className="grid gap-3 min-[26rem]:grid-cols-2">
        {ALIGNMENTS.map((alignment) => (
          <label
            key={alignment}
            className="relative flex min-h-16 last:col-span-full cursor-pointer items-center gap-3 rounded-md border-2 border-line bg-raised px-3 py-2 has-checked:border-flag-ink has-disabled:cursor-not-allowed has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
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
              <span className="block font-bold">{words.quickCompare.meetings[alignment]}</span>
              <span className="text-sm text-ink-soft">{words.quickCompare.meetingExplanations[alignment]}</span>
            </span>
            <PositionShape position={eventOf(alignment)} className="size-5 text-ink-soft" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
