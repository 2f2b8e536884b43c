// The buttons that make pictures of a comparison in the browser, to view, save and share: the still strip, and all
// differences in one picture; and the sequence of the stage.
import { GalleryHorizontal, Images } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { SequenceOnStage } from '#web/preview/synced-preview.tsx';
import { Button, SmallButton } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';
import type { DifferencesOfComparison } from './differences-picture.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import type { StripOfComparison } from './strip-picture.tsx';

const StripPicture = lazy(() => import('./strip-picture.tsx'));

/** The button of the Save tab, and its picture in the button's place. */
export function StillStrip(props: StripOfComparison) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) {
    return (
      <SmallButton icon={Images} onClick={() => setWanted(true)}>
        {words.stillStrip.open}
      </SmallButton>
    );
  }
  return (
    <Suspense fallback={<Loading>{words.stillStrip.making}</Loading>}>
      <StripPicture {...props} stage={null} onClose={() => setWanted(false)} />
    </Suspense>
  );
}

/** The stage's button, and the sequence of both swings in a dialog: a press on a pair shows it on the stage. */
export function Sequence({ stage, ...props }: StripOfComparison & { readonly stage: SequenceOnStage }) {
  return (
    <PictureDialog
      heading={words.stage.sequence}
      opener={(open) => (
        <Button variant="secondary" className="px-2.5! text-sm" aria-label={words.stage.sequence} onClick={open}>
          <GalleryHorizontal className="size-5 min-[380px]:hidden" />
          <span className="max-[379px]:hidden">{words.stage.sequenceInShort}</span>
        </Button>
      )}
      className="w-[min(96rem,calc(100vw-1rem))]"
    >
      {(close) => (
        <Suspense fallback={<Loading>{words.stillStrip.making}</Loading>}>
          <StripPicture
            {...props}
            stage={{
              ...stage,
              onShow: (checkpoint) => {
                close();
                stage.onShow(checkpoint);
              },
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </PictureDialog>
  );
}

const DifferencesPicture = lazy(() => import('./differences-picture.tsx'));

export function ShareDifferences(props: DifferencesOfComparison) {
  return (
    <PictureDialog
      heading={words.differences.heading}
      opener={(open) => (
        <button
          type="button"
          onClick={open}
          className="flex min-w-36 shrink-0 snap-start items-center gap-2 rounded-md border border-edge px-3 py-1 text-left text-[0.9375rem] leading-tight font-semibold text-ink hover:bg-raised"
        >
          <Images className="size-5 shrink-0" />
          {words.differences.share}
        </button>
      )}
      className="w-[min(44rem,calc(100vw-1rem))]"
    >
      {(close) => (
        <Suspense fallback={<Loading>{words.differences.making}</Loading>}>
          <DifferencesPicture {...props} onClose={close} />
        </Suspense>
      )}
    </PictureDialog>
  );
}
