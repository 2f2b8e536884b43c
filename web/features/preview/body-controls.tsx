// The switches for body lines and for lines at the differences under the live preview, with the progress, questions and problems of the body search.
import { useRef } from 'react';
import { SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import type { CannotSee } from '#web/body/body-request.ts';
import { type BodyLook, isDone, isUnderWay } from '#web/body/clip-body.ts';
import { doneShare, progressOf, stepText } from '#web/body/look-words.ts';
import { unseenSentence } from '#web/body/unseen-sentence.ts';
import { type LookingFor, lookAfterAll, type SideBody } from '#web/body/use-bodies.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { say, words } from '#web/words/words.ts';

interface BodyControlsProps {
  readonly bodies: Readonly<Record<Side, SideBody>>;
  readonly names: Readonly<Record<Side, string>>;
  /** What the search is for now. */
  readonly wanted: LookingFor;
  readonly hasLines: boolean;
  readonly onLinesChange: (hasLines: boolean) => void;
  readonly hasEvidence: boolean;
  readonly onEvidenceChange: (hasEvidence: boolean) => void;
  /** Cancels the search. */
  readonly onGiveUp: () => void;
}

/** The switches, and the state of the search below it. */
export function BodyControls(props: BodyControlsProps) {
  const { bodies, names, wanted, hasLines, onLinesChange, hasEvidence, onEvidenceChange, onGiveUp } = props;
  const isWanted = wanted !== 'nothing';
  const running = SIDES.find((side) => isUnderWay(bodies[side].look));
  const asking = SIDES.map((side) => bodies[side].look).find((look) => look.stage === 'ask-first');
  const problems = new Set(SIDES.flatMap((side) => problemsOf(bodies[side].look, nameOf(side, names))));
  const isNotLoaded = SIDES.some((side) => reasonOf(bodies[side].look) === 'not-loaded');
  const section = useRef<HTMLElement>(null);
  // The pressed button disappears, so the switch takes the focus.
  const thenFocus = (act: () => void) => () => {
    act();
    section.current?.querySelector<HTMLElement>('[role="switch"]')?.focus();
  };
  const turnOff = thenFocus(onGiveUp);
  const goOn = thenFocus(() => lookAfterAll(bodies, wanted));
  return (
    <section ref={section} aria-label={words.body.lines} className="border-t border-line pt-2">
      <div className="flex flex-wrap items-center gap-x-4">
        <Switch label={words.body.lines} checked={hasLines} onCheckedChange={onLinesChange} />
        <p className="text-sm text-ink-soft">{words.body.linesMean}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        <Switch label={words.differences.lines} checked={hasEvidence} onCheckedChange={onEvidenceChange} />
        <p className="text-sm text-ink-soft">{words.differences.linesMean}</p>
      </div>
      {isWanted && asking ? (
        <Question downloadBytes={asking.downloadBytes} onAgree={goOn} onRefuse={turnOff} />
      ) : (
        isWanted &&
        running && (
          <Search
            look={bodies[running].look}
            name={nameOf(running, names)}
            before={SIDES.filter((side) => isDone(bodies[side].look)).length}
            onCancel={turnOff}
          />
        )
      )}
      <div role="status">
        {isWanted && running && !asking && <p className="sr-only">{words.body.began}</p>}
        {isWanted && !running && SIDES.some((side) => bodies[side].look.stage === 'seen') && (
          <p className="sr-only">{words.body.done}</p>
        )}
        {isWanted &&
          [...problems].map((problem) => (
            <p key={problem} className="py-1">
              {problem}
            </p>
          ))}
      </div>
      {isWanted && isNotLoaded && !running && (
        <Button variant="secondary" size="small" onClick={goOn}>
          {words.actions.tryAgain}
        </Button>
      )}
    </section>
  );
}

function nameOf(side: Side, names: Readonly<Record<Side, string>>): string {
  return say(words.body.sides[side], { name: names[side] });
}

/** The problems of a clip as sentences. A problem of the browser is stated without the name of the side. */
function problemsOf(look: BodyLook, side: string): readonly string[] {
  if (look.stage === 'nobody') return [say(words.body.ofSide, { side, sentence: unseenSentence({ kind: 'nobody' }) })];
  const reason = reasonOf(look);
  if (!reason) return [];
  const sentence = unseenSentence({ kind: 'cannot-see', reason });
  const isOfBrowser = reason === 'cannot-run' || reason === 'not-loaded';
  return [isOfBrowser ? sentence : say(words.body.ofSide, { side, sentence })];
}

function reasonOf(look: BodyLook): CannotSee | null {
  return look.stage === 'cannot-see' ? look.reason : null;
}

interface QuestionProps {
  readonly downloadBytes: number;
  readonly onAgree: () => void;
  readonly onRefuse: () => void;
}

/** Asks before a large download on a metered connection. */
function Question({ downloadBytes, onAgree, onRefuse }: QuestionProps) {
  return (
    <div role="alert" className="grid gap-2 py-1">
      <p>{unseenSentence({ kind: 'ask-first', downloadBytes })}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={onAgree}>
          {words.body.download}
        </Button>
        <Button variant="ghost" size="small" onClick={onRefuse}>
          {words.body.notNow}
        </Button>
      </div>
    </div>
  );
}

interface SearchProps {
  readonly look: BodyLook;
  readonly name: string;
  /** The number of clips already done. */
  readonly before: number;
  readonly onCancel: () => void;
}

/** The progress of a clip's search, in numbers. */
function Search({ look, name, before, onCancel }: SearchProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
      <p className="figures min-w-64">{say(words.body.ofSide, { side: name, sentence: stepText(progressOf(look)) })}</p>
      <Progress
        label={words.body.search}
        percent={Math.round(50 * (before + doneShare(progressOf(look))))}
        className="min-w-24 grow basis-32"
      />
      <Button variant="ghost" size="small" onClick={onCancel}>
        {words.body.cancel}
      </Button>
    </div>
  );
}
