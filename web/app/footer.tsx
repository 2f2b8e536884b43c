// The foot of every page: the privacy sentence made true, the delete button, whose product this is.
import { KEPT_HOURS } from '#web/lib/site-settings.ts';
import { DeleteMyVideos } from './delete-my-videos.tsx';
import { Logo } from './logo.tsx';

/** The footer. `onVideosDeleted` is called once nothing of the visitor's is left. */
export function Footer({ onVideosDeleted }: { onVideosDeleted: () => void }) {
  return (
    <footer className="stage mown mt-16 border-t border-line">
      <div className="page-width grid gap-8 py-10 md:grid-cols-[1fr_auto] md:items-end">
        <div className="max-w-prose">
          <p className="text-lg font-bold">Videos are processed locally for privacy.</p>
          <p className="mt-2 text-sm text-ink-soft">
            Marking, previewing and drawing happen in your browser. A clip goes to this server only when you ask for the
            merged video, or for a preview of a format your browser cannot show. It is yours alone, goes to nobody else,
            and is deleted after {KEPT_HOURS} hours, or right now:
          </p>
          <DeleteMyVideos onDeleted={onVideosDeleted} />
        </div>
        <p className="flex items-center gap-3 text-sm text-ink-soft">
          <Logo className="size-7" />
          <span>
            <strong className="text-ink">Swingmark</strong>
            <br />
            an Open Fairway project
          </span>
        </p>
      </div>
    </footer>
  );
}
