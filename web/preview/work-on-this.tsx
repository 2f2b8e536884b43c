// Makes the measure of a shown difference the golfer's focus, and drops it again.
import { Target } from 'lucide-react';
import { Link } from 'wouter';
import { type Focus, isSameFocus } from '#domain/focus/focus.ts';
import { keepFocus, useFocus } from '#web/kept/kept-focus.ts';
import { ToggleButton } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';

/** Fits beside the choice of the height on a phone, where another row would push the stage's tabs out. */
export function WorkOnThis({ focus }: { readonly focus: Focus }) {
  const isOn = isSameFocus(useFocus(), focus);
  return (
    <>
      <ToggleButton isOn={isOn} onSwitch={(isWanted) => keepFocus(isWanted ? focus : null)}>
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
