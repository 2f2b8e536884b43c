// One golfer as a selectable card. A broken thumbnail is hidden without changing the layout.
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import type { GolferCard as GolferCardFacts } from '#contract/golfers.ts';
import { filmedText } from '#web/swing/filmed-words.ts';
import { classNames } from '#web/ui/class-names.ts';
import { say, words } from '#web/words/words.ts';

interface GolferCardProps {
  golfer: GolferCardFacts;
  chosen: boolean;
  onChoose: () => void;
}

/** A button named after the golfer, pressed when chosen. */
export function GolferCard({ golfer, chosen, onChoose }: GolferCardProps) {
  const id = useId();
  const filmed = filmedText(golfer);
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-facts`}
      onClick={onChoose}
      className={classNames(
        'relative grid grid-cols-[6.5rem_1fr] overflow-hidden rounded-md border-2 bg-raised text-left sm:grid-cols-1 sm:grid-rows-[auto_1fr]',
        chosen ? 'border-pro' : 'border-line hover:border-edge',
      )}
    >
      <Thumbnail url={golfer.thumbnailUrl} />
      <span className="grid content-center gap-1 p-3 sm:content-start sm:p-4">
        <span id={`${id}-name`} className="text-lg leading-tight font-bold [overflow-wrap:anywhere]">
          {golfer.name}
        </span>
        <span id={`${id}-facts`} className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-ink-soft sm:grid sm:gap-1">
          <span className="figures">{say(words.golfers.majorChampionships, { count: golfer.majorChampionships })}</span>
          {golfer.club && <span>{say(words.golfers.club, { club: golfer.club })}</span>}
          {golfer.height && <span>{say(words.golfers.height, { height: golfer.height })}</span>}
          {filmed && <span>{filmed}</span>}
          <span className="w-fit rounded-sm sm:mt-1 border border-pro px-2 py-0.5 text-xs font-semibold text-pro">
            {words.golferPicker.professionalSwing}
          </span>
        </span>
      </span>
      {chosen && (
        <span className="absolute top-0 left-0 flex items-center gap-1 bg-pro px-2 py-1 text-sm font-bold text-raised">
          <Check aria-hidden="true" className="size-4" /> {words.golferPicker.chosen}
        </span>
      )}
    </button>
  );
}

function Thumbnail({ url }: { url: string | null }) {
  const [broken, setBroken] = useState(false);
  return (
    <span className="stage mown relative block min-h-32 sm:aspect-[4/3]">
      {url && (
        <img
          src={url}
          alt=""
          loading="lazy"
          onError={() => setBroken(true)}
          className={classNames('absolute inset-0 size-full object-cover object-[50%_32%]', broken && 'invisible')}
        />
      )}
    </span>
  );
}
