// The live preview while the merged video is being made. Closes when that is done, unless the visitor is using it or
// reopens it.
import { useState } from 'react';
import { areSameChoices } from '#domain/comparison/comparison-choices.ts';
import { liveDrawing } from '#web/features/drawing/surface/live-drawing.tsx';
import type { Drawings } from '#web/features/drawing/use-drawing.ts';
import { LivePreview } from '#web/features/preview/live-preview.tsx';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import type { ComparisonDraft } from './load-comparison.ts';
import type { MergeStage } from './run-merge.ts';
import type { ReadyComparison } from './use-comparison.ts';

interface LiveViewProps {
  comparison: ReadyComparison;
  /** How far the merged video is. */
  stage: MergeStage['stage'];
  /** Whether the live preview opens by itself while there is no merged video. */
  opensByItself: boolean;
  drawings: Drawings;
  /** Remakes the merged video as shown here. */
  onRemake: (draft: ComparisonDraft) => void;
}

/** The live preview of the page's comparison and the button that shows or hides it. */
export function LiveView({ comparison, stage, opensByItself, drawings, onRemake }: LiveViewProps) {
  const [draft, setDraft] = useState<ComparisonDraft>(comparison);
  const { alignment, choices } = draft;
  const differs = alignment !== comparison.alignment || !areSameChoices(choices, comparison.choices);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOpen = wanted ?? (opensByItself && stage !== 'done');
  const { user, pro } = comparison;
  return (
    <section aria-label={words.comparePage.liveView} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <LiveViewBar stage={stage} isOpen={isOpen} onToggle={() => setWanted(!isOpen)} />
      {isOpen && (
        <div onPointerDownCapture={() => setWanted(true)} onKeyDownCapture={() => setWanted(true)}>
          <LivePreview
            golfersAt="/"
            overlay={liveDrawing(drawings)}
            user={user}
            pro={pro}
            alignment={alignment}
            onAlignmentChange={(changed) => setDraft({ choices, alignment: changed })}
            choices={choices}
            onChoicesChange={(changed) => setDraft({ alignment, choices: changed })}
          />
        </div>
      )}
      <div role="status">
        {isOpen && differs && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-l-4 border-flag bg-raised px-4 py-2">
            <p className="grow">{words.comparePage.changesMissing}</p>
            <Button onClick={() => onRemake({ alignment, choices })}>{words.comparePage.mergeChanges}</Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** Keeps the live view's place while there is no comparison yet. */
export function LiveViewPlaceholder({ stage }: { stage: MergeStage['stage'] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <LiveViewBar stage={stage} isOpen={false} onToggle={null} />
      <div />
    </div>
  );
}

interface LiveViewBarProps {
  stage: MergeStage['stage'];
  isOpen: boolean;
  /** Null while there is nothing to show yet. */
  onToggle: (() => void) | null;
}

/** While these last, the merged video is being made. */
const ON_THE_WAY: readonly MergeStage['stage'][] = ['preparing', 'uploading', 'looking', 'merging', 'making'];

/** Whether the merged video is being made. */
export function isUnderWay(stage: MergeStage['stage']): boolean {
  return ON_THE_WAY.includes(stage);
}

/** What the live preview is, and the button that shows or hides it. */
function LiveViewBar({ stage, isOpen, onToggle }: LiveViewBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="text-ink-soft">{isUnderWay(stage) ? words.comparePage.liveMeanwhile : words.comparePage.live}</p>
      <Button variant="secondary" aria-expanded={isOpen} disabled={!onToggle} onClick={() => onToggle?.()}>
        {isOpen ? words.comparePage.hideLive : words.comparePage.showLive}
      </Button>
    </div>
  );
}
