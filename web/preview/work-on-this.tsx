// Makes the measure of a shown difference the golfer's focus, and drops it again.
import { Target } from 'lucide-react';
import { Link } from 'wouter';
import { type Focus, isSameFocus } from '#domain/focus/focus.ts';
import { keepFocus, keepFocusPicture, useFocus } from '#web/kept/kept-focus.ts';
import { ToggleButton } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import type { FocusMoment } from './focus-picture.ts';

interface WorkOnThisProps {
  readonly focus: Focus;
  /** Null where there is nothing to draw on the picture. */
  readonly moment: FocusMoment | null;
}

/** Fits beside the choice of the height on a phone, where another row would push the stage's tabs out. */
export function WorkOnThis({ focus, moment }: WorkOnThisProps) {
  const isOn = isSameFocus(useFocus(), focus);
  const choose = (isWanted: boolean) => {
    keepFocus(isWanted ? focus : null);
    if (isWanted && moment) void keepPictureOf(moment, focus);
  };
  return (
    <>
      <ToggleButton isOn={isOn} onSwitch={choose}>
        <Target className="size-5 max-sm:hidden" /> {words.focus.workOn}
      </ToggleButton>
      <p role="status" className="text-sm text-ink-soft max-lg:sr-only empty:hidden">
        {isOn && words.focus.isKept}
      </p>
      {isOn && (
        <Link href="/range" className="content-center text-sm font-semibold underline pointer-coarse:min-h-11">
          {words.focus.toRange}
        </Link>
      )}
    </>
  );
}

/** The focus does without a picture that cannot be made. */
async function keepPictureOf(moment: FocusMoment, focus: Focus): Promise<void> {
  const { focusPicture } = await import('./focus-picture.ts');
  keepFocusPicture(focus, await focusPicture(moment));
}
