// The proposed positions of a swing, each as a film strip, to accept, correct or reject. Nothing is marked before the
// visitor confirms.
import { useState } from 'react';
import { type FoundSwing, type Moment, SURE } from '#domain/moments/found-swing.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import type { FrameRate } from '#domain/time.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { formatMark } from '#web/swing/format-mark.ts';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { Button } from '#web/ui/button.tsx';
import { say, words } from '#web/words/words.ts';
import { FilmStrip } from './film-strip.tsx';

type Times = Readonly<Record<Position, number>>;

interface MomentProposalsProps {
  readonly source: Blob | string;
  readonly frameTimes: FrameTimes;
  readonly frameRate: FrameRate;
  /** At least one, the surest first. */
  readonly swings: readonly FoundSwing[];
  readonly colorClass: 'text-you' | 'text-pro';
  readonly onUse: (times: Partial<Times>) => void;
  readonly onShow: (time: number) => void;
  readonly onClose: () => void;
}

/** The proposals of one swing at a time. */
export function MomentProposals({ swings, ...props }: MomentProposalsProps) {
  const [at, setAt] = useState(0);
  const swing = swings[at % swings.length];
  if (!swing) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 grow basis-60">
          {swing.confidence >= SURE ? words.annotate.swingFound : words.annotate.swingUnsure}{' '}
          {swings.length > 1 && (
            <>{say(words.annotate.swingCount, { number: (at % swings.length) + 1, count: swings.length })} </>
          )}
          {words.annotate.pickAnother}
        </p>
        {swings.length > 1 && (
          <Button size="small" variant="secondary" onClick={() => setAt(at + 1)}>
            {words.annotate.nextSwing}
          </Button>
        )}
      </div>
      <ProposedSwing key={at} swing={swing} {...props} />
    </div>
  );
}

type ProposedSwingProps = Omit<MomentProposalsProps, 'swings'> & { readonly swing: FoundSwing };

function ProposedSwing({
  swing,
  source,
  frameTimes,
  frameRate,
  colorClass,
  onUse,
  onShow,
  onClose,
}: ProposedSwingProps) {
  const [times, setTimes] = useState<Times>({
    rest: swing.moments.rest.time,
    top: swing.moments.top.time,
    strike: swing.moments.strike.time,
  });
  function choose(position: Position, time: number) {
    setTimes({ ...times, [position]: time });
    onShow(time);
  }
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {POSITIONS.map((position) => (
          <li key={position} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <ProposalHead
              position={position}
              swing={swing}
              frameTimes={frameTimes}
              colorClass={colorClass}
              place={say(words.annotate.frameAt, {
                frame: frameIndexAt(frameTimes, times[position]) + 1,
                seconds: formatMark(times[position], frameRate),
              })}
              onUse={() => onUse({ [position]: times[position] })}
            />
            <FilmStrip
              source={source}
              frameTimes={frameTimes}
              around={swing.moments[position].time}
              chosen={times[position]}
              label={say(words.annotate.proposedStrip, { position: words.swing.positionsInText[position] })}
              onChoose={(time) => choose(position, time)}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          onClick={() => {
            onUse(times);
            onClose();
          }}
        >
          {words.annotate.useAll}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {words.annotate.closeUnused}
        </Button>
      </div>
    </>
  );
}

interface ProposalHeadProps {
  readonly position: Position;
  readonly swing: FoundSwing;
  readonly frameTimes: FrameTimes;
  readonly colorClass: 'text-you' | 'text-pro';
  /** The number of the proposed frame and its time. */
  readonly place: string;
  readonly onUse: () => void;
}

function ProposalHead({ position, swing, frameTimes, colorClass, place, onUse }: ProposalHeadProps) {
  const { certainty } = swing.moments[position];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 grow basis-56">
        <span className={`mr-3 inline-block align-[-0.125em] ${colorClass}`}>
          <PositionShape position={position} />
        </span>
        <strong>{words.swing.positions[position]}</strong> <span className="figures text-sm">{place}</span>{' '}
        <span className={certainty === 'check' ? 'text-sm font-semibold text-flag-ink' : 'text-sm text-ink-soft'}>
          {certaintyText(swing.moments[position], frameTimes)}
        </span>
      </p>
      <Button
        size="small"
        variant="secondary"
        aria-label={say(words.annotate.useFrameAs, { position: words.swing.positionsInText[position] })}
        onClick={onUse}
      >
        {words.annotate.useFrame}
      </Button>
    </div>
  );
}

/** How sure a position is; where it has to be checked, between which frames it lies. */
function certaintyText({ certainty, range }: Moment, frameTimes: FrameTimes): string {
  const text = words.annotate.certainties[certainty];
  if (certainty !== 'check' || !range || range.to <= range.from) return text;
  const [first, last] = [range.from, range.to].map((time) => frameIndexAt(frameTimes, time) + 1);
  return say(words.annotate.checkBetween, { first: first ?? 0, last: last ?? 0 });
}
