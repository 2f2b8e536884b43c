// The golfers who suit the visitor's swing best, as pictures to choose from in one press.
import { useId } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import type { SuggestedGolfer } from '#domain/library/suggest-golfers.ts';
import { StillPicture } from '#web/ui/preview-clip.tsx';
import { say, words } from '#web/words/words.ts';

interface SuggestedGolfersProps {
  /** At least one golfer, the best match first. */
  readonly suggested: readonly SuggestedGolfer<GolferCard>[];
  readonly onChoose: (golfer: GolferCard) => void;
}

/** Up to three pictures side by side. A warning above them says if not all are known to be filmed like the swing. */
export function SuggestedGolfers({ suggested, onChoose }: SuggestedGolfersProps) {
  const id = useId();
  const isAlike = suggested.every((one) => one.isAlike);
  return (
    <section aria-labelledby={`${id}-heading`} className="grid gap-2">
      <h3 id={`${id}-heading`} className="text-lg font-bold">
        {isAlike ? words.golferPicker.suggested : words.golferPicker.suggestedUnlike}
      </h3>
      {!isAlike && <p className="text-sm text-ink-soft">{words.golferPicker.checkAngle}</p>}
      <ul className="grid grid-cols-3 gap-2 sm:gap-4">
        {suggested.map(({ golfer }, index) => (
          <li key={golfer.id} className="grid">
            <button
              type="button"
              // Not the golfer's name alone, because the cards below are the buttons with these names.
              aria-label={say(words.golferPicker.suggestion, { number: index + 1 })}
              aria-describedby={`${id}-${golfer.id}`}
              onClick={() => onChoose(golfer)}
              className="grid content-start gap-1.5 rounded-md bg-raised p-1.5 text-left hover:bg-sunken"
            >
              <span className="stage mown block aspect-3/4 w-full overflow-hidden rounded-sm sm:aspect-4/3">
                <StillPicture url={golfer.thumbnailUrl} />
              </span>
              <span id={`${id}-${golfer.id}`} className="text-sm leading-snug font-semibold [overflow-wrap:anywhere]">
                {golfer.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
