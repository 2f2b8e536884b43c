// 'Body at each position': angles and movements of both golfers beside each other, the measures that differ first,
// grouped by part of the body, the others folded. Imports the frame reader, so pages load it lazily (body-section.tsx).
import { Fragment } from 'react';
import { BALL_MEASURES, BODY_MEASURES, type BodyMeasure } from '#domain/body/body-measures.ts';
import {
  type ComparedMeasure,
  compareBodies,
  isShown,
  type NotSaid,
  type ShownMeasure,
  viewsDiffer,
} from '#domain/comparison/body-comparison.ts';
import type { TourRange } from '#domain/comparison/normal-variation.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { isUnderWay } from '#web/body/clip-body.ts';
import { isBallKnown } from '#web/body/club-and-ball.ts';
import { type SideBody, useBodies } from '#web/body/use-bodies.ts';
import { type ComparedSwings, useComparisonSides } from '#web/clip/use-comparison-sides.ts';
import { Card } from '#web/ui/card.tsx';
import { PositionShape } from '#web/ui/position-shape.tsx';
import { LANGUAGE, say, words } from '#web/words/words.ts';

/** The card. Empty until body tracking has started, or when neither golfer can be tracked. */
export default function BodyCard(compared: ComparedSwings) {
  const sides = useComparisonSides(compared);
  const bodies = useBodies(compared, sides);
  if (!SIDES.some((side) => bodies[side].measured || isUnderWay(bodies[side].look))) return null;
  const measured = { user: bodies.user.measured, pro: bodies.pro.measured };
  const names = { user: words.swing.you, pro: sides.pro.golferName ?? words.swing.yourPro };
  const differ = viewsDiffer(measured);
  return (
    <Card heading={words.body.heading}>
      {differ && <p className="mb-4 max-w-prose font-semibold">{differentViews(bodies, names.pro)}</p>}
      <BodyTable
        rows={compareBodies(measured)}
        names={names}
        hasDifferences={!differ}
        isBallKnown={SIDES.every((side) => isBallSettled(bodies[side]))}
      />
      <p className="mt-3 max-w-prose text-sm text-ink-soft">{words.body.foundBy}</p>
    </Card>
  );
}

/** False while a golfer is being tracked: a ball's row that has appeared stays. A golfer who cannot be tracked has no ball. */
function isBallSettled({ facts, measured, look }: SideBody): boolean {
  if (isUnderWay(look)) return false;
  return measured === null || (facts !== null && isBallKnown(facts.track));
}

function differentViews({ user, pro }: Readonly<Record<Side, SideBody>>, name: string): string {
  const viewOf = ({ measured }: SideBody) => words.body.viewsInText[measured?.angles.view ?? 'face-on'];
  return say(words.body.viewsDiffer, { user: viewOf(user), pro: name, other: viewOf(pro) });
}

interface BodyTableProps {
  readonly rows: readonly ComparedMeasure[];
  readonly names: Readonly<Record<Side, string>>;
  readonly hasDifferences: boolean;
  /** Whether the search for the ball has ended on both sides. Until then its measures are left out. */
  readonly isBallKnown: boolean;
}

const COLORS = { user: 'text-you', pro: 'text-pro [overflow-wrap:anywhere]' } as const;

const GROUPS = [
  ['spine', ['spineTilt', 'spineChange']],
  ['head', ['headSway', 'headHeight']],
  ['shoulders', ['shoulderLine', 'shoulderSway']],
  ['hips', ['hipSway', 'hipDepth']],
  ['hands', ['handHeight', 'handDepth', 'handPath']],
  ['club', ['shaftPlane', 'shaftChange', 'shaftLean', 'shaftLevel']],
  ['legs', ['knee', 'stance']],
  ['ball', ['ballPosition', 'ballDistance']],
] as const satisfies readonly (readonly [keyof typeof words.body.groups, readonly BodyMeasure[]])[];

export function BodyTable(props: BodyTableProps) {
  const isSaid = ({ sides }: ComparedMeasure) => SIDES.some((side) => isShown(sides[side]));
  const { hasDifferences } = props;
  const isKnown = (measure: BodyMeasure) => props.isBallKnown || !BALL_MEASURES.has(measure);
  const rows = props.rows.filter((row) => isSaid(row) && isKnown(row.measure));
  const isDifferent = ({ difference }: ComparedMeasure) => hasDifferences && difference?.isMeasurable === true;
  const isAnyCompared = hasDifferences && rows.some(({ difference }) => difference !== null);
  const [differing, others] = [rows.filter(isDifferent), rows.filter((row) => !isDifferent(row))];
  const unsaid = BODY_MEASURES.filter((measure) => isKnown(measure) && !rows.some((row) => row.measure === measure));
  const isHidden = (measure: BodyMeasure) =>
    props.rows
      .filter((row) => row.measure === measure)
      .every(({ sides }) => SIDES.some((side) => HIDDEN.has(sides[side])));
  const notSaid = [
    { measures: unsaid.filter(isHidden), sentence: words.body.notSeenHere },
    { measures: unsaid.filter((measure) => !isHidden(measure)), sentence: words.body.notFoundHere },
  ];
  if (rows.length === 0) return <p className="text-ink-soft">{words.body.nothingSaid}</p>;
  return (
    <>
      {differing.length > 0 && <Groups {...props} rows={differing} />}
      {isAnyCompared && differing.length === 0 && <p>{words.body.noneDiffers}</p>}
      {others.length > 0 && (
        <details>
          <summary className="min-h-11 font-semibold">
            {say(isAnyCompared ? words.body.others : words.body.eachOnItsOwn, { count: others.length })}
          </summary>
          <Groups {...props} rows={others} />
        </details>
      )}
      {notSaid.map(
        ({ measures, sentence }) =>
          measures.length > 0 && (
            <p key={sentence} className="mt-2 text-sm text-ink-soft">
              {say(sentence, { measures: list.format(measures.map((measure) => words.body.measures[measure])) })}
            </p>
          ),
      )}
    </>
  );
}

const HIDDEN: ReadonlySet<unknown> = new Set<NotSaid>(['not-this-view', 'view-unclear']);

const list = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });

function Groups({ rows, names, hasDifferences }: BodyTableProps) {
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
            <th scope="col" className={`${head} w-[27%] pr-0`}>
              {words.timing.differenceColumn}
            </th>
          )}
        </tr>
      </thead>
      {GROUPS.map(([group, measures]) => {
        const inGroup = measures.filter((measure) => rows.some((row) => row.measure === measure));
        if (inGroup.length === 0) return null;
        return (
          <tbody key={group} className="border-b border-line">
            <tr>
              <th scope="rowgroup" colSpan={hasDifferences ? 4 : 3} className="display pt-3 text-left text-lg">
                {words.body.groups[group]}
              </th>
            </tr>
            {inGroup.map((measure) => (
              <Fragment key={measure}>
                <tr>
                  <th scope="rowgroup" colSpan={hasDifferences ? 4 : 3} className="pt-2 text-left font-normal">
                    <span className="font-semibold">{words.body.measures[measure]}</span>{' '}
                    <span className="block max-w-prose text-sm text-ink-soft">{words.body.means[measure]}</span>
                  </th>
                </tr>
                {rows
                  .filter((row) => row.measure === measure)
                  .map((row) => (
                    <PositionRow key={row.position} row={row} hasDifference={hasDifferences} />
                  ))}
              </Fragment>
            ))}
          </tbody>
        );
      })}
    </table>
  );
}

function PositionRow({ row, hasDifference }: { readonly row: ComparedMeasure; readonly hasDifference: boolean }) {
  const { position, unit, sides, tour } = row;
  const cell = 'py-1 pr-3 align-top';
  return (
    <>
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
      {tour && (
        <tr>
          <td colSpan={hasDifference ? 4 : 3}>
            <TourBand range={tour} unit={unit} sides={sides} />
          </td>
        </tr>
      )}
    </>
  );
}

type Unit = ComparedMeasure['unit'];

function Shown({ measure, unit }: { readonly measure: ShownMeasure | NotSaid; readonly unit: Unit }) {
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
      {!isMeasurable && <span className="sr-only"> {words.body.noDifference}</span>}
    </>
  );
}
function PlusMinus({ amount }: { readonly amount: number }) {
  return (
    <span className="text-sm whitespace-nowrap text-ink-soft">{say(words.body.plusMinus, { plusMinus: amount })}</span>
  );
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

/** A number with its unit, such as `28°` or `4%`. */
function formatMeasure(value: number, unit: Unit): string {
  // A true minus sign, which is as wide as the plus.
  return say(words.body.units[unit], { value: String(value).replace('-', '−') });
}

/** A difference with its sign and unit, such as `+5°`; 0 has no sign. */
function formatSigned(value: number, unit: Unit): string {
  return `${value > 0 ? '+' : ''}${formatMeasure(value, unit)}`;
}

const MARK_COLORS: Readonly<Record<Side, string>> = { user: 'bg-you', pro: 'bg-pro' };
/** How far the scale reaches past the band on either side, as a share of the band. */
const BAND_MARGIN = 1;

/** The band of tour players, and its text. A number outside of the scale is at its end. */
function TourBand({ range, unit, sides }: { readonly range: TourRange } & Pick<ComparedMeasure, 'unit' | 'sides'>) {
  const { from, to } = range;
  const least = from - BAND_MARGIN * (to - from);
  const percent = (value: number) =>
    Math.min(100, Math.max(0, (100 * (value - least)) / ((1 + 2 * BAND_MARGIN) * (to - from))));
  return (
    <div className="grid max-w-sm gap-1 pt-0.5 pb-2">
      <div aria-hidden="true" className="relative h-2 rounded-full bg-sunken">
        <div
          className="absolute inset-y-0 rounded-full bg-edge opacity-60"
          style={{ left: `${percent(from)}%`, right: `${100 - percent(to)}%` }}
        />
        {SIDES.map((side) => {
          const shown = sides[side];
          return (
            isShown(shown) && (
              <div
                key={side}
                className={`absolute -inset-y-0.5 w-1 -translate-x-1/2 rounded-full ${MARK_COLORS[side]}`}
                style={{ left: `${percent(shown.value)}%` }}
              />
            )
          );
        })}
      </div>
      <p className="text-xs text-ink-soft">
        {say(words.body.tourRange, { from: formatMeasure(from, unit), to: formatMeasure(to, unit) })}
      </p>
    </div>
  );
}
