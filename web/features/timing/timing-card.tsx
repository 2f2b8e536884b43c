// 'Swing Timing Analysis': summary sentences, tempo ratios, picture, and specification §9's table.
import type { ReactNode } from 'react';
import { type Alignment, SIDES, type Side } from '#domain/comparison/comparison-plan.ts';
import { inTrueTime } from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { analyseTiming, type Tempo, TOUR_TEMPO } from '#domain/swing/timing-analysis.ts';
import { type Footage, USUAL_FOOTAGE } from '#domain/swing/timing-uncertainty.ts';
import { Card } from '#web/ui/card.tsx';
import { say, words } from '#web/words/words.ts';
import { TimingPicture } from './timing-picture.tsx';
import { TimingTable } from './timing-table.tsx';
import { differenceSentence, formatTempo, slowMotionSentence, tempoSentence } from './timing-words.ts';

interface TimingCardProps {
  /** Marks on the clips' own timelines. */
  user: SwingAnnotations;
  pro: SwingAnnotations;
  /** The golfer's name, or null for the visitor's own pro video. */
  proName: string | null;
  alignment: Alignment;
  /** How slow the clips are and how exact their marks can be; 30 fps in real time where nothing is known. */
  footage?: Readonly<Record<Side, Footage>>;
  /**
   * The footage as it probably is, while a clip looks like slow motion and nobody has confirmed it: tempo is then as exact
   * as that makes it, and seconds are not compared in words. Null when there is no doubt.
   */
  likelyFootage?: Readonly<Record<Side, Footage>> | null;
  /** Questions and notes about the footage, below the table. */
  children?: ReactNode;
}

const USUAL = { user: USUAL_FOOTAGE, pro: USUAL_FOOTAGE } as const;

/** The card. */
export function TimingCard({ user, pro, proName, alignment, footage = USUAL, ...rest }: TimingCardProps) {
  const { likelyFootage = null, children } = rest;
  const analysis = analyseTiming(user, pro, footage);
  const tempoAnalysis = likelyFootage ? analyseTiming(user, pro, likelyFootage) : analysis;
  const names = { user: words.swing.you, pro: proName ?? words.timing.pro };
  const inLife = {
    user: inTrueTime(user, footage.user.slowMotionFactor),
    pro: inTrueTime(pro, footage.pro.slowMotionFactor),
  };
  const sentences = [
    likelyFootage ? words.timing.paceUnsure : differenceSentence(analysis, proName),
    tempoSentence(tempoAnalysis, proName),
  ].filter(Boolean);
  return (
    <Card heading={words.timing.heading}>
      {sentences.length > 0 && <p className="mb-6 max-w-prose text-lg font-semibold">{sentences.join(' ')}</p>}
      <div className="grid gap-8 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-12">
        <TempoRatios tempo={tempoAnalysis.tempo} names={names} />
        <TimingPicture annotations={inLife} footage={footage} names={names} alignment={alignment} />
      </div>
      <TimingTable phases={analysis.phases} names={names} />
      <p className="mt-3 max-w-prose text-sm text-ink-soft">
        {words.timing.uncertaintyMeans} {slowMotionSentence(footage)}
      </p>
      {children}
    </Card>
  );
}

const TEXT_COLORS = { user: 'text-you', pro: 'text-pro' } as const;

function TempoRatios({ tempo, names }: { tempo: Record<Side, Tempo | null>; names: Record<Side, string> }) {
  return (
    <dl className="grid content-start gap-x-8 gap-y-4 max-lg:grid-cols-2">
      {SIDES.map((side) => {
        const shown = tempo[side] && formatTempo(tempo[side]);
        return (
          <div key={side} className={TEXT_COLORS[side]}>
            <dt className="text-sm font-bold [overflow-wrap:anywhere]">
              {say(words.timing.tempoOf, { name: names[side] })}
            </dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <span className="display figures text-4xl whitespace-nowrap sm:text-5xl">
                {shown?.ratio ?? words.numbers.notKnown}
              </span>
              {shown && <span className="figures text-ink-soft">{shown.uncertainty}</span>}
            </dd>
          </div>
        );
      })}
      <div className="max-w-64 text-sm text-ink-soft max-lg:col-span-2">
        <dt className="sr-only">{words.timing.tempoMeansHeading}</dt>
        <dd>{say(words.timing.tempoMeans, TOUR_TEMPO)}</dd>
      </div>
    </dl>
  );
}
