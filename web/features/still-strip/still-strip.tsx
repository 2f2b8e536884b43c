// The still strip of a comparison: made in the browser on request, to view, save and share.
import { Images } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/spinner.tsx';
import { words } from '#web/words/words.ts';
import type { StripOfComparison } from './strip-picture.tsx';

const StripPicture = lazy(() => import('./strip-picture.tsx'));

/** The button, replaced by the strip when pressed. */
export function StillStrip(props: StripOfComparison) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) {
    return (
      <Button variant="secondary" className="justify-self-start" onClick={() => setWanted(true)}>
        <Images className="size-5" />
        {words.stillStrip.open}
      </Button>
    );
  }
  return (
    <Suspense fallback={<Loading>{words.stillStrip.making}</Loading>}>
      <StripPicture {...props} onClose={() => setWanted(false)} />
    </Suspense>
  );
}
