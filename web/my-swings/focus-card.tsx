// What the golfer works on: where it stood, the goal, what to look for, and the retests since then.
import { Link } from 'wouter';
import { type Focus, retestOf } from '#domain/focus/focus.ts';
import { keepFocus, useFocus, useFocusPicture } from '#web/kept/kept-focus.ts';
import { useHeightCm } from '#web/preview/golfer-height.tsx';
import { buttonClass, SmallButton } from '#web/ui/button.tsx';
import { formatDate } from '#web/words/dates.ts';
import { filmedText, focusName, goalText, lookForText, pickedText, retestText } from '#web/words/focus-words.ts';
import { say, words } from '#web/words/words.ts';

/** The card. Empty without a focus. */
export function FocusCard() {
  const focus = useFocus();
  const picture = useFocusPicture();
  const heightCm = useHeightCm();
  if (!focus) return null;
  return (
    <section aria-labelledby="focus" className="grid max-w-3xl gap-3 rounded-lg bg-raised p-4 sm:p-5">
      <div>
        <h2 id="focus" className="label">
          {words.focus.heading}
        </h2>
        <p className="display text-2xl">{focusName(focus)}</p>
        <p className="text-sm text-ink-soft">{filmedText(focus)}</p>
      </div>
      <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
        {[
          [words.focus.now, pickedText(focus, heightCm)],
          [words.focus.goal, goalText(focus, heightCm)],
        ].map(([term, value]) => (
          <div key={term}>
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {picture && (
        <img
          src={picture}
          alt={say(words.focus.picture, { name: focusName(focus) })}
          className="max-h-72 max-w-full justify-self-start rounded-md"
        />
      )}
      <p className="max-w-prose">{lookForText(focus)}</p>
      {focus.sets.length > 0 && <Verdicts focus={focus} heightCm={heightCm} />}
      <div className="flex flex-wrap gap-3">
        <Link href="/range" className={buttonClass('primary', 'small')}>
          {words.focus.toRange}
        </Link>
        <SmallButton onClick={() => keepFocus(null)}>{words.focus.drop}</SmallButton>
      </div>
    </section>
  );
}

/** Each verdict with its band, on one scale: from top to bottom, the newest first. */
function Verdicts({ focus, heightCm }: { readonly focus: Focus; readonly heightCm: number }) {
  const verdicts = focus.sets.flatMap(({ endedAtMs, shots }) => {
    const retest = retestOf(focus, shots);
    return retest ? [{ endedAtMs, retest }] : [];
  });
  const edges = verdicts.flatMap(({ retest: { after } }) => [
    after.value - after.plusMinus,
    after.value + after.plusMinus,
  ]);
  const ends = [focus.goal, focus.before.value, ...edges];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const percent = (value: number) => `${(100 * (value - least)) / (most - least)}%`;
  return (
    <>
      <ol aria-label={words.focus.verdicts} className="grid gap-3">
        {verdicts.toReversed().map(({ endedAtMs, retest }) => {
          const { value, plusMinus } = retest.after;
          return (
            <li key={endedAtMs}>
              <span className="text-sm text-ink-soft">{formatDate(endedAtMs)}</span>{' '}
              {retestText(focus, retest, heightCm)}
              <div aria-hidden="true" className="relative mt-1 h-2 rounded-full bg-sunken">
                <div
                  className="absolute inset-y-0 rounded-full bg-you"
                  style={{ left: percent(value - plusMinus), width: percent(least + 2 * plusMinus) }}
                />
                <div
                  className="absolute -inset-y-1 w-1 -translate-x-1/2 bg-pro"
                  style={{ left: percent(focus.goal) }}
                />
              </div>
            </li>
          );
        })}
      </ol>
      <p className="text-sm text-ink-soft">{words.focus.bands}</p>
    </>
  );
}
