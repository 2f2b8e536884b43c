// The grid of golfers, with loading, empty and error states.
import { useState } from 'react';
import type { GolferCard as GolferCardFacts } from '#contract/golfers.ts';
import { CAMERA_VIEWS } from '#domain/body/camera-view.ts';
import { GOLFER_HANDS } from '#domain/body/golfer-hand.ts';
import { FILMED_UNKNOWN, type Filmed } from '#domain/library/golfer.ts';
import {
  golfersFilmed,
  golfersLike,
  rankedGolfers,
  type SwingTraits,
  TRAITS_UNKNOWN,
} from '#domain/library/suggest-golfers.ts';
import { useGolfers } from '#web/api/query.tsx';
import { filmedText } from '#web/swing/filmed-words.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { LoadProblem } from '#web/ui/problem.tsx';
import { say, words } from '#web/words/words.ts';
import { GolferCard } from './golfer-card.tsx';

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';
/** On a phone, more golfers than this scroll within a part of the screen until the visitor asks for all. */
const MOST_ON_PHONE = 4;
const PLACEHOLDERS = ['first', 'second', 'third', 'fourth'];

interface GolferPickerProps {
  chosenId: number | null;
  /** The known traits of the visitor's swing. Golfers filmed like it come first, the best match before the others. */
  swing?: SwingTraits;
  onChoose: (golfer: GolferCardFacts) => void;
}

/** Grids of one to four columns with the library's golfers: first those filmed like the clip, then the others. */
export function GolferPicker({ chosenId, swing = TRAITS_UNKNOWN, onChoose }: GolferPickerProps) {
  const { data: golfers, isPending, isError, isFetching, refetch } = useGolfers();
  if (isPending) return <LoadingGolfers />;
  if (isError) {
    return (
      <LoadProblem isBusy={isFetching} onRetry={refetch} className="rounded-md border-2 border-flag bg-raised p-5">
        {words.golfers.loadFailed}
      </LoadProblem>
    );
  }
  if (golfers.length === 0) return <p className="rounded-md border border-line bg-raised p-5">{words.golfers.none}</p>;
  return <Golfers golfers={golfers} chosenId={chosenId} swing={swing} onChoose={onChoose} />;
}

function Golfers(props: Required<GolferPickerProps> & { golfers: readonly GolferCardFacts[] }) {
  const { golfers, chosenId, swing, onChoose } = props;
  const [wanted, setWanted] = useState(FILMED_UNKNOWN);
  const [showsAll, setShowsAll] = useState(false);
  const listed = golfersFilmed(golfers, wanted);
  const { alike, others } = golfersLike(listed, swing);
  const filmed = filmedText(swing);
  const isGrouped = alike.length > 0 && filmed !== null;
  const isFolded = !showsAll && listed.length > MOST_ON_PHONE;
  const gridOf = (shown: readonly GolferCardFacts[]) => (
    <ul className={GRID}>
      {shown.map((golfer) => (
        <li key={golfer.id} className="grid">
          <GolferCard golfer={golfer} chosen={golfer.id === chosenId} onChoose={() => onChoose(golfer)} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <GolferFilter golfers={golfers} wanted={wanted} onChange={setWanted} />
      {listed.length === 0 && <p role="status">{words.golferPicker.noneFilmed}</p>}
      <div
        className={classNames(
          'grid gap-4',
          isFolded && 'max-sm:-m-1 max-sm:max-h-64 max-sm:overflow-y-auto max-sm:p-1',
        )}
      >
        {isGrouped && <h3 className="text-lg font-bold">{say(words.golferPicker.likeYourClip, { filmed })}</h3>}
        {gridOf(isGrouped ? rankedGolfers(alike, swing) : listed)}
        {isGrouped && others.length > 0 && (
          <>
            <h3 className="mt-2 text-lg font-bold">{words.golferPicker.others}</h3>
            <p className="-mt-3 text-sm text-ink-soft">{words.golferPicker.othersWarning}</p>
            {gridOf(others)}
          </>
        )}
      </div>
      {isFolded && (
        <Button variant="secondary" className="sm:hidden" onClick={() => setShowsAll(true)}>
          {say(words.golferPicker.showAll, { count: listed.length })}
        </Button>
      )}
    </>
  );
}

function LoadingGolfers() {
  return (
    <div role="status" className={GRID}>
      <span className="sr-only">{words.golfers.loading}</span>
      {PLACEHOLDERS.map((name) => (
        <div
          key={name}
          data-testid="golfer-placeholder"
          className="h-32 animate-pulse rounded-md border border-line bg-sunken sm:h-72"
        />
      ))}
    </div>
  );
}

interface GolferFilterProps {
  readonly golfers: readonly Filmed[];
  /** A null value means any. */
  readonly wanted: Filmed;
  readonly onChange: (wanted: Filmed) => void;
}

const ANY = 'any';

/** Two selects with the views and hands in the library. */
function GolferFilter({ golfers, wanted, onChange }: GolferFilterProps) {
  const views = CAMERA_VIEWS.filter((view) => golfers.some((golfer) => golfer.view === view));
  const hands = GOLFER_HANDS.filter((hand) => golfers.some((golfer) => golfer.hand === hand));
  if (views.length < 2 && hands.length < 2) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {views.length > 1 && (
        <NativeSelect
          label={words.golferPicker.filterView}
          value={wanted.view ?? ANY}
          onValueChange={(value) => onChange({ ...wanted, view: views.find((view) => view === value) ?? null })}
          options={[
            { value: ANY, label: words.golferPicker.anyView },
            ...views.map((view) => ({ value: view, label: words.body.views[view] })),
          ]}
        />
      )}
      {hands.length > 1 && (
        <NativeSelect
          label={words.golferPicker.filterHand}
          value={wanted.hand ?? ANY}
          onValueChange={(value) => onChange({ ...wanted, hand: hands.find((hand) => hand === value) ?? null })}
          options={[
            { value: ANY, label: words.golferPicker.anyHand },
            ...hands.map((hand) => ({ value: hand, label: words.golferPicker.hands[hand] })),
          ]}
        />
      )}
    </div>
  );
}
