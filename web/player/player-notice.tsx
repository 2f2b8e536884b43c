// Why a video is not on screen and what to do about it, in plain words beside the player.
import { TriangleAlert } from 'lucide-react';

/** What is wrong with a video that should be on screen. */
export type PlayerProblem = 'cannot-show' | 'unreadable' | 'damaged' | 'unavailable' | 'trying-again';

const TEXTS: Readonly<Record<PlayerProblem, { readonly what: string; readonly way: string }>> = {
  'cannot-show': {
    what: 'This browser cannot show this video.',
    way: 'Export it as MP4 with H.264 and choose it again. On an iPhone: Settings, Camera, Formats, Most Compatible.',
  },
  unreadable: {
    what: 'This file could not be read as a video.',
    way: 'It may be incomplete. Record or export it again and choose the new file.',
  },
  damaged: {
    what: 'This video is damaged and cannot be shown any further.',
    way: 'Record or export it again and choose the new file. Your marks are kept.',
  },
  'trying-again': {
    what: 'The video does not come at the moment.',
    way: 'It is asked for again by itself. You need not do anything.',
  },
  unavailable: {
    what: 'This video cannot be played.',
    way: 'Check your connection and load the page again. If that does not help, create the comparison again.',
  },
};

/** One problem and the way out of it. */
export function PlayerNotice({ problem }: { readonly problem: PlayerProblem }) {
  const { what, way } = TEXTS[problem];
  return (
    <div role="alert" className="flex min-h-32 items-center gap-4">
      <TriangleAlert aria-hidden="true" className="size-7 shrink-0 text-flag-ink" />
      <p>
        <strong className="block">{what}</strong> {way}
      </p>
    </div>
  );
}
