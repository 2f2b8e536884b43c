// View and hand of a swing as text, with a pencil that opens the choice.
import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { CAMERA_VIEWS, GOLFER_HANDS } from '#domain/body/filmed.ts';
import type { Filmed } from '#domain/library/golfer.ts';
import { Button } from '#web/ui/button.tsx';
import { filmedText } from '#web/words/swing-words.ts';
import { say, words } from '#web/words/words.ts';

interface FilmedChoiceProps {
  /** The golfer's name. */
  readonly name: string;
  readonly filmed: Filmed;
  readonly isBusy?: boolean;
  readonly onChange: (filmed: Filmed) => void;
}

/** The text and its pencil; what is not known can be chosen too. `pending` replaces the text while the view is being found. */
export function FilmedText({ pending = null, ...props }: FilmedChoiceProps & { readonly pending?: string | null }) {
  const { name, filmed } = props;
  const [isOpen, setOpen] = useState(false);
  const text = filmedText(filmed) ?? pending ?? words.library.filmedUnknown;
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        variant="ghost"
        size="small"
        aria-label={say(words.library.changeFilmed, { name, filmed: text })}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="-mx-2 px-2! text-left font-normal!"
      >
        {text}
        <Pencil className="size-4 shrink-0 text-ink-soft" />
      </Button>
      {isOpen && <FilmedChoice {...props} />}
    </div>
  );
}

/** The choices of view and hand, one press each. */
function FilmedChoice({ name, filmed: { view, hand }, isBusy = false, onChange }: FilmedChoiceProps) {
  return (
    <div className="grid gap-1.5">
      <Choice
        label={say(words.library.viewOf, { name })}
        options={CAMERA_VIEWS.map((value) => ({ value, label: words.body.views[value] }))}
        value={view}
        isBusy={isBusy}
        onChoose={(chosen) => onChange({ view: chosen, hand })}
      />
      <Choice
        label={say(words.library.handOf, { name })}
        options={GOLFER_HANDS.map((value) => ({ value, label: words.golferPicker.hands[value] }))}
        value={hand}
        isBusy={isBusy}
        onChoose={(chosen) => onChange({ view, hand: chosen })}
      />
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value | null;
  readonly isBusy: boolean;
  readonly onChoose: (value: Value) => void;
}

/** Radio buttons in a row that look like one control. Not disabled while saving, because that would lose the focus. */
function Choice<Value extends string>({ label, options, value, isBusy, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset aria-busy={isBusy} className="flex w-fit flex-wrap overflow-hidden rounded-md border border-edge">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 px-2 text-sm sm:px-2.5 font-semibold has-checked:bg-sunken has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => !isBusy && onChoose(option.value)}
            className="size-4 accent-pro"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
