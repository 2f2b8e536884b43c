// 'Swing Timing Analysis': both swings in one sentence, the clearest differences, tempo ratios, picture, and the table
// of the three timed phases with the signed difference and its verdict (specification §9).

import type { ReactNode } from 'react';
import { type Alignment, eventOf } from '#domain/comparison/comparison-choices.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import { inTrueTime } from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { analyseTiming, type PhaseTiming, type Tempo, TOUR_TEMPO } from '#domain/swing/timing-analysis.ts';
import type { Footage } from '#domain/swing/timing-uncertainty.ts';
import { Card } from '#web/ui/card.tsx';
import { SIDE_TEXT_COLORS } from '#web/ui/side-colors.ts';
import { formatDifference, formatSeconds } from '#web/words/format-numbers.ts';
import {
  differenceSentence,
  formatTempo,
  formatUncertainty,
  inShort,
  slowMotionSentence,
  tempoSentence,
} from '#web/words/timing-words.ts';
import { say, words } from '#web/words/words.ts';
import { TimingPicture, USUAL } from './timing-picture.tsx';

interface TimingCardProps {
  /** Marks on the clips' own timelines. */
  user: SwingAnnotations;
  pro: SwingAnnotations;
  /** The golfer's name, null for the visitor's own pro video, or `words.swing.then` for their own earlier swing. */
  proName: string | null;
  alignment: Alignment;
  /** Slow-motion factors and precision of the marks; 30 fps in real time if unknown. */
  footage?: Readonly<Record<Side, Footage>>;
  /** Whether an unconfirmed slow-motion factor is in use. If so, the sentences do not compare seconds. */
  isFactorUnconfirmed?: boolean;
  children?: ReactNode;
}

export function TimingCard(props: TimingCardProps) {
  const { user, pro, proName, alignment, footage = USUAL, isFactorUnconfirmed = false, children } = props;
  const analysis = analyseTiming(user, pro, footage);
  const names = { user: words.swing.you, pro: proName ?? words.timing.pro };
  const inTrue = bySide((side) => inTrueTime({ user, pro }[side], footage[side].slowMotionFactor));
  const told = inShort(analysis, proName, !isFactorUnconfirmed);
  const sentences = [
    isFactorUnconfirmed ? words.timing.paceUnsure : differenceSentence(analysis, proName),
    tempoSentence(analysis, proName),
  ].filter(Boolean);
  return (
    <Card heading={words.timing.heading}>
      {told && <p className="display mb-2 max-w-prose text-2xl text-balance sm:text-3xl">{told}</p>}
      {sentences.length > 0 && <p className="mb-6 max-w-prose">{sentences.join(' ')}</p>}
      <div className="grid gap-8 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-12">
        <TempoRatios tempo={analysis.tempo} isThen={proName === words.swing.then} />
        <TimingPicture
          annotations={inTrue}
          phases={analysis.phases}
          footage={footage}
          names={names}
          event={eventOf(alignment)}
        />
      </div>
      <TimingTable phases={analysis.phases} names={names} />
      <p className="mt-3 max-w-prose text-sm text-ink-soft">
        {words.timing.uncertaintyMeans} {slowMotionSentence(footage, isFactorUnconfirmed)}
      </p>
      {children}
    </Card>
  );
}

function TempoRatios({ tempo, isThen }: { tempo: Record<Side, Tempo | null>; isThen: boolean }) {
  const labels = { user: words.timing.tempos.user, pro: isThen ? words.timing.tempoThen : words.timing.tempos.pro };
  return (
    <dl className="grid content-start gap-x-8 gap-y-4 max-lg:grid-cols-2">
      {SIDES.map((side) => {
        const shown = tempo[side] && formatTempo(tempo[side]);
        return (
          <div key={side} className={SIDE_TEXT_COLORS[side]}>
            <dt className="text-sm font-bold [overflow-wrap:anywhere]">{labels[side]}</dt>
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

function TimingTable({ phases, names }: { phases: readonly PhaseTiming[]; names: Readonly<Record<Side, string>> }) {
  const heads = [
    [words.timing.partColumn, ''],
    [names.user, 'text-you'],
    [names.pro, 'text-pro [overflow-wrap:anywhere]'],
    [words.timing.differenceColumn, 'pr-0'],
  ] as const;
  return (
    <table className="figures mt-8 w-full border-t-2 border-ink">
      <caption className="sr-only">{words.timing.table}</caption>
      <thead>
        <tr className="border-b border-edge">
          {heads.map(([text, className]) => (
            <th key={className} scope="col" className={`label py-2 pr-3 text-left align-bottom ${className}`}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {phases.map((timing) => (
          <tr key={timing.phase} className="border-b border-line">
            <th scope="row" className="py-3 pr-3 text-left align-top font-semibold">
              {words.timing.phases[timing.phase]}
            </th>
            <Time seconds={timing.shown.user} uncertainty={timing.uncertainty.user} />
            <Time seconds={timing.shown.pro} uncertainty={timing.uncertainty.pro} />
            <td className="py-3 align-top">
              <Difference timing={timing} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Time({ seconds, uncertainty }: { seconds: number | null; uncertainty: number }) {
  return (
    <td className="py-3 pr-3 align-top">
      <span className="whitespace-nowrap">{formatSeconds(seconds)}</span>
      {seconds !== null && (
        <>
          {' '}
          <Uncertainty seconds={uncertainty} />
        </>
      )}
    </td>
  );
}

function Uncertainty({ seconds }: { seconds: number }) {
  return <span className="text-sm whitespace-nowrap text-ink-soft">{formatUncertainty(seconds)}</span>;
}

const VERDICT_COLORS = { slower: 'text-slower', faster: 'text-faster', none: 'text-ink-soft' } as const;

function Difference({ timing }: { timing: PhaseTiming }) {
  const amount = formatDifference(timing.shown.difference);
  if (timing.verdict === null) return amount;
  return (
    <>
      <span className={`font-bold ${VERDICT_COLORS[timing.verdict]}`}>
        <span className="whitespace-nowrap">{amount}</span> {words.timing.verdicts[timing.verdict]}
      </span>{' '}
      <Uncertainty seconds={timing.differenceUncertainty} />
    </>
  );
}
