// The list of drawing keys, shown beside the tools.
import { words } from '#web/words/words.ts';

const keyNames = words.drawing.keyNames;
const keyMeanings = words.drawing.keyMeanings;

const KEYS: readonly { readonly keys: readonly string[]; readonly meaning: string }[] = [
  { keys: ['← ↑ → ↓'], meaning: keyMeanings.move },
  { keys: [keyNames.enter], meaning: keyMeanings.setEnd },
  { keys: [keyNames.escape], meaning: keyMeanings.giveUp },
  { keys: [keyNames.shiftDrag], meaning: keyMeanings.turn },
  { keys: [keyNames.undo, '⌘ + Z'], meaning: words.actions.undo },
  { keys: [keyNames.redo, '⌘ + Shift + Z'], meaning: words.actions.redo },
];

/** The list, collapsed by default. Hidden on phones, but not on desktop touch screens, which have a keyboard. */
export function DrawingKeyList() {
  return (
    <details className="max-sm:pointer-coarse:hidden">
      <summary className="label cursor-pointer py-3 text-ink-soft hover:text-ink">{words.drawing.keysHeading}</summary>
      <dl className="grid items-center gap-x-5 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {KEYS.map(({ keys, meaning }) => (
          <div key={meaning} className="contents">
            <dt className="flex flex-wrap gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-sm border border-edge bg-sunken px-2 py-0.5 font-sans whitespace-nowrap"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="max-sm:mb-2">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
