// The switches for body lines and for lines at the differences, the state of the body search, and how the visitor is
// filmed, with a select to correct it.
import { useRef } from 'react';
import type { BodyAngles, SaidOfBody } from '#domain/body/body-angles.ts';
import { CAMERA_VIEWS, type CameraView, GOLFER_HANDS, type GolferHand, shownHand } from '#domain/body/filmed.ts';
import { type ComparisonChoices, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import { SIDES, type Side } from '#domain/side.ts';
import type { CannotSee } from '#web/body/body-request.ts';
import { type BodyLook, clipBodyOf, isDone, isUnderWay } from '#web/body/clip-body.ts';
import { doneShare, progressOf, stepText, unseenSentence } from '#web/body/look-words.ts';
import { type LookingFor, lookAfterAll, type SideBody } from '#web/body/use-bodies.ts';
import { Button, CancelButton, SmallButton } from '#web/ui/button.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { filmedText } from '#web/words/swing-words.ts';
import { say, words } from '#web/words/words.ts';
import type { DrawnMoment } from './differences-list.tsx';

export interface BodyControlsProps {
  readonly bodies: Readonly<Record<Side, SideBody>>;
  readonly names: Readonly<Record<Side, string>>;
  readonly wanted: LookingFor;
  readonly drawn: readonly DrawnMoment[];
  readonly choices: ComparisonChoices;
  readonly choose: (choices: ComparisonChoices) => void;
  readonly onGiveUp: () => void;
}

export function BodyControls({ bodies, names, wanted, drawn, choices, choose, onGiveUp }: BodyControlsProps) {
  const isWanted = wanted !== 'nothing';
  const running = SIDES.find((side) => isUnderWay(bodies[side].look));
  const asking = SIDES.map((side) => bodies[side].look).find((look) => look.stage === 'ask-first');
  const problems = new Set(SIDES.flatMap((side) => problemsOf(bodies[side].look, nameOf(side, names))));
  const isNotLoaded = SIDES.some((side) => reasonOf(bodies[side].look) === 'not-loaded');
  const isOfDevice = SIDES.some((side) => OF_THE_DEVICE.has(reasonOf(bodies[side].look)));
  const section = useRef<HTMLElement>(null);
  // The pressed button disappears, so the switch takes the focus.
  const thenFocus = (act: () => void) => () => {
    act();
    section.current?.querySelector<HTMLElement>('[role="switch"]')?.focus();
  };
  const turnOff = thenFocus(onGiveUp);
  const goOn = thenFocus(() => lookAfterAll(bodies, wanted));
  return (
    <section ref={section} aria-label={words.body.lines} className="border-line lg:border-t lg:pt-2">
      <div className="flex flex-wrap gap-x-4">
        <Switch
          label={words.body.lines}
          checked={choices.hasBodyLines}
          onCheckedChange={(hasBodyLines) => choose({ ...choices, hasBodyLines })}
        />
        <Switch
          label={words.differences.lines}
          checked={choices.hasEvidence}
          onCheckedChange={(hasEvidence) => choose({ ...choices, hasEvidence })}
        />
      </div>
      <p className="text-sm text-ink-soft">{words.body.linesMean}</p>
      {drawn.length > 0 && (
        <div className="flex flex-wrap gap-2 pb-1">
          {drawn.map(({ position, show }) => (
            <SmallButton key={position} onClick={show}>
              {words.differences.shownAt[position]}
            </SmallButton>
          ))}
        </div>
      )}
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
        {isOfDevice && <CheckLink />}
      </div>
      {isWanted && isNotLoaded && !running && <SmallButton onClick={goOn}>{words.actions.tryAgain}</SmallButton>}
    </section>
  );
}

function nameOf(side: Side, names: Readonly<Record<Side, string>>): string {
  return say(words.body.sides[side], { name: names[side] });
}

const OF_THE_DEVICE: ReadonlySet<CannotSee | null> = new Set<CannotSee>(['cannot-run', 'no-decoder']);

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

function Question({ downloadBytes, onAgree, onRefuse }: QuestionProps) {
  return (
    <div role="alert" className="grid gap-2 py-1">
      <p>{unseenSentence({ kind: 'ask-first', downloadBytes })}</p>
      <div className="flex flex-wrap gap-2">
        <SmallButton onClick={onAgree}>{words.body.download}</SmallButton>
        <Button variant="ghost" size="small" onClick={onRefuse}>
          {words.actions.notNow}
        </Button>
      </div>
    </div>
  );
}

interface SearchProps {
  readonly look: BodyLook;
  readonly name: string;
  readonly before: number;
  readonly onCancel: () => void;
}

function Search({ look, name, before, onCancel }: SearchProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
      <p className="figures min-w-64">{say(words.body.ofSide, { side: name, sentence: stepText(progressOf(look)) })}</p>
      <Progress
        label={words.body.search}
        percent={Math.round(50 * (before + doneShare(progressOf(look))))}
        className="min-w-24 grow basis-32"
      />
      <CancelButton size="small" onClick={onCancel} />
    </div>
  );
}

interface SeenNoteProps extends Pick<BodyControlsProps, 'bodies' | 'choices' | 'choose'> {
  readonly proName: string;
  /** The address of the golfer picker; null if the pro is the visitor's own video. */
  readonly golfersAt: string | null;
}

/** The line. Empty until the visitor's body is tracked. */
export function SeenNote({ bodies: { user, pro }, proName, choices, choose, golfersAt }: SeenNoteProps) {
  const line = useRef<HTMLDivElement>(null);
  const angles = user.measured?.angles;
  if (!user.clip || !angles) return null;
  const { of } = user.clip;
  const other = pro.measured?.angles;
  const proHand = other?.hand && shownHand(other.hand, choices.pro.isMirrored);
  const hasOtherHand = angles.hand && proHand && shownHand(angles.hand, choices.user.isMirrored) !== proHand;
  function mirrorPro() {
    choose(withSideChoices(choices, 'pro', { isMirrored: !choices.pro.isMirrored }));
    // The button disappears, so the select takes the focus.
    line.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  }
  return (
    <div ref={line} className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1">
      <div className="flex flex-wrap items-center gap-x-2">
        <span>{words.body.seen}</span>
        <Select
          label={words.body.seenChange}
          value={keyOf(angles)}
          onValueChange={(value) => clipBodyOf(of).say(saidBy(value))}
          options={optionsFor(angles)}
        />
      </div>
      {angles.view && other?.view && angles.view !== other.view && (
        <p>
          {say(words.body.otherView, { pro: proName, view: words.body.viewsInText[other.view] })}{' '}
          {golfersAt && (
            <a href={golfersAt} className="inline-flex min-h-11 items-center font-semibold underline">
              {words.body.seeAlike}
            </a>
          )}
        </p>
      )}
      {hasOtherHand && (
        <div className="flex flex-wrap items-center gap-x-3">
          <p>{say(words.body.otherHand, { pro: proName, hand: words.body.hands[proHand] })}</p>
          <SmallButton onClick={mirrorPro}>{words.body.mirrorPro}</SmallButton>
        </div>
      )}
    </div>
  );
}

type Seen = Pick<BodyAngles, 'view' | 'hand'>;

const SEPARATOR = ' ';

function keyOf({ view, hand }: Seen): string {
  return [view, hand].join(SEPARATOR);
}

function saidBy(value: string): SaidOfBody {
  const [view, hand] = value.split(SEPARATOR);
  return {
    ...(CAMERA_VIEWS.includes(view as CameraView) && { view: view as CameraView }),
    ...(GOLFER_HANDS.includes(hand as GolferHand) && { hand: hand as GolferHand }),
  };
}

/** Every view with every hand, preceded by the detected combination if view or hand is unclear. */
function optionsFor(seen: Seen) {
  const clear = CAMERA_VIEWS.flatMap((view) => GOLFER_HANDS.map((hand): Seen => ({ view, hand })));
  const isClear = seen.view !== null && seen.hand !== null;
  return [...(isClear ? [] : [seen]), ...clear].map((each) => ({
    value: keyOf(each),
    label: filmedText(each) ?? words.body.notClear,
  }));
}
