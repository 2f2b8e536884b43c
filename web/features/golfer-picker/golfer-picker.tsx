// The grid of golfers to choose from, with loading, empty and error states.
import type { GolferCard as GolferCardFacts } from '#contract/golfers.ts';
import { useGolfers } from '#web/api/use-golfers.ts';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import { GolferCard } from './golfer-card.tsx';

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';
const PLACEHOLDERS = ['first', 'second', 'third', 'fourth'];

interface GolferPickerProps {
  chosenId: number | null;
  onChoose: (golfer: GolferCardFacts) => void;
}

/** A grid of one to four columns with the library's golfers. */
export function GolferPicker({ chosenId, onChoose }: GolferPickerProps) {
  const { data: golfers, isPending, isError, isFetching, refetch } = useGolfers();
  if (isPending) return <LoadingGolfers />;
  if (isError) {
    return (
      <div role="alert" className="grid justify-items-start gap-3 rounded-md border-2 border-flag bg-raised p-5">
        <p className="font-semibold">{words.golfers.loadFailed}</p>
        <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
          {words.actions.tryAgain}
        </Button>
      </div>
    );
  }
  if (golfers.length === 0) return <p className="rounded-md border border-line bg-raised p-5">{words.golfers.none}</p>;
  return (
    <ul className={GRID}>
      {golfers.map((golfer) => (
        <li key={golfer.id} className="grid">
          <GolferCard golfer={golfer} chosen={golfer.id === chosenId} onChoose={() => onChoose(golfer)} />
        </li>
      ))}
    </ul>
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
