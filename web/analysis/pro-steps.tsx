// Step 3: a professional from the library, or the visitor's own pro video with steps 3a and 3b. Also what follows once
// all proposals are accepted: the comparison with the chosen golfer, or with the best match.
import { ArrowLeft } from 'lucide-react';
import { useId } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import { CLUB_KINDS, type ClubKind, type Filmed, golferTempo } from '#domain/library/golfer.ts';
import { type SuggestedGolfer, type SwingTraits, suggestedGolfers } from '#domain/library/suggest-golfers.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { useGolfers } from '#web/api/query.tsx';
import { useFilmed } from '#web/body/use-filmed.ts';
import type { NextStep } from '#web/find/editor/position-editor.tsx';
import { GolferPicker } from '#web/library/golfer-picker.tsx';
import { Button } from '#web/ui/button.tsx';
import { StillPicture } from '#web/ui/preview-clip.tsx';
import { RadioTile } from '#web/ui/radio.tsx';
import { say, words } from '#web/words/words.ts';
import { Annotator } from './analysis-steps.tsx';
import type { Analysis } from './analysis-store.ts';
import { type IntakeProps, OwnVideoUpload } from './own-video-upload.tsx';
import { Foldable, Step, type StepStates } from './step.tsx';

interface ProStepsProps extends IntakeProps {
  states: StepStates;
  onChoose: (golfer: GolferCard) => void;
  /** Whether the golfer was chosen together with all proposals: the step then folds to one line. */
  isFolded: boolean;
  /** The next step after the positions of the visitor's own pro video are accepted. */
  nextOfPro: NextStep | null;
}

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

interface SuggestedGolfersProps {
  /** At least one golfer, the best match first. */
  readonly suggested: readonly SuggestedGolfer<GolferCard>[];
  readonly onChoose: (golfer: GolferCard) => void;
}

/** Up to three pictures side by side. A warning above them says if not all are known to be filmed like the swing. */
function SuggestedGolfers({ suggested, onChoose }: SuggestedGolfersProps) {
  const id = useId();
  const isAlike = suggested.every((one) => one.isAlike);
  return (
    <section aria-labelledby={`${id}-heading`} className="grid gap-2">
      <h3 id={`${id}-heading`} className="text-lg font-bold">
        {isAlike ? words.golferPicker.suggested : words.golferPicker.suggestedUnlike}
      </h3>
      {!isAlike && <p className="text-sm text-ink-soft">{words.golferPicker.checkAngle}</p>}
      <ul className="grid grid-cols-3 gap-2 sm:gap-4">
        {suggested.map(({ golfer }, index) => (
          <li key={golfer.id} className="grid">
            <button
              type="button"
              // Not the golfer's name alone, because the cards below are the buttons with these names.
              aria-label={say(words.golferPicker.suggestion, { number: index + 1 })}
              aria-describedby={`${id}-${golfer.id}`}
              onClick={() => onChoose(golfer)}
              className="grid content-start gap-1.5 rounded-md bg-raised p-1.5 text-left hover:bg-sunken"
            >
              <span className="stage mown block aspect-3/4 w-full overflow-hidden rounded-sm sm:aspect-4/3">
                <StillPicture url={golfer.thumbnailUrl} />
              </span>
              <span id={`${id}-${golfer.id}`} className="text-sm leading-snug font-semibold [overflow-wrap:anywhere]">
                {golfer.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is known of the visitor's swing, filmed with this view and hand. */
function traitsOf({ user }: Pick<Analysis, 'user'>, filmed: Filmed): SwingTraits {
  const tempo = user && golferTempo(user.annotations, factorInUse(user));
  return { ...filmed, club: user?.club ?? null, seconds: tempo?.seconds ?? null, heightCm: null };
}

/** The next step for a clip with this camera view and hand; null without a golfer to compare with. */
export function useNextStep(analysis: Analysis, showLive: () => void): (filmed: Filmed) => NextStep | null {
  const { data: golfers } = useGolfers();
  const { golfer, useCustomPro, pro, state } = analysis;
  return (filmed) => {
    if (useCustomPro) {
      if (!pro || !state.proAnnotations.strikeTime) return null;
      return { sentence: say(words.annotate.comparedWith, { golfer: words.swing.yourPro }), onTaken: showLive };
    }
    if (golfer) return { sentence: say(words.annotate.comparedWith, { golfer: golfer.name }), onTaken: showLive };
    return suggestionOf(analysis, golfers ?? [], filmed, showLive);
  };
}

function suggestionOf(
  analysis: Analysis,
  golfers: readonly GolferCard[],
  filmed: Filmed,
  showLive: () => void,
): NextStep | null {
  const [suggested] = suggestedGolfers(golfers, traitsOf(analysis, filmed));
  if (!suggested) return null;
  const text = suggested.isAlike ? words.annotate.comparedWithAlike : words.annotate.comparedWithSuggested;
  return {
    sentence: (
      <>
        <ClubChoice value={analysis.user?.club ?? null} onChange={analysis.setClub} />
        <span className="mt-1 block">{say(text, { golfer: suggested.golfer.name })}</span>
      </>
    ),
    onTaken: () => {
      analysis.chooseGolfer(suggested.golfer);
      showLive();
    },
  };
}

/** The step for the visitor's own pro video: the comparison, once their own swing is marked. */
export function nextStepOfPro({ state }: Analysis, showLive: () => void): NextStep | null {
  if (state.userAnnotations.strikeTime === null) return null;
  return { sentence: words.annotate.comparedWithYours, onTaken: showLive };
}

interface ClubChoiceProps {
  readonly value: ClubKind | null;
  readonly onChange: (club: ClubKind) => void;
}

function ClubChoice({ value, onChange }: ClubChoiceProps) {
  const name = useId();
  return (
    <fieldset className="grid min-w-0 max-w-md grid-cols-4 gap-1.5">
      <legend className="mb-1 text-sm font-semibold">{words.golferPicker.whichClub}</legend>
      {CLUB_KINDS.map((club) => (
        <RadioTile
          key={club}
          name={name}
          checked={club === value}
          onChange={() => onChange(club)}
          className="inline-flex min-h-11 items-center justify-center rounded-full px-2 text-sm font-semibold not-has-checked:bg-sunken"
        >
          {words.golferPicker.clubs[club]}
        </RadioTile>
      ))}
    </fieldset>
  );
}
