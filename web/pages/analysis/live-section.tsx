// The live comparison of the analysis page. Rendered once both videos are chosen, so that they are loaded when the last
// mark is set.
import { useEffect, useRef } from 'react';
import { BodySection } from '#web/features/body/body-section.tsx';
import { LivePreview } from '#web/features/preview/live-preview.tsx';
import { words } from '#web/words/words.ts';
import type { Analysis } from './use-analysis.ts';

/** The live preview; nothing while one of the videos is missing. */
export function LiveSection({ analysis }: { analysis: Analysis }) {
  const { user, golfer, useCustomPro } = analysis;
  const pro = useCustomPro
    ? analysis.pro && ({ golferId: null, video: analysis.pro } as const)
    : golfer && ({ golferId: golfer.id } as const);
  const section = useShownOnPhone(useCustomPro ? null : (golfer?.id ?? null), user?.annotations.strikeTime != null);
  if (!user || !pro) return null;
  return (
    <section
      ref={section}
      aria-labelledby="live-heading"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t-2 border-ink py-8 md:py-10"
    >
      <h2 id="live-heading" className="display text-2xl sm:text-3xl">
        {words.analysisPage.live}
      </h2>
      <LivePreview
        namesSource
        golfersAt="#step-3"
        user={user}
        pro={pro}
        alignment={analysis.alignment}
        onAlignmentChange={analysis.setAlignment}
        choices={analysis.choices}
        onChoicesChange={analysis.setChoices}
      />
      <BodySection user={user} pro={pro} />
    </section>
  );
}

/** The widest phone held upright, as in theme.css. */
const PHONE = '(max-width: 40rem)';

/** On a phone the live comparison is far below the golfers: choosing one scrolls to it, once it has something to show. */
function useShownOnPhone(golferId: number | null, canPlay: boolean) {
  const section = useRef<HTMLElement>(null);
  const shownFor = useRef(golferId);
  useEffect(() => {
    if (golferId === shownFor.current) return;
    shownFor.current = golferId;
    if (golferId !== null && canPlay && window.matchMedia(PHONE).matches) section.current?.scrollIntoView();
  }, [golferId, canPlay]);
  return section;
}
