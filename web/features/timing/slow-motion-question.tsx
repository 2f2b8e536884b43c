// "Was this filmed in slow motion?": asked once per clip, with a proposal and its reason. The answer can change.
import { useEffect, useId, useRef, useState } from 'react';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import { type FilmedSwing, judgeSlowMotion, OFFERED_FACTORS } from '#domain/swing/slow-motion.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioBox } from '#web/ui/radio.tsx';
import { say, words } from '#web/words/words.ts';
import { answerText, doubtText, factorLabel, hundredths, ofClip, reasonText } from './slow-motion-words.ts';

interface SlowMotionQuestionProps {
  readonly swing: FilmedSwing;
  /** The side of the clip, if there are two clips. */
  readonly side?: Side;
  /** The answered factor; null until answered. */
  readonly answer: number | null;
  readonly onAnswer: (factor: number) => void;
}

/** The question, or the answer with a way to change it. */
export function SlowMotionQuestion({ swing, side, answer, onAnswer }: SlowMotionQuestionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isJustAnswered, setIsJustAnswered] = useState(false);
  const changeRef = useRef<HTMLButtonElement>(null);
  // The pressed button is gone, so focus moves to the button that replaced it.
  useEffect(() => {
    // That button may appear only after the answer has been stored.
    if (isJustAnswered && answer !== null) changeRef.current?.focus();
  }, [isJustAnswered, answer]);
  const judgement = judgeSlowMotion(swing);
  const reason = reasonText(judgement, swing);
  if (!isOpen && (answer !== null || !judgement.isWorthAsking)) {
    return (
      <p className="flex flex-wrap items-center gap-x-3">
        <span>{ofClip(side, answerText(answer ?? 1))}</span>
        <Button
          ref={changeRef}
          size="small"
          variant="ghost"
          aria-label={side ? words.timing.changeLabels[side] : words.timing.changeLabel}
          onClick={() => {
            setIsJustAnswered(false);
            setIsOpen(true);
          }}
        >
          {words.timing.change}
        </Button>
      </p>
    );
  }
  return (
    <FactorChoice
      swing={swing}
      side={side}
      proposed={answer ?? judgement.factor}
      isInUse={answer === null && judgement.factor > 1}
      reason={answer === null ? reason : null}
      onAnswer={(factor) => {
        setIsOpen(false);
        setIsJustAnswered(true);
        onAnswer(factor);
      }}
    />
  );
}

interface FactorChoiceProps {
  readonly swing: FilmedSwing;
  readonly side: Side | undefined;
  readonly proposed: number;
  /** Whether the proposal is in use while the question is open. */
  readonly isInUse: boolean;
  readonly reason: string | null;
  readonly onAnswer: (factor: number) => void;
}

function FactorChoice({ swing, side, proposed, isInUse, reason, onAnswer }: FactorChoiceProps) {
  const id = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const factor = chosen ?? proposed;
  const offered = [...new Set([...OFFERED_FACTORS, proposed])].sort((a, b) => a - b);
  return (
    <fieldset aria-describedby={reason ? `${id}-reason` : undefined} className="grid gap-3">
      <legend className="mb-1 font-bold">{ofClip(side, words.timing.question)}</legend>
      {reason && (
        <p id={`${id}-reason`} className="text-sm text-ink-soft">
          {reason}
        </p>
      )}
      {isInUse && <p className="text-sm font-semibold">{say(words.timing.inUse, { factor: hundredths(proposed) })}</p>}
      <div className="flex flex-wrap gap-2">
        {offered.map((one) => (
          <RadioBox key={one} name={id} checked={factor === one} onChange={() => setChosen(one)} className="bg-raised">
            {factorLabel(one)}
          </RadioBox>
        ))}
        <Button onClick={() => onAnswer(factor)}>{words.timing.confirm}</Button>
      </div>
      <p role="status" className="text-sm font-semibold text-flag-ink empty:hidden">
        {doubtText(factor, swing)}
      </p>
    </fieldset>
  );
}
