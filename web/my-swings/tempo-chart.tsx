// The visitor's tempo in each kept swing, in the order of the swings, as a picture and as a table for screen readers.
import { type RefObject, useRef, useState } from 'react';
import { type Tempo, TOUR_TEMPO } from '#domain/swing/timing-analysis.ts';
import { filmedAtMs, type KeptComparison, swingsInOrder, tempoOfKept } from '#web/kept/kept-comparison.ts';
import { useSize } from '#web/player/screen/watched-element.ts';
import { formatDate } from '#web/words/dates.ts';
import { formatRatio } from '#web/words/format-numbers.ts';
import { formatTempo } from '#web/words/timing-words.ts';
import { say, words } from '#web/words/words.ts';

interface TimedSwing {
  readonly id: string;
  readonly date: string;
  readonly tempo: Tempo;
}

/** The chart. Empty if the tempo is known for fewer than two swings. */
export function TempoChart({ kept }: { readonly kept: readonly KeptComparison[] }) {
  const swings = timedSwings(kept);
  const last = swings.at(-1);
  if (swings.length < 2 || !last) return null;
  const ratios = swings.map(({ tempo }) => tempo.ratio);
  const label = say(words.mySwings.chart, {
    count: swings.length,
    lowest: formatRatio(Math.min(...ratios)),
    highest: formatRatio(Math.max(...ratios)),
    last: formatRatio(last.tempo.ratio),
  });
  return (
    <section aria-labelledby="tempo-over-time" className="grid gap-2">
      <h2 id="tempo-over-time" className="display text-xl">
        {words.mySwings.chartHeading}
      </h2>
      <Picture swings={swings} label={label} />
      <p className="text-sm text-ink-soft">
        {say(words.mySwings.chartNote, { ratio: formatRatio(TOUR_TEMPO.median) })}
      </p>
      {/* The wrapper hides the table, because a table itself does not shrink below the width of its contents. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{words.mySwings.chartDate}</th>
              <th scope="col">{words.mySwings.chartTempo}</th>
            </tr>
          </thead>
          <tbody>
            {swings.map(({ id, date, tempo }) => (
              <tr key={id}>
                <th scope="row">{date}</th>
                <td>{tempoText(tempo)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const PICTURE = { heightPx: 220, leftPx: 44, rightPx: 8, topPx: 12, bottomPx: 28 } as const;
/** Minimum width of the chart, also used until its space is measured. */
const LEAST_WIDTH_PX = 240;

function Picture({ swings, label }: { readonly swings: readonly TimedSwing[]; readonly label: string }) {
  const { heightPx, leftPx, rightPx, topPx, bottomPx } = PICTURE;
  const boxRef = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(boxRef);
  const { least, most } = scaleOf(swings);
  const xOf = (index: number) => leftPx + ((index + 0.5) * (widthPx - leftPx - rightPx)) / swings.length;
  const yOf = (ratio: number) =>
    topPx + ((most - within(ratio, least, most)) * (heightPx - topPx - bottomPx)) / (most - least);
  const steps = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const [first, last] = [swings[0], swings.at(-1)];
  return (
    <div ref={boxRef} className="max-w-3xl overflow-hidden">
      <svg role="img" aria-label={label} width={widthPx} height={heightPx} className="block text-sm">
        {steps.map((ratio) => (
          <g key={ratio} className="text-ink-soft">
            <line x1={leftPx} x2={widthPx - rightPx} y1={yOf(ratio)} y2={yOf(ratio)} className="stroke-line" />
            <text x={leftPx - 8} y={yOf(ratio) + 5} textAnchor="end" fill="currentColor">
              {formatRatio(ratio, 0)}
            </text>
          </g>
        ))}
        <line
          x1={leftPx}
          x2={widthPx - rightPx}
          y1={yOf(TOUR_TEMPO.median)}
          y2={yOf(TOUR_TEMPO.median)}
          className="stroke-pro"
          strokeDasharray="6 5"
          strokeWidth={2}
        />
        <g className="text-you" stroke="currentColor">
          {swings.map(({ id, tempo: { ratio, uncertainty } }, index) => (
            <line
              key={id}
              x1={xOf(index)}
              x2={xOf(index)}
              y1={yOf(ratio - uncertainty)}
              y2={yOf(ratio + uncertainty)}
              strokeOpacity={0.5}
              strokeWidth={2}
            />
          ))}
          <polyline
            points={swings.map(({ tempo }, index) => `${xOf(index)},${yOf(tempo.ratio)}`).join(' ')}
            fill="none"
            strokeWidth={2}
          />
          {swings.map(({ id, tempo }, index) => (
            <circle key={id} cx={xOf(index)} cy={yOf(tempo.ratio)} r={swings.length > 40 ? 3 : 5} fill="currentColor" />
          ))}
        </g>
        <g className="text-ink-soft" fill="currentColor">
          <text x={leftPx} y={heightPx - 6}>
            {first?.date}
          </text>
          <text x={widthPx - rightPx} y={heightPx - 6} textAnchor="end">
            {last?.date}
          </text>
        </g>
      </svg>
    </div>
  );
}

/** The width of an element in CSS pixels, so that the chart's text and lines have the same size on every screen. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidth] = useState(LEAST_WIDTH_PX);
  useSize(ref, true, ({ clientWidth }) => setWidth(Math.max(LEAST_WIDTH_PX, clientWidth)));
  return widthPx;
}

function timedSwings(kept: readonly KeptComparison[]): readonly TimedSwing[] {
  return swingsInOrder(kept).flatMap((one) => {
    const tempo = tempoOfKept(one.user);
    return tempo ? [{ id: one.id, date: formatDate(filmedAtMs(one)), tempo }] : [];
  });
}

/** A range of whole ratios around all values, limited so that one outlier does not flatten all other swings. */
function scaleOf(swings: readonly TimedSwing[]) {
  const ratios = [...swings.map(({ tempo }) => tempo.ratio), TOUR_TEMPO.median];
  const least = within(Math.floor(Math.min(...ratios) - 0.5), 0, 2);
  const most = within(Math.ceil(Math.max(...ratios) + 0.5), 5, 10);
  return { least, most };
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function tempoText(tempo: Tempo): string {
  const { ratio, uncertainty } = formatTempo(tempo);
  return `${ratio} ${uncertainty}`;
}
