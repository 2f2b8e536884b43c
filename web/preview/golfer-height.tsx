// The golfer's height, which lengths in the differences are told for. Set once on this device; until then a usual height is
// assumed.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { BODY_HEIGHTS_CM, USUAL_HEIGHT_CM } from '#domain/comparison/differences.ts';
import { orNull } from '#web/lib/or-null.ts';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { formatHeight } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

const KEY = 'swingmark:height-cm';

const store = createStore<{ readonly setCm: number | null }>(() => ({ setCm: storedCm() }));

function storedCm(): number | null {
  const cm = Number(orNull(() => localStorage.getItem(KEY)));
  return cm >= BODY_HEIGHTS_CM.from && cm <= BODY_HEIGHTS_CM.to ? cm : null;
}

/** Null for a usual height. */
function setHeight(setCm: number | null): void {
  // Without storage the height lasts as long as the page.
  orNull(() => (setCm === null ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, String(setCm))));
  store.setState({ setCm });
}

/** The height for which lengths are told, in centimeters. */
export function useHeightCm(): number {
  return useStore(store, currentHeightCm);
}

export function currentHeightCm({ setCm } = store.getState()): number {
  return setCm ?? USUAL_HEIGHT_CM;
}

/** The assumed height in centimeters; null where the golfer has set theirs. */
export function assumedHeightCm(): number | null {
  return store.getState().setCm === null ? USUAL_HEIGHT_CM : null;
}

const ASSUMED = 'assumed';

/** The height, and its change. */
export function HeightChoice() {
  const setCm = useStore(store, (state) => state.setCm);
  const heights = selectableHeights();
  const labels = [...heights.keys()];
  const usual = formatHeight(USUAL_HEIGHT_CM);
  const options = labels.flatMap((label) => [
    ...(label === usual ? [{ value: ASSUMED, label: say(words.differences.assumed, { height: usual }) }] : []),
    { value: label, label },
  ]);
  return (
    <div className="flex items-center gap-2 text-sm text-ink-soft">
      <span aria-hidden="true" className="max-sm:hidden">
        {words.differences.yourHeight}
      </span>
      {/* A list as long as this one is easier to move through in the browser's own select. */}
      <NativeSelect
        label={words.differences.yourHeight}
        value={setCm === null ? ASSUMED : formatHeight(setCm)}
        onValueChange={(chosen) => setHeight(heights.get(chosen) ?? null)}
        options={options}
      />
    </div>
  );
}

/** Every height as it is written in the visitor's region, ascending, with its centimeters. */
function selectableHeights(): ReadonlyMap<string, number> {
  const { from, to } = BODY_HEIGHTS_CM;
  const all = Array.from({ length: to - from + 1 }, (_, more) => from + more);
  return new Map(all.map((cm) => [formatHeight(cm), cm]));
}
