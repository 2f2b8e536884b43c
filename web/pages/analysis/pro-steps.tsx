// Step 3: a professional from the library, or the visitor's own pro video with steps 3a and 3b.
import { ArrowLeft } from 'lucide-react';
import type { GolferCard } from '#contract/golfers.ts';
import { suggestedGolfers } from '#domain/library/suggest-golfers.ts';
import { useGolfers } from '#web/api/use-golfers.ts';
import { useFilmed } from '#web/body/use-filmed.ts';
import type { NextStep } from '#web/features/annotate/position-editor.tsx';
import { ClubChoice } from '#web/features/golfer-picker/club-choice.tsx';
import { GolferPicker } from '#web/features/golfer-picker/golfer-picker.tsx';
import { SuggestedGolfers } from '#web/features/golfer-picker/suggested-golfers.tsx';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import { Annotator } from './analysis-steps.tsx';
import { type IntakeProps, OwnVideoUpload } from './own-video-upload.tsx';
import { Foldable, Step } from './step.tsx';
import type { StepStates } from './step-states.ts';
import { traitsOf } from './use-next-step.tsx';

interface ProStepsProps extends IntakeProps {
  states: StepStates;
  onChoose: (golfer: GolferCard) => void;
  /** Whether the golfer was chosen together with all proposals: the step then folds to one line. */
  isFolded: boolean;
  /** The next step after the positions of the visitor's own pro video are accepted. */
  nextOfPro: NextStep | null;
}

/** Step 3 in the chosen form. */
export function ProSteps({ analysis, intake, states, onChoose, nextOfPro, isFolded }: ProStepsProps) {
  const clip = useFilmed(analysis.user);
  const { data: golfers } = useGolfers();
  const swing = traitsOf(analysis, clip);
  const suggested = suggestedGolfers(golfers ?? [], swing);
  const isWanted = states.annotate === 'done' && !analysis.golfer;
  if (!analysis.useCustomPro) {
    return (
      <Step
        id="step-3"
        number="3"
        title={words.analysisPage.golferStep}
        state={states.pro}
        waits={states.upload !== 'done' && states.pro !== 'done' && !analysis.restoring.includes('user')}
      >
        {analysis.user && !isFolded && <ClubChoice value={analysis.user.club ?? null} onChange={analysis.setClub} />}
        {isWanted && suggested.length > 0 && <SuggestedGolfers suggested={suggested} onChoose={onChoose} />}
        <Foldable
          key={analysis.user?.clipId}
          changeLabel={words.analysisPage.changeGolfer}
          isFolded={isFolded && states.pro === 'done'}
          line={<p className="font-semibold">{analysis.golfer?.name}</p>}
        >
          <GolferPicker chosenId={analysis.golfer?.id ?? null} swing={swing} onChoose={onChoose} />
          <div className="flex items-center gap-4 text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            {words.analysisPage.or}
          </div>
          <Button variant="secondary" className="justify-self-center" onClick={() => analysis.setCustomPro(true)}>
            {words.analysisPage.useOwnPro}
          </Button>
        </Foldable>
      </Step>
    );
  }
  return (
    <>
      <Step id="step-3" number="3a" title={words.analysisPage.proUploadStep} state={states.proVideo}>
        <OwnVideoUpload which="pro" analysis={analysis} intake={intake} />
        <button
          type="button"
          onClick={() => analysis.setCustomPro(false)}
          className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold underline"
        >
          <ArrowLeft className="size-4" />
          {words.analysisPage.backToGolfers}
        </button>
      </Step>
      {analysis.pro && (
        <Step id="step-3b" number="3b" title={words.analysisPage.proAnnotateStep} state={states.proAnnotate}>
          <Annotator side="pro" video={analysis.pro} analysis={analysis} next={() => nextOfPro} />
        </Step>
      )}
    </>
  );
}
