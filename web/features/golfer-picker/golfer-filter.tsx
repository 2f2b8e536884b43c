// Filters the golfers by view and hand. Empty if all are filmed alike.
import { CAMERA_VIEWS } from '#domain/body/camera-view.ts';
import type { Filmed } from '#domain/library/golfer.ts';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { words } from '#web/words/words.ts';

interface GolferFilterProps {
  readonly golfers: readonly Filmed[];
  /** A null value means any. */
  readonly wanted: Filmed;
  readonly onChange: (wanted: Filmed) => void;
}

const ANY = 'any';
const HANDS = ['right', 'left'] as const;

/** Two selects with the views and hands in the library. */
export function GolferFilter({ golfers, wanted, onChange }: GolferFilterProps) {
  const views = CAMERA_VIEWS.filter((view) => golfers.some((golfer) => golfer.view === view));
  const hands = HANDS.filter((hand) => golfers.some((golfer) => golfer.hand === hand));
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
