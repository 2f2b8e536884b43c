// The table of both bodies: a group of rows for each measure, a row for each position.
import { ChevronRight } from 'lucide-react';
import { BODY_MEASURES, type BodyMeasure } from '#domain/body/body-measures.ts';
import type { ComparedMeasure, NotSaid, ShownMeasure } from '#domain/comparison/body-comparison.ts';
import { SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { LANGUAGE, say, words } from '#web/words/words.ts';

interface BodyTableProps {
  readonly rows: readonly ComparedMeasure[];
  readonly names: Readonly<Record<Side, string>>;
  /** Whether the two sides can be compared. */
  readonly hasDifferences: boolean;
}

const COLORS = { user: 'text-you', pro: 'text-pro [overflow-wrap:anywhere]' } as const;

/** The measures that differ, the others folded below them, and the measures that neither side shows. */
export function BodyTable(props: BodyTableProps) {
  const isSaid = (measure: BodyMeasure) =>
    props.rows.some((row) => row.measure === measure && SIDES.some((side) => typeof row.sides[side] !== 'string'));
  const { hasDifferences } = props;
  const isDifferent = (measure: BodyMeasure) =>
    hasDifferences && props.rows.some((row) => row.measure === measure && row.difference?.isMeasurable);
  const said = BODY_MEASURES.filter(isSaid);
  const [differing, others] = [said.filter(isDifferent), said.filter((measure) => !isDifferent(measure))];
  const unsaid = BODY_MEASURES.filter((measure) => !isSaid(measure));
  return (
    <>
      {differing.length > 0 && <Measures {...props} measures={differing} />}
      {hasDifferences && differing.length === 0 && <p>{words.body.noneDiffers}</p>}
      {hasDifferences && others.length > 0 && (
        <details className="group">
          <summary className="flex min-h-11 items-center gap-2 font-semibold">
            <ChevronRight aria-hidden="true" className="size-5 group-open:rotate-90" />
            {say(words.body.others, { count: others.length })}
          </summary>
          <Measures {...props} measures={others} />
        </details>
      )}
      {!hasDifferences && <Measures {...props} measures={others} />}
      {unsaid.length > 0 && (
        <p className="mt-2 text-sm text-ink-soft">
          {say(words.body.notSeenHere, {
            measures: list.format(unsaid.map((measure) => words.body.measures[measure])),
          })}
        </p>
      )}
    </>
  );
}

const list = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });

function Measures({
  rows,
  names,
  hasDifferences,
  measures,
}: BodyTableProps & { readonly measures: readonly BodyMeasure[] }) {
  const head = 'label py-2 pr-3 text-left align-bottom';
  return (
    <table className="figures w-full table-fixed border-t-2 border-ink">
      <caption className="sr-only">{words.body.table}</caption>
      <thead>
        <tr className="border-b border-edge">
          <th scope="col" className={head}>
            {words.body.measureColumn}
          </th>
          {SIDES.map((side) => (
            <th key={side} scope="col" className={`${head} ${COLORS[side]}`}>
              {names[side]}
            </th>
          ))}
          {hasDifferences && (
            <th scope="col" className={`${head} w-[30%] pr-0`}>
              {words.timing.differenceColumn}
            </th>
          )}
        </tr>
      </thead>
      {measures.map((measure) => (
        <tbody key={measure} className="border-b border-line">
          <tr>
            <th scope="rowgroup" colSpan={hasDifferences ? 4 : 3} className="pt-3 text-left font-normal">
              <span className="font-semibold">{words.body.measures[measure]}</span>{' '}
              <span className="block max-w-prose text-sm text-ink-soft">{words.body.means[measure]}</span>
            </th>
          </tr>
          {rows
            .filter((row) => row.measure === measure)
            .map((row) => (
              <PositionRow key={row.position} row={row} hasDifference={hasDifferences} />
            ))}
        </tbody>
      ))}
    </table>
  );
}

function PositionRow({ row, hasDifference }: { readonly row: ComparedMeasure; readonly hasDifference: boolean }) {
  const { position, unit, sides } = row;
  const cell = 'py-1 pr-3 align-top';
  return (
    <tr>
      <th scope="row" className={`${cell} text-left font-normal`}>
        {position !== 'delivery' && <PositionShape position={position} className="mr-1.5 inline-block size-3" />}
        {words.body.at[position]}
      </th>
      {SIDES.map((side) => (
        <td key={side} className={cell}>
          <Shown measure={sides[side]} unit={unit} />
        </td>
      ))}
      {hasDifference && (
        <td className="py-1 align-top">
          <Difference row={row} />
        </td>
      )}
    </tr>
  );
}

interface ShownProps {
  readonly measure: ShownMeasure | NotSaid;
  readonly unit: ComparedMeasure['unit'];
}

function Shown({ measure, unit }: ShownProps) {
  if (typeof measure === 'string') return <Nothing why={words.body.notSaidBecause[measure]} />;
  return (
    <>
      <span className="whitespace-nowrap">{formatMeasure(measure.value, unit)}</span>{' '}
      <PlusMinus amount={measure.plusMinus} />
    </>
  );
}

function Difference({ row: { difference, unit } }: { readonly row: ComparedMeasure }) {
  if (!difference) return <Nothing why={words.body.noDifferenceSaid} />;
  const { value, plusMinus, isMeasurable } = difference;
  return (
    <>
      <span className={`whitespace-nowrap ${isMeasurable ? 'font-bold' : 'text-ink-soft'}`}>
        {formatSigned(value, unit)}
      </span>{' '}
      <PlusMinus amount={plusMinus} />
      {!isMeasurable && (
        <span className="text-sm text-ink-soft max-sm:block max-sm:leading-tight"> {words.body.noDifference}</span>
      )}
    </>
  );
}

function PlusMinus({ amount }: { readonly amount: number }) {
  return <span className="text-sm whitespace-nowrap text-ink-soft">{formatPlusMinus(amount)}</span>;
}

/** A dash, with the reason as a tooltip and for screen readers. */
function Nothing({ why }: { readonly why: string }) {
  return (
    <span title={why} className="text-ink-soft">
      <span aria-hidden="true">{words.body.notSaid}</span>
      <span className="sr-only">{why}</span>
    </span>
  );
}

type Unit = ComparedMeasure['unit'];

/** A number with its unit, such as `28°` or `4 %`. */
function formatMeasure(value: number, unit: Unit): string {
  // A true minus sign, which is as wide as the plus.
  return say(words.body.units[unit], { value: String(value).replace('-', '−') });
}

/** A difference with its sign and unit, such as `+5°`; 0 has no sign. */
function formatSigned(value: number, unit: Unit): string {
  return `${value > 0 ? '+' : ''}${formatMeasure(value, unit)}`;
}

/** The uncertainty after a number, such as `± 4`. */
function formatPlusMinus(plusMinus: number): string {
  return say(words.body.plusMinus, { plusMinus });
}
