// States in one line how the visitor is filmed, with a select to correct it, and how the pro's view and hand differ.
import { useRef } from 'react';
import type { BodyAngles, SaidOfBody } from '#domain/body/body-angles.ts';
import { CAMERA_VIEWS, type CameraView } from '#domain/body/camera-view.ts';
import { GOLFER_HANDS, type GolferHand } from '#domain/body/golfer-hand.ts';
import { type ComparisonChoices, type Side, withSideChoices } from '#domain/comparison/comparison-choices.ts';
import { clipBodyOf } from '#web/body/clip-body.ts';
import type { SideBody } from '#web/body/use-bodies.ts';
import { filmedText } from '#web/swing/filmed-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { say, words } from '#web/words/words.ts';

interface SeenNoteProps {
  readonly bodies: Readonly<Record<Side, SideBody>>;
  readonly proName: string;
  readonly choices: ComparisonChoices;
  readonly onChoicesChange: (choices: ComparisonChoices) => void;
  /** The address of the golfer picker; null if the pro is the visitor's own video. */
  readonly golfersAt: string | null;
}

/** The line. Empty until the visitor's body is tracked. */
export function SeenNote({ bodies: { user, pro }, proName, choices, onChoicesChange, golfersAt }: SeenNoteProps) {
  const line = useRef<HTMLDivElement>(null);
  const angles = user.measured?.angles;
  if (!user.clip || !angles) return null;
  const { of } = user.clip;
  const other = pro.measured?.angles;
  const proHand = other?.hand && shownHand(other.hand, choices.pro.isMirrored);
  const hasOtherHand = angles.hand && proHand && shownHand(angles.hand, choices.user.isMirrored) !== proHand;
  function mirrorPro() {
    onChoicesChange(withSideChoices(choices, 'pro', { isMirrored: !choices.pro.isMirrored }));
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
          <Button variant="secondary" size="small" onClick={mirrorPro}>
            {words.body.mirrorPro}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The hand with which a golfer plays on screen, which a mirror reverses. */
function shownHand(hand: GolferHand, isMirrored: boolean): GolferHand {
  if (!isMirrored) return hand;
  return hand === 'right' ? 'left' : 'right';
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
