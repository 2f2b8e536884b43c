// The three timed parts of both swings as a table, with the signed difference and its word (SPEC §9).
import type { Side } from '#domain/comparison-plan.ts';
import { formatDifference, formatSeconds } from '#domain/format-time.ts';
import type { Phase, PhaseTiming } from '#domain/timing-analysis.ts';

const PHASE_NAMES: Readonly<Record<Phase, string>> = {
  'rest-to-top': 'Rest to top',
  'top-to-strike': 'Top to strike',
  'rest-to-strike': 'Total, rest to strike',
};

interface TimingTableProps {
  phases: readonly PhaseTiming[];
  names: Readonly<Record<Side, string>>;
}

/** The table. */
export function TimingTable({ phases, names }: TimingTableProps) {
  const head = 'label py-2 pr-3 text-left align-bottom';
  return (
    <table className="figures mt-8 w-full border-t-2 border-ink">
      <caption className="sr-only">How long each part of the swing takes, and the difference versus the pro</caption>
      <thead>
        <tr className="border-b border-edge">
          <th scope="col" className={head}>
            Part
          </th>
          <th scope="col" className={`${head} text-you`}>
            {names.user}
          </th>
          <th scope="col" className={`${head} text-pro [overflow-wrap:anywhere]`}>
            {names.pro}
          </th>
          <th scope="col" className={`${head} pr-0`}>
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {phases.map((timing) => (
          <tr key={timing.phase} className="border-b border-line">
            <th scope="row" className="py-3 pr-3 text-left font-semibold">
              {PHASE_NAMES[timing.phase]}
            </th>
            <td className="py-3 pr-3 whitespace-nowrap">{formatSeconds(timing.user)}</td>
            <td className="py-3 pr-3 whitespace-nowrap">{formatSeconds(timing.pro)}</td>
            <td className="py-3">
              <Difference timing={timing} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Difference({ timing }: { timing: PhaseTiming }) {
  const amount = formatDifference(timing.difference);
  if (timing.verdict === null) return amount;
  const isSlower = timing.verdict === 'slower';
  return (
    <span className={`font-bold ${isSlower ? 'text-slower' : 'text-faster'}`}>
      <span className="whitespace-nowrap">{amount}</span> {isSlower ? 'Slower' : 'Faster'}
    </span>
  );
}
