// View and hand of a golfer in the library, each corrected with one press.

import { useId, useState } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import { CAMERA_VIEWS } from '#domain/body/camera-view.ts';
import { GOLFER_HANDS } from '#domain/body/golfer-hand.ts';
import type { Filmed } from '#domain/library/golfer.ts';
import { callApi } from '#web/api/api-client.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { useQueryClient } from '#web/api/query.tsx';
import { filmedNotSaved } from '#web/lib/account-messages.ts';
import { Problem } from '#web/ui/problem.tsx';
import { useToast } from '#web/ui/toast/toast.tsx';
import { say, words } from '#web/words/words.ts';

interface FilmedChoiceProps {
  readonly golfer: GolferCard;
  readonly onSessionEnded: () => void;
}

/** The choices of view and hand. A press is saved at once. */
export function FilmedChoice({ golfer, onSessionEnded }: FilmedChoiceProps) {
  const { id, name } = golfer;
  /** The choice that is not saved yet. */
  const [pressed, setPressed] = useState<Filmed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const toast = useToast();
  const { view = null, hand = null } = pressed ?? golfer;

  async function save(filmed: Filmed) {
    setPressed(filmed);
    setProblem(null);
    try {
      await callApi('correctFilmed', { params: { id }, body: filmed });
      await queryClient.reload(['/api', 'pro']);
    } catch (error) {
      const isSessionOver = error instanceof ApiError && error.status === 401;
      const sentence = isSessionOver
        ? words.library.filmedSessionEnded
        : sentenceOf(error, words.library.filmedNotSaved);
      setProblem(sentence);
      toast(filmedNotSaved(sentence));
      if (isSessionOver) onSessionEnded();
    }
    setPressed(null);
  }

  return (
    <div className="grid gap-1.5">
      <Choice
        label={say(words.library.viewOf, { name })}
        options={CAMERA_VIEWS.map((value) => ({ value, label: words.body.views[value] }))}
        value={view}
        isBusy={pressed !== null}
        onChoose={(chosen) => void save({ view: chosen, hand })}
      />
      <Choice
        label={say(words.library.handOf, { name })}
        options={GOLFER_HANDS.map((value) => ({ value, label: words.library.handChoices[value] }))}
        value={hand}
        isBusy={pressed !== null}
        onChoose={(chosen) => void save({ view, hand: chosen })}
      />
      {problem && <Problem className="text-sm">{problem}</Problem>}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Null while unknown. */
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
