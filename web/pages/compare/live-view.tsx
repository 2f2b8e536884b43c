// The live preview of the page's comparison, where its merged video takes over.
import { areSameChoices } from '#domain/comparison/comparison-choices.ts';
import { liveDrawing } from '#web/features/drawing/surface/live-drawing.tsx';
import type { Drawings } from '#web/features/drawing/use-drawing.ts';
import { LivePreview } from '#web/features/preview/live-preview.tsx';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import type { ComparisonDraft } from './load-comparison.ts';
import type { ReadyComparison } from './use-comparison.ts';

interface LiveViewProps {
  comparison: ReadyComparison;
  /** What is chosen here: the merged video may have been made with something else. */
  draft: ComparisonDraft;
  onDraftChange: (draft: ComparisonDraft) => void;
  place: KeptPlace;
  drawings: Drawings;
  /** The visitor does something here. */
  onUse: () => void;
  /** Remakes the merged video as shown here. */
  onRemake: (draft: ComparisonDraft) => void;
}

/** The live preview, and the button that merges what was changed in it. */
export function LiveView({ comparison, draft, onDraftChange, place, drawings, onUse, onRemake }: LiveViewProps) {
  const { alignment, choices } = draft;
  const { user, pro } = comparison;
  const differs = alignment !== comparison.alignment || !areSameChoices(choices, comparison.choices);
  return (
    <section aria-label={words.comparePage.liveView} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div onPointerDownCapture={onUse} onKeyDownCapture={onUse}>
        <LivePreview
          golfersAt="/"
          user={user}
          pro={pro}
          place={place}
          overlay={liveDrawing(drawings)}
          alignment={alignment}
          onAlignmentChange={(changed) => onDraftChange({ choices, alignment: changed })}
          choices={choices}
          onChoicesChange={(changed) => onDraftChange({ alignment, choices: changed })}
        />
      </div>
      <div role="status">
        {differs && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-l-4 border-flag bg-raised px-4 py-2">
            <p className="grow">{words.comparePage.changesMissing}</p>
            <Button onClick={() => onRemake(draft)}>{words.comparePage.mergeChanges}</Button>
          </div>
        )}
      </div>
    </section>
  );
}
