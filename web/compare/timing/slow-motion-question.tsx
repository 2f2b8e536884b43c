// "Was this filmed in slow motion?": asked once per clip, with a proposal and its reason. The answer can change: below
// the question, or on a chip over the picture. Imports the frame reader, so the first page loads it lazily.
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Side } from '#domain/side.ts';
import {
  downswingOf,
  type FilmedSwing,
  isPlausibleFactor,
  judgeSlowMotion,
  OFFERED_FACTORS,
  type SlowMotionJudgment,
} from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { framesPerSecond } from '#domain/time.ts';
import { useFileFootage } from '#web/clip/use-footage.ts';
import { Button } from '#web/ui/button.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { RadioBox } from '#web/ui/radio.tsx';
import { Status } from '#web/ui/status.tsx';
import { formatSeconds } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';

interface SlowMotionQuestionProps {
  readonly swing: FilmedSwing;
  readonly side?: Side;
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
  const judgment = judgeSlowMotion(swing);
  const reason = reasonText(judgment, swing);
  if (!isOpen && (answer !== null || !judgment.isWorthAsking)) {
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
      proposed={answer ?? judgment.factor}
      isInUse={answer === null && judgment.factor > 1}
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
      <Status className="text-sm font-semibold text-flag-ink empty:hidden">{doubtText(factor, swing)}</Status>
    </fieldset>
  );
}

function factorLabel(factor: number): string {
  return factor === 1 ? words.timing.realTime : say(words.timing.slower, { factor: hundredths(factor) });
}

function answerText(factor: number): string {
  return factor === 1 ? words.timing.countedReal : say(words.timing.countedSlow, { factor: hundredths(factor) });
}

/** The reason for the proposal; null without evidence of slow motion. */
function reasonText({ reason, factor }: SlowMotionJudgment, swing: FilmedSwing): string | null {
  const downswing = formatSeconds(downswingOf(swing.annotations));
  switch (reason) {
    case 'capture-rate':
      return say(words.timing.fileSaysSlow, { captured: captured(swing), shown: shown(swing) });
    case 'phone-mark':
      return words.timing.phoneMarkedSlow;
    case 'too-long':
      return say(words.timing.tooLong, { downswing });
    case 'long':
      return say(words.timing.long, { downswing });
    case 'contradicted':
      return say(factor === 1 ? words.timing.fileSaysSlowButReal : words.timing.fileContradicts, {
        captured: captured(swing),
        downswing,
      });
    case 'none':
      return null;
  }
}

/** Evidence against a choice; null if there is none. */
function doubtText(factor: number, swing: FilmedSwing): string | null {
  const downswing = downswingOf(swing.annotations);
  if (downswing === null || isPlausibleFactor(factor, downswing)) return null;
  return say(words.timing.doubt, { downswing: formatSeconds(downswing / factor) });
}

export function repeatedText(newPicturesPerSecond: number): string {
  return say(words.timing.repeatedPictures, { perSecond: Math.round(newPicturesPerSecond) });
}

/** A sentence about a clip, prefixed with its side if there are two clips. */
export function ofClip(side: Side | undefined, sentence: string): string {
  return side ? say(words.timing.ofClip, { clip: words.timing.clips[side], sentence }) : sentence;
}

/** A factor rounded for display: 4.8 for 4.8048. */
function hundredths(factor: number): number {
  return Math.round(factor * 100) / 100;
}

function captured({ facts }: FilmedSwing): number {
  return Math.round(facts.capturedPerSecond ?? 0);
}

function shown({ clip }: FilmedSwing): number {
  return Math.round(clip ? framesPerSecond(clip.frameRate) : 0);
}

interface SlowMotionChipProps {
  readonly factor: number;
  /** The factor proposed from file and marks; null if they give no hint. */
  readonly proposedFactor: number | null;
  readonly onAnswer: (factor: number) => void;
}

/** The chip. Empty for a clip in real time without a proposal of slow motion. */
export function SlowMotionChip({ factor, proposedFactor, onAnswer }: SlowMotionChipProps) {
  const factors = [...new Set([...OFFERED_FACTORS, factor, proposedFactor ?? 1])].sort((a, b) => a - b);
  if (factor === 1 && (proposedFactor ?? 1) === 1) return null;
  return (
    <NativeSelect
      label={words.timing.slowMotion}
      value={String(factor)}
      options={factors.map((one) => ({
        value: String(one),
        label: one === 1 ? words.timing.realSpeed : say(words.timing.slowMotionOf, { factor: hundredths(one) }),
      }))}
      onValueChange={(value) => onAnswer(Number(value))}
      // As narrow as one of both pictures on a phone held across.
      className="text-sm short:max-w-40 short:px-2 short:text-xs"
    />
  );
}

interface TrueTimePanelProps {
  readonly file: File;
  readonly annotations: SwingAnnotations;
  /** How many times slower than real time the clip plays, as answered; null until answered. */
  readonly slowMotionFactor: number | null;
  /** Called with the judged factor, and again when the marks or facts change it. */
  readonly onProposal?: (factor: number) => void;
  readonly onAnswer: (factor: number) => void;
}

/** Below the marker panel: the question, once there is a reason to ask, and a note on repeated frames. */
export function TrueTimePanel(props: TrueTimePanelProps) {
  const { file, annotations, slowMotionFactor, onProposal, onAnswer } = props;
  const { clip, facts, newPicturesPerSecond } = useFileFootage(file, annotations);
  const { factor } = judgeSlowMotion({ facts, clip, annotations });
  const propose = useEffectEvent((proposed: number) => onProposal?.(proposed));
  useEffect(() => propose(factor), [factor]);
  const isToldSlow = facts.capturedPerSecond !== null || facts.isMarkedSlow;
  if (slowMotionFactor === null && !isToldSlow && downswingOf(annotations) === null) return null;
  return (
    <div className="grid gap-3 rounded-md border border-line bg-raised p-4 text-ink">
      <SlowMotionQuestion swing={{ facts, clip, annotations }} answer={slowMotionFactor} onAnswer={onAnswer} />
      {newPicturesPerSecond !== null && <p className="font-semibold">{repeatedText(newPicturesPerSecond)}</p>}
    </div>
  );
}
