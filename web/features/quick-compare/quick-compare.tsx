// The layout of the quick comparison: sample swing, professional, alignment and button. The contents are passed in by
// the page.
import type { ReactNode } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import type { SwingTraits } from '#domain/library/suggest-golfers.ts';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import { MeetingChoice } from './meeting-choice.tsx';
import { SampleProCard } from './sample-pro-card.tsx';

interface QuickCompareProps {
  /** The visitor's side: the demo card. */
  sampleUser: ReactNode;
  /** The sample swing. */
  like: SwingTraits;
  golfer: GolferCard | null;
  onGolferChange: (golfer: GolferCard) => void;
  alignment: Alignment;
  onAlignmentChange: (alignment: Alignment) => void;
  isComparing: boolean;
  onCompare: () => void;
  /** The progress, shown beside the button. */
  progress: ReactNode;
  /** Why the last comparison failed; null if it did not. */
  problem: string | null;
}

/** Both sides, the choice of alignment and 'Compare This Swing'. */
export function QuickCompare(props: QuickCompareProps) {
  const { sampleUser, golfer, onGolferChange, alignment, onAlignmentChange, isComparing, problem } = props;
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[auto_auto_1fr]">
      {sampleUser}
      <div className="min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-1">
        <SampleProCard like={props.like} golfer={golfer} disabled={isComparing} onGolferChange={onGolferChange} />
      </div>
      <MeetingChoice value={alignment} disabled={isComparing} onChange={onAlignmentChange} />
      <div className="grid content-start gap-4 lg:content-end">
        <Button size="large" busy={isComparing} onClick={props.onCompare} className="w-full">
          {isComparing ? words.quickCompare.comparing : words.quickCompare.compare}
        </Button>
        <div className="sm:min-h-11">
          {isComparing && props.progress}
          {problem && !isComparing && (
            <p role="alert" className="font-semibold text-flag-ink">
              {problem}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
