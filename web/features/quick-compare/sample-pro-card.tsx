// The professional's side of the quick comparison: the chosen golfer's swing and facts above the row of golfers.
import type { GolferCard } from '#contract/golfers.ts';
import type { SwingTraits } from '#domain/library/suggest-golfers.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { useGolfer } from '#web/api/use-golfer.ts';
import { SampleSwing } from '#web/swing/sample-swing.tsx';
import { words } from '#web/words/words.ts';
import { ProLine } from './pro-line.tsx';

interface SampleProCardProps {
  /** The swing on the other side. */
  like: SwingTraits;
  golfer: GolferCard | null;
  disabled: boolean;
  onGolferChange: (golfer: GolferCard) => void;
}

/** The chosen golfer, above the row to choose from. */
export function SampleProCard({ like, golfer, disabled, onGolferChange }: SampleProCardProps) {
  return (
    <section
      aria-label={words.quickCompare.proSide}
      className="grid h-full min-w-0 grid-cols-1 content-start gap-2 rounded-lg bg-raised p-3 sm:gap-4 sm:p-5"
    >
      <h3 className="display flex items-center text-base sm:min-h-11 sm:text-xl">
        {golfer ? words.quickCompare.selectedProfessional : words.quickCompare.selectProfessional}
      </h3>
      {golfer ? <ChosenGolfer key={golfer.id} golfer={golfer} /> : <NobodyChosen />}
      <ProLine like={like} chosenId={golfer?.id ?? null} disabled={disabled} onChoose={onGolferChange} />
    </section>
  );
}

function ChosenGolfer({ golfer }: { golfer: GolferCard }) {
  const { data: detail, isError } = useGolfer(golfer.id);
  const { name, level, club, tag, thumbnailUrl } = golfer;
  return (
    <SampleSwing
      facts={{ side: 'pro', name, level, club, tag }}
      annotations={detail ?? NO_ANNOTATIONS}
      videoUrl={detail?.videoUrl ?? null}
      thumbnailUrl={thumbnailUrl}
      againLabel={words.quickCompare.watchProAgain}
      timesProblem={isError ? words.demo.timesFailed : null}
    />
  );
}

/** A placeholder. On wide screens it reserves the golfer's space, so that the page does not jump after a choice. */
function NobodyChosen() {
  return (
    <div className="grid place-items-center max-sm:sr-only rounded-sm bg-sunken px-4 py-1.5 max-sm:text-sm sm:viewfinder text-center text-ink-soft sm:min-h-48 sm:py-0">
      <p>{words.quickCompare.nobodyChosen}</p>
    </div>
  );
}
