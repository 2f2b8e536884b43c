// The texts of a lesson with their times, chapters or captions, as a list that can be changed.
import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { formatClock } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';

interface TimedTextsProps {
  readonly title: string;
  /** The label of one text, with its `{time}`. */
  readonly label: typeof words.lesson.edit.chapterAt;
  readonly newLabel: string;
  /** Of one text, in characters. */
  readonly maxLength: number;
  /** In the order of their times, which are unique. */
  readonly texts: readonly { readonly time: number; readonly text: string }[];
  readonly onAdd: (text: string) => void;
  readonly onChange: (index: number, text: string) => void;
  readonly onRemove: (index: number) => void;
  /** Below the list. */
  readonly children?: ReactNode;
}

/** The list, and the field for a new text. */
export function TimedTexts(props: TimedTextsProps) {
  const { title, label, newLabel, maxLength, texts, onAdd, onChange, onRemove, children } = props;
  const [added, setAdded] = useState('');
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="font-bold">{title}</h2>
      <ul className="grid gap-2">
        {texts.map(({ time, text }, index) => (
          <li key={time} className="flex items-end gap-2">
            <TextField
              label={say(label, { time: formatClock(time) })}
              maxLength={maxLength}
              defaultValue={text}
              className="grow"
              onBlur={({ target }) => {
                const changed = target.value.trim();
                if (changed && changed !== text) onChange(index, changed);
              }}
            />
            <Button
              variant="ghost"
              size="small"
              aria-label={say(words.lesson.edit.removeOf, { name: text })}
              onClick={() => onRemove(index)}
            >
              {words.lesson.edit.remove}
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (added.trim()) onAdd(added.trim());
          setAdded('');
        }}
      >
        <TextField
          label={newLabel}
          maxLength={maxLength}
          value={added}
          onChange={({ target }) => setAdded(target.value)}
          className="grow"
        />
        <Button type="submit" variant="secondary" disabled={!added.trim()}>
          {words.lesson.edit.add}
        </Button>
      </form>
      {children}
    </section>
  );
}
