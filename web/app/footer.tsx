// The footer: the privacy statement, 'Delete my videos now', product and project name.
import { useEffect, useState } from 'react';
import { KEPT_HOURS, MAKE_VIDEOS_ON, type MakeVideosOn } from '#web/lib/site-settings.ts';
import { say, words } from '#web/words/words.ts';
import { DeleteMyVideos } from './delete-my-videos.tsx';
import { Logo } from './logo.tsx';

/** The footer. Calls `onVideosDeleted` once all of the visitor's data is deleted. */
export function Footer({ onVideosDeleted }: { onVideosDeleted: () => void }) {
  // The build does not know the operator's choice.
  const [makeOn, setMakeOn] = useState<MakeVideosOn>('both');
  useEffect(() => setMakeOn(MAKE_VIDEOS_ON), []);
  return (
    <footer className="stage mown border-t border-line pb-[env(safe-area-inset-bottom)]">
      <div className="page-width grid gap-2 py-2 sm:gap-8 sm:py-8 md:grid-cols-[1fr_auto] md:items-end max-sm:gap-0">
        <div className="max-w-prose">
          <p className="font-bold">{words.app.privacy}</p>
          <p className="mt-1 text-sm text-ink-soft">{say(words.app.privacyMeans[makeOn], { hours: KEPT_HOURS })}</p>
          <DeleteMyVideos onDeleted={onVideosDeleted} />
        </div>
        <p className="flex items-center gap-3 text-sm text-ink-soft">
          <Logo className="size-7" />
          <span>
            <strong className="text-ink">{words.app.name}</strong>
            {words.app.separator}
            {words.app.project}
            {/* A plain file outside the router. */}
            <a href="/third-party-notices.txt" className="ml-2 inline-flex min-h-8 items-center underline">
              {words.app.notices}
            </a>
          </span>
        </p>
      </div>
    </footer>
  );
}
