// A swing's three positions on a line, with their times. All lines share one scale for comparison.
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { formatTenths } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';
import { PositionShape } from './position-shape.tsx';

/** Maximum length of a swing that the line shows to scale, rest to strike, in seconds. A slow amateur takes 1.6. */
const LINE = 2;

/** The line in the side's colour with the three times beneath. */
export function SwingTimes({ annotations, side }: { annotations: SwingAnnotations; side: 'you' | 'pro' }) {
  return (
    <div className={side === 'you' ? 'text-you' : 'text-pro'}>
      <SwingLine annotations={annotations} />
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

function SwingLine({ annotations }: { annotations: SwingAnnotations }) {
  const { restTime, topTime, strikeTime } = annotations;
  const place = (time: number | null) =>
    time === null || restTime === null ? null : Math.min(100, Math.max(0, ((time - restTime) / LINE) * 100));
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
