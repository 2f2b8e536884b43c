// A published range as a subtle band on a scale, with both golfers' numbers on it. It grades nobody.
import type { ReferenceRange } from '#domain/body/reference-ranges.ts';
import { type ComparedMeasure, isShown } from '#domain/comparison/body-comparison.ts';
import { SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import { say, words } from '#web/words/words.ts';

const COLORS: Readonly<Record<Side, string>> = { user: 'bg-you', pro: 'bg-pro' };
/** How far the scale reaches past the band on either side, as a share of the band. */
const MARGIN = 1;

interface ReferenceBandProps {
  readonly range: ReferenceRange;
  readonly sides: ComparedMeasure['sides'];
}

/** The band and its text. A number outside of the scale is at its end. */
export function ReferenceBand({ range: { from, to, source }, sides }: ReferenceBandProps) {
  const least = from - MARGIN * (to - from);
  const percent = (value: number) =>
    Math.min(100, Math.max(0, (100 * (value - least)) / ((1 + 2 * MARGIN) * (to - from))));
  return (
    <div className="grid max-w-sm gap-1 pt-0.5 pb-2">
      <div aria-hidden="true" className="relative h-2 rounded-full bg-sunken">
        <div
          className="absolute inset-y-0 rounded-full bg-edge opacity-60"
          style={{ left: `${percent(from)}%`, right: `${100 - percent(to)}%` }}
        />
        {SIDES.map((side) => {
          const shown = sides[side];
          return (
            isShown(shown) && (
              <div
                key={side}
                className={`absolute -inset-y-0.5 w-1 -translate-x-1/2 rounded-full ${COLORS[side]}`}
                style={{ left: `${percent(shown.value)}%` }}
              />
            )
          );
        })}
      </div>
      <p className="text-xs text-ink-soft">{say(words.body.tourRange, { from, to, source })}</p>
    </div>
  );
}
