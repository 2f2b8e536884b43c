// Step 3: a professional from the library, or the visitor's own pro video with steps 3a and 3b. Also what follows once
// all proposals are accepted: the comparison with the chosen golfer, or with a suggested one.
import { ArrowLeft } from 'lucide-react';
import { useId, useState } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import { type GolferHand, shownHand } from '#domain/body/filmed.ts';
import { CLUB_KINDS, type ClubKind, golferTempo } from '#domain/library/golfer.ts';
import { type SwingTraits, suggestedGolfers } from '#domain/library/suggest-golfers.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { useGolfers } from '#web/api/query.tsx';
import { type SeenTraits, useFilmed } from '#web/body/use-filmed.ts';
import type { FoundClip } from '#web/find/editor/find-key-positions.tsx';
import type { NextStep } from '#web/find/editor/position-editor.tsx';
import { GolferPicker } from '#web/library/golfer-picker.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioTile } from '#web/ui/radio.tsx';
import { say, words } from '#web/words/words.ts';
import { Annotator } from './analysis-steps.tsx';
import type { Analysis } from './analysis-store.ts';
import { type IntakeProps, OwnVideoUpload } from './own-video-upload.tsx';
import { Foldable, Step, type StepStates } from './step.tsx';
import { GolferChoice, SuggestedGolfers } from './suggested-golfers.tsx';

interface ProStepsProps extends IntakeProps {
  states: StepStates;
  onChoose: (golfer: GolferCard, hand: GolferHand | null) => void;
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
  const choose = (golfer: GolferCard) => onChoose(golfer, swing.hand);
  function startOwnPro() {
    analysis.setCustomPro(true);
    // The step is shorter now: its heading would be above the window.
    requestAnimationFrame(() => document.getElementById('step-3')?.scrollIntoView());
  }
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
        {isWanted && suggested.length > 0 && <SuggestedGolfers suggested={suggested} onChoose={choose} />}
        <Foldable
          key={analysis.user?.clipId}
          changeLabel={words.analysisPage.changeGolfer}
          isFolded={isFolded && states.pro === 'done'}
          line={<p className="font-semibold">{analysis.golfer?.name}</p>}
        >
          <GolferPicker chosenId={analysis.golfer?.id ?? null} swing={swing} onChoose={choose} />
          <div className="flex items-center gap-4 text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            {words.analysisPage.or}
          </div>
          <Button variant="secondary" className="justify-self-center" onClick={startOwnPro}>
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

/** What is known of the visitor's swing as shown. Marks count before proposals, and a named club before a guessed one. */
function traitsOf(
  { user, choices }: Pick<Analysis, 'user' | 'choices'>,
  seen: SeenTraits,
  proposed = NO_ANNOTATIONS,
): SwingTraits {
  const { restTime, topTime, strikeTime } = user?.annotations ?? NO_ANNOTATIONS;
  const marks = {
    restTime: restTime ?? proposed.restTime,
    topTime: topTime ?? proposed.topTime,
    strikeTime: strikeTime ?? proposed.strikeTime,
  };
  const hand = seen.hand && shownHand(seen.hand, choices.user.isMirrored);
  return { ...seen, hand, club: user?.club ?? seen.club, tempo: user && golferTempo(marks, factorInUse(user)) };
}

/** The next step for a clip in which a swing was found; null without a golfer to compare with. */
export function useNextStep(analysis: Analysis, showLive: () => void): (found: FoundClip) => NextStep | null {
  const { data: golfers = [] } = useGolfers();
  const seen = useFilmed(analysis.user);
  const [tapped, setTapped] = useState<GolferOfClip | null>(null);
  const { golfer, useCustomPro, user, pro, state } = analysis;
  return (found) => {
    if (useCustomPro) {
      if (!pro || !state.proAnnotations.strikeTime) return null;
      return { sentence: say(words.annotate.comparedWith, { golfer: words.swing.yourPro }), onTaken: showLive };
    }
    if (golfer) return { sentence: say(words.annotate.comparedWith, { golfer: golfer.name }), onTaken: showLive };
    const { view, hand, annotations } = found;
    const traits = traitsOf(analysis, { view, hand, club: seen.club }, annotations);
    const suggested = suggestedGolfers(golfers, traits);
    const isTapped = (one: GolferCard) => tapped?.clipId === user?.clipId && tapped?.golferId === one.id;
    const chosen = (suggested.find((one) => isTapped(one.golfer)) ?? suggested[0])?.golfer;
    if (!user || !chosen) return null;
    return {
      sentence: (
        <div className="grid gap-2">
          <ClubChoice value={user.club ?? null} onChange={analysis.setClub} />
          <GolferChoice
            suggested={suggested}
            chosenId={chosen.id}
            onChoose={({ id }) => setTapped({ clipId: user.clipId, golferId: id })}
          />
        </div>
      ),
      onTaken: () => {
        analysis.chooseGolfer(chosen, traits.hand);
        showLive();
      },
    };
  };
}

/** The golfer that the visitor has tapped for a clip. Another clip begins with the best match again. */
interface GolferOfClip {
  readonly clipId: string;
  readonly golferId: number;
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
      <legend className="mb-1 text-sm font-semibold low:sr-only">{words.golferPicker.whichClub}</legend>
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
