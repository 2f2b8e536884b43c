// The proposed positions of a swing, each as a film strip, to accept, correct or reject. Nothing is marked before the
// visitor confirms.
import { type ReactNode, useMemo, useState } from 'react';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { closeUp } from '#domain/body/close-up.ts';
import { type FoundSwing, type Moment, SURE } from '#domain/moments/found-swing.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import type { FrameRate } from '#domain/time.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { formatMark } from '#web/swing/format-mark.ts';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { say, words } from '#web/words/words.ts';
import { FilmStrip } from './film-strip.tsx';

type Times = Readonly<Record<Position, number>>;

/** What follows once all three positions are taken. */
export interface NextStep {
  /** What the button for all three says. */
  readonly button: string;
  readonly sentence: ReactNode;
  readonly onTaken: () => void;
}

interface MomentProposalsProps {
  readonly source: Blob | string;
  readonly frameTimes: FrameTimes;
  readonly frameRate: FrameRate;
  /** At least one, the surest first. */
  readonly swings: readonly FoundSwing[];
  /** What was seen of the golfer, to show hands, club and ball in large; null where nothing was. */
  readonly track: BodyTrack | null;
  readonly colorClass: 'text-you' | 'text-pro';
  readonly next: NextStep | null;
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
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-0! sm:gap-4">
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
    </Card>
  );
}

type ProposedSwingProps = Omit<MomentProposalsProps, 'swings'> & { readonly swing: FoundSwing };

function ProposedSwing({
  swing,
  source,
  frameTimes,
  frameRate,
  track,
  colorClass,
  next,
  onUse,
  onShow,
  onClose,
}: ProposedSwingProps) {
  const parts = useMemo(() => {
    const partOf = (position: Position) => track && closeUp(track, position, swing.moments[position].time);
    return { rest: partOf('rest'), top: partOf('top'), strike: partOf('strike') };
  }, [track, swing]);
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
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-5">
        {POSITIONS.map((position) => (
          <li key={position} className="grid grid-cols-[minmax(0,1fr)] gap-1 sm:gap-2">
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
              part={parts[position]}
              label={say(words.annotate.proposedStrip, { position: words.swing.positionsInText[position] })}
              onChoose={(time) => choose(position, time)}
            />
          </li>
        ))}
      </ul>
      {/* In sight however long the strips are. */}
      <div className="sticky bottom-0 z-10 -mx-4 grid gap-2 border-t border-line bg-raised px-4 py-3 sm:-mx-6 sm:px-6">
        {next && <p className="text-sm leading-snug">{next.sentence}</p>}
        <div className="flex gap-2 sm:gap-3">
          <Button
            onClick={() => {
              onUse(times);
              onClose();
              next?.onTaken();
            }}
            className="grow px-2! sm:grow-0 sm:px-4!"
          >
            {next?.button ?? words.annotate.useAll}
          </Button>
          <Button variant="secondary" onClick={onClose} className="shrink-0 px-3!">
            {words.annotate.closeUnused}
          </Button>
        </div>
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
    <div className="flex items-center gap-x-3">
      <p className="min-w-0 grow leading-tight">
        <span className={`mr-2 inline-block align-[-0.125em] ${colorClass}`}>
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
        className="shrink-0 px-2!"
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
