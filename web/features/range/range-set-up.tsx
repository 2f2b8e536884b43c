// Before a session: how to place the phone, and the button that opens the camera. A problem stands beside the button.
import { Camera } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import type { RangeStore } from './range-store.ts';

interface RangeSetUpProps {
  readonly store: RangeStore;
  readonly hasPro: boolean;
  /** The choice of the pro. */
  readonly children: ReactNode;
}

/** The pro, the advice and the start. */
export function RangeSetUp({ store, hasPro, children }: RangeSetUpProps) {
  const { isOpening, problem, swings } = useStore(store);
  const { stand, frame, light } = words.range.setUp;
  const label = problem ? words.range.tryAgain : swings.length > 0 ? words.range.resume : words.range.start;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <section aria-labelledby="range-pro" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h2 id="range-pro" className="display text-xl">
          {words.range.choosePro}
        </h2>
        {children}
      </section>
      <section aria-labelledby="range-set-up" className="grid gap-2">
        <h2 id="range-set-up" className="display text-xl">
          {words.range.setUp.title}
        </h2>
        <ol className="grid list-decimal gap-1 pl-6 text-lg">
          {[stand, frame, light].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </section>
      <div className="grid justify-items-start gap-3">
        <Button
          size="large"
          className="max-sm:w-full"
          busy={isOpening}
          disabled={!hasPro}
          onClick={() => void store.start()}
        >
          {!isOpening && <Camera aria-hidden="true" className="size-6" />}
          {isOpening ? words.range.opening : label}
        </Button>
        {!hasPro && <p className="font-semibold">{words.range.noPro}</p>}
        {problem && (
          <p role="alert" className="max-w-prose rounded-md border-2 border-flag bg-raised p-4 font-semibold">
            {words.range.problems[problem]}
          </p>
        )}
        <p className="max-w-prose text-sm text-ink-soft">{words.range.privacy}</p>
        <p className="max-w-prose text-sm text-ink-soft">{words.range.browsers}</p>
      </div>
    </div>
  );
}
