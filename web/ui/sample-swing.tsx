// One swing of the quick comparison: clip, name, level, club, tag, and the three positions on a line with their times.
// All lines of the comparison share one scale.
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { formatTenths } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import { PositionShape } from './position-shape.tsx';
import { PreviewClip } from './preview-clip.tsx';

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

/** Maximum length of a swing that the line shows to scale, rest to strike, in seconds. A slow amateur takes 1.6. */
const LINE = 2;

interface SwingLineProps {
  annotations: SwingAnnotations;
  /** The length of the line, in seconds; for real time, if omitted. */
  lineSeconds?: number;
}

/** The line in the side's color with the three times beneath. */
export function SwingTimes({ side, ...line }: SwingLineProps & { side: 'you' | 'pro' }) {
  const { annotations } = line;
  return (
    <div className={side === 'you' ? 'text-you' : 'text-pro'}>
      <SwingLine {...line} />
      <dl className="mt-2 grid grid-cols-3 gap-2">
        {POSITIONS.map((position) => {
          const time = timeOf(annotations, position);
          return (
            <div key={position} className="grid grid-cols-[auto_1fr] items-center gap-x-1.5">
              <PositionShape position={position} className="size-3" />
              <dt className="label text-ink-soft">{words.swing.positions[position]}</dt>
              <dd className="figures col-start-2 font-bold text-ink">
                {time === null ? words.swing.noTime : say(words.numbers.seconds, { seconds: formatTenths(time) })}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

function SwingLine({ annotations, lineSeconds = LINE }: SwingLineProps) {
  const { restTime, topTime, strikeTime } = annotations;
  const place = (time: number | null) =>
    time === null || restTime === null ? null : Math.min(100, Math.max(0, ((time - restTime) / lineSeconds) * 100));
  const top = place(topTime);
  const strike = place(strikeTime);
  return (
    <div aria-hidden="true" className="relative mx-2 h-4">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
      {strike !== null && (
        <span className="absolute top-1/2 left-0 h-0.5 -translate-y-1/2 bg-current" style={{ width: `${strike}%` }} />
      )}
      {[0, top, strike].map((left, index) => {
        const position = POSITIONS[index];
        if (left === null || strike === null || !position) return null;
        return (
          <span key={position} className="absolute top-1/2 -translate-1/2" style={{ left: `${left}%` }}>
            <PositionShape position={position} className="size-4" />
          </span>
        );
      })}
    </div>
  );
}
