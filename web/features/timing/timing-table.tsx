// The three timed phases of both swings, with the signed difference and its verdict (specification §9).
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { PhaseTiming } from '#domain/swing/timing-analysis.ts';
import { formatUncertainty } from '#web/swing/timing-words.ts';
import { formatDifference, formatSeconds } from '#web/words/format-time.ts';
import { words } from '#web/words/words.ts';

interface TimingTableProps {
  phases: readonly PhaseTiming[];
  names: Readonly<Record<Side, string>>;
}

export function TimingTable({ phases, names }: TimingTableProps) {
  const head = 'label py-2 pr-3 text-left align-bottom';
  return (
    <table className="figures mt-8 w-full border-t-2 border-ink">
      <caption className="sr-only">{words.timing.table}</caption>
      <thead>
        <tr className="border-b border-edge">
          <th scope="col" className={head}>
            {words.timing.partColumn}
          </th>
          <th scope="col" className={`${head} text-you`}>
            {names.user}
          </th>
          <th scope="col" className={`${head} text-pro [overflow-wrap:anywhere]`}>
            {names.pro}
          </th>
          <th scope="col" className={`${head} pr-0`}>
            {words.timing.differenceColumn}
          </th>
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
