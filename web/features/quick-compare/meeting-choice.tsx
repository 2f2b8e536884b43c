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

/** One radio button for each alignment. */
export function MeetingChoice({ value, disabled, onChange }: MeetingChoiceProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="grid content-start sm:gap-2">
      <legend className="label text-ink-soft max-sm:sr-only sm:mb-2">{words.quickCompare.meeting}</legend>
      <div className="grid grow grid-cols-3 gap-0.5 rounded-md bg-sunken p-0.5 sm:grid-cols-2 sm:gap-3 sm:bg-transparent sm:p-0">
        {ALIGNMENTS.map((alignment) => (
          <label
            key={alignment}
            className="relative flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-2 py-1 text-ink-soft has-checked:bg-ink has-checked:text-paper sm:min-h-16 sm:gap-3 sm:bg-raised sm:px-3 sm:last:col-span-full has-disabled:cursor-not-allowed has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={alignment}
              checked={value === alignment}
              aria-label={words.quickCompare.meetings[alignment]}
              onChange={() => onChange(alignment)}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            <span className="grow leading-tight">
              <span className="block font-bold max-sm:text-sm">{words.quickCompare.meetings[alignment]}</span>
              <span className="text-sm max-sm:hidden">{words.quickCompare.meetingExplanations[alignment]}</span>
            </span>
            <PositionShape position={eventOf(alignment)} className="size-5 shrink-0 max-sm:hidden" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
