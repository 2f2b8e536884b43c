// The button that shows the set of the last verdict as one picture.
import { Layers } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { PictureDialog } from '#web/compare/stills/picture-dialog.tsx';
import { useFocus } from '#web/kept/kept-focus.ts';
import { SmallButton } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';
import type { RangeValues } from './range-store.ts';
import type { ShotInPicture } from './shots-picture.tsx';

const ShotsInOnePicture = lazy(() => import('./shots-picture.tsx'));

/** Empty without a verdict, and when too few of its swings still have their videos. */
export function ShotsTogether({ swings, testedIds }: Pick<RangeValues, 'swings' | 'testedIds'>) {
  const focus = useFocus();
  const shots = useMemo(
    () =>
      swings.flatMap(({ id, number, file, focusShot, pose }): readonly ShotInPicture[] =>
        testedIds.includes(id) && file && pose && focusShot && typeof focusShot !== 'string'
          ? [{ number, file, measured: focusShot, pose }]
          : [],
      ),
    [swings, testedIds],
  );
  if (!focus || shots.length < 2) return null;
  const heading = say(words.focus.together, { count: shots.length });
  return (
    <PictureDialog
      heading={heading}
      opener={(open) => (
        <SmallButton icon={Layers} onClick={open}>
          {heading}
        </SmallButton>
      )}
      className="w-[min(44rem,calc(100vw-1rem))]"
    >
      {(close) => (
        <Suspense fallback={<Loading>{words.stillStrip.making}</Loading>}>
          <ShotsInOnePicture focus={focus} shots={shots} onClose={close} />
        </Suspense>
      )}
    </PictureDialog>
  );
}
