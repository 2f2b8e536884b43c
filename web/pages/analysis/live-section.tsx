// The live comparison of the analysis page. Rendered once both videos are chosen, so that they are loaded when the last
// mark is set.
import { LivePreview } from '#web/features/preview/live-preview.tsx';
import { words } from '#web/words/words.ts';
import type { Analysis } from './use-analysis.ts';

/** The live preview; nothing while one of the videos is missing. */
export function LiveSection({ analysis }: { analysis: Analysis }) {
  const { user, golfer, useCustomPro } = analysis;
  const pro = useCustomPro
    ? analysis.pro && ({ golferId: null, video: analysis.pro } as const)
    : golfer && ({ golferId: golfer.id } as const);
  if (!user || !pro) return null;
  return (
    <section
      aria-labelledby="live-heading"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t-2 border-ink py-8 md:py-10"
    >
      <h2 id="live-heading" className="display text-2xl sm:text-3xl">
        {words.analysisPage.live}
      </h2>
      <p className="text-ink-soft">{words.analysisPage.liveMeans}</p>
      <LivePreview
        user={user}
        pro={pro}
        alignment={analysis.alignment}
        onAlignmentChange={analysis.setAlignment}
        choices={analysis.choices}
        onChoicesChange={analysis.setChoices}
      />
    </section>
  );
}
