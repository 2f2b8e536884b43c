// The swings of a session in one line, the newest first, and what can be done with the shown one.
import { Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { SmallButton, ToggleButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Status } from '#web/ui/status.tsx';
import { carryText, launchText } from '#web/words/launch-words.ts';
import { say, words } from '#web/words/words.ts';
import { useShotValue } from './focus-texts.ts';
import type { RangeStore, RangeValues } from './range-store.ts';
import { type RangeSwing, swingTempo } from './range-swing.ts';

interface StripProps {
  readonly swings: readonly RangeSwing[];
  readonly shownId: string | null;
  readonly onShow: (id: string) => void;
}

/** Buttons named after the swings; the shown one is pressed. */
export function SwingStrip({ swings, shownId, onShow }: StripProps) {
  const shotValue = useShotValue();
  if (swings.length === 0) return <p className="px-3 py-2 text-ink-soft">{words.range.noSwings}</p>;
  return (
    <ul aria-label={words.range.swings} className="flex gap-2 overflow-x-auto overscroll-x-contain px-3 py-1">
      {swings.toReversed().map((swing) => (
        <li key={swing.id} className="shrink-0">
          <button
            type="button"
            aria-label={swingName(swing)}
            aria-pressed={swing.id === shownId}
            disabled={swing.file === null}
            onClick={() => onShow(swing.id)}
            data-shown-after={swing.shownAfter ?? undefined}
            data-positions={swing.positionsFrom}
            className={classNames(
              'grid min-h-14 min-w-20 content-center rounded-md border-2 bg-raised px-3 text-left',
              swing.id === shownId ? 'border-flag' : 'border-transparent hover:border-edge',
              'disabled:bg-transparent disabled:text-ink-soft',
            )}
          >
            <span className="flex items-center gap-1 text-xs text-ink-soft">
              {swing.isStarred && <Star className="size-3 fill-current text-pro" />}
              {say(words.range.shortName, { number: swing.number, time: clockOf(swing) })}
            </span>
            <span className="figures text-lg leading-tight font-bold">
              {swing.kind === 'practice'
                ? words.range.practiceShort
                : (shotValue(swing) ?? swingTempo(swing) ?? words.numbers.notKnown)}
            </span>
            {swing.launch?.carry != null && <span className="figures text-xs">{carryText(swing.launch.carry)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function clockOf({ struckAtMs }: RangeSwing): string {
  return clock.format(struckAtMs);
}

function swingName(swing: RangeSwing): string {
  const { number } = swing;
  const time = clockOf(swing);
  if (swing.kind === 'practice') return say(words.range.practice, { number, time });
  const text = swing.file ? words.range.swingWith : words.range.withoutClip;
  const name = say(text, { number, time, tempo: swingTempo(swing) ?? words.numbers.notKnown });
  return swing.launch ? `${name}${words.app.separator}${launchText(swing.launch)}` : name;
}

interface ActionsProps {
  readonly store: RangeStore;
  readonly values: RangeValues;
  readonly swing: RangeSwing;
}

/** Star, delete, cut again, and the choice of what to compare with. */
export function SwingActions({ store, values, swing }: ActionsProps) {
  const [gone, setGone] = useState<string | null>(null);
  const others = values.swings.filter((one) => one.file !== null && one.id !== swing.id);
  const extend = async (where: 'earlier' | 'later') => setGone((await store.extend(swing.id, where)) ? null : swing.id);
  return (
    <div className="flex items-center gap-2 overflow-x-auto px-3 *:shrink-0 lg:flex-wrap short:flex-wrap">
      <ToggleButton isOn={swing.isStarred} onSwitch={(isOn) => store.star(swing.id, isOn)}>
        <Star className="size-4" /> {words.range.star}
      </ToggleButton>
      <SmallButton onClick={() => store.remove(swing.id)}>
        <Trash2 className="size-4" /> {words.actions.delete}
      </SmallButton>
      {values.phase !== 'off' && (
        <>
          <SmallButton onClick={() => void extend('earlier')}>{words.range.earlier}</SmallButton>
          <SmallButton onClick={() => void extend('later')}>{words.range.later}</SmallButton>
        </>
      )}
      {others.length > 0 && (
        <label className="flex min-h-11 items-center gap-2 text-sm font-semibold">
          {words.range.beside}
          <select
            value={values.besideId ?? ''}
            onChange={({ target }) => store.showBeside(target.value === '' ? null : target.value)}
            className="min-h-11 rounded-md border-2 border-line bg-raised px-2"
          >
            <option value="">{words.range.besidePro}</option>
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {say(words.range.swing, { number: one.number })}
              </option>
            ))}
          </select>
        </label>
      )}
      <Status className="text-sm text-flag-ink empty:hidden">{gone === swing.id ? words.range.gone : null}</Status>
    </div>
  );
}
