// Loads the live preview lazily.

import { type ComponentProps, lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { Loading, Status } from '#web/ui/status.tsx';
import { words } from '#web/words/words.ts';
import type Preview from './synced-preview.tsx';

// If the code fails to load, the page still makes the merged video.
const SyncedPreview = lazy(() => import('./synced-preview.tsx').catch(() => ({ default: NotThere })));

export function LivePreview(props: ComponentProps<typeof Preview>) {
  return (
    <Suspense
      fallback={
        props.waiting ?? (
          <Loading
            className="stage min-h-32 justify-center"
            style={props.isFull ? { height: 'calc(100svh - var(--stage-bar, 0px))' } : undefined}
          >
            {words.preview.opening}
          </Loading>
        )
      }
    >
      <SyncedPreview {...props} />
    </Suspense>
  );
}

function NotThere({ onProblem }: Pick<ComponentProps<typeof Preview>, 'onProblem'>) {
  const tell = useEffectEvent(() => onProblem?.());
  useEffect(() => tell(), []);
  return <Status>{words.preview.notLoaded}</Status>;
}
