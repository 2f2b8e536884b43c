// One swing of the quick comparison: clip, name, level, club, tag and positions.
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { PreviewClip } from '#web/ui/preview-clip.tsx';
import { SwingTimes } from './swing-times.tsx';

/** The facts shown of a swing; null where unknown. */
export interface SwingFactsProps {
  readonly side: 'you' | 'pro';
  readonly name: string;
  readonly level: string | null;
  readonly club: string | null;
  readonly tag: string | null;
}

interface SampleSwingProps {
  facts: SwingFactsProps;
  annotations: SwingAnnotations;
  /** The video, or null while unknown. */
  videoUrl: string | null;
  thumbnailUrl: string | null;
  againLabel: string;
  /** Replaces the positions when they fail to load. */
  timesProblem?: string | null;
}

/** The clip beside its facts; the positions are below on a phone. */
export function SampleSwing({
  facts,
  annotations,
  videoUrl,
  thumbnailUrl,
  againLabel,
  timesProblem,
}: SampleSwingProps) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4 sm:grid-cols-[9rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr]">
      <PreviewClip
        src={videoUrl}
        poster={thumbnailUrl}
        againLabel={againLabel}
        className="aspect-[3/4] sm:row-span-2"
      />
      <SwingFacts {...facts} />
      <div className="max-sm:col-span-2 sm:self-end">
        {timesProblem ? (
          <p className="text-sm text-ink-soft">{timesProblem}</p>
        ) : (
          <SwingTimes annotations={annotations} side={facts.side} />
        )}
      </div>
    </div>
  );
}

/** Name, level, club and tag below each other. Inline elements only, because a button also contains them. */
export function SwingFacts({ side, name, level, club, tag }: SwingFactsProps) {
  const dot = side === 'you' ? 'bg-you' : 'bg-pro';
  return (
    <span className="grid content-start gap-0.5 sm:gap-1">
      <span className="leading-tight font-bold [overflow-wrap:anywhere] sm:text-lg">{name}</span>
      <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft sm:grid sm:gap-1 sm:text-base">
        {level && <span>{level}</span>}
        {club && <span>{club}</span>}
      </span>
      {tag && (
        <span className="flex items-center gap-1.5 text-sm text-ink-soft">
          <span className={`size-2.5 rounded-full ${dot}`} />
          {tag}
        </span>
      )}
    </span>
  );
}
