// The editor below the player, to check and correct the three positions: a tick card for each, with the origin of its
// frame, and the chosen position's frame above a scrubber. A picked frame is a mark made by hand. A proposal becomes a mark only
// when the visitor takes it.
import { Check, CircleHelp, type LucideIcon, Minus } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { closeUp, type PicturePart } from '#domain/body/close-up.ts';
import { type FoundSwing, marksAt, SURE } from '#domain/moments/found-swing.ts';
import { type MarkOrigin, markOrigin, type TakenMoments } from '#domain/moments/taken-moments.ts';
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import type { Clip } from '#domain/video/clip.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayerState } from '#web/player/engine/use-player.ts';
import { Button, SmallButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PositionShape } from '#web/ui/position-shape.tsx';
import { Status } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';
import { PositionStrip, SmallFrame } from './film-strip.tsx';

export interface NextStep {
  /** What the press does: a sentence, or the choice of a golfer. */
  readonly sentence: ReactNode;
  readonly onTaken: () => void;
}

export interface PositionEditorProps {
  readonly annotations: SwingAnnotations;
  readonly taken: TakenMoments;
  /** Whether the visitor says that the clip starts after the rest. */
  readonly startsAfterRest: boolean;
  readonly onPick: (position: Position, time: number) => void;
  /** Takes proposals and keeps the marks made by hand. */
  readonly onTake: (moments: TakenMoments) => void;
  /** Sets whether the clip starts after the rest, which clears its mark. Null where the rest must be marked. */
  readonly onStartsAfterRest: ((startsAfterRest: boolean) => void) | null;
  readonly source: Blob | string;
  readonly clip: Clip;
  /** The swings that were found, the surest first. Empty after the proposals are taken or dismissed, and for positions marked by hand. */
  readonly swings: readonly FoundSwing[];
  /** The golfer's body track, used to enlarge what defines a position; null if the golfer was not tracked. */
  readonly track: BodyTrack | null;
  /** The strip of a position that is neither marked nor proposed lies around the frame that this player shows. */
  readonly player: FramePlayer;
  readonly colorClass: 'text-you' | 'text-pro';
  readonly next: NextStep | null;
  readonly onShow: (time: number) => void;
  readonly onClose: () => void;
}

/** The state on a tick card: the origin of the position's frame, or that the clip does not contain the position. */
export type Tick = MarkOrigin | 'not-in-clip';

export function PositionEditor(props: PositionEditorProps) {
  const { track, clip, annotations, taken, startsAfterRest, next } = props;
  const [surest = null] = props.swings;
  const swings = props.swings.toSorted((a, b) => a.moments.strike.time - b.moments.strike.time);
  const [further, setFurther] = useState(0);
  // The surest swing comes first, then those after it in time.
  const swingAt = surest ? (swings.indexOf(surest) + further) % swings.length : 0;
  const swing = swings[swingAt] ?? null;
  const ticks = { rest: tickOf('rest'), top: tickOf('top'), strike: tickOf('strike') };
  const [requested, setChosen] = useState<Position | null>(null);
  // The marks as first set: a part that moved with every correction would have all its pictures read again.
  const [firstMarks, setFirstMarks] = useState(annotations);
  if (POSITIONS.some((position) => timeOf(firstMarks, position) === null && timeOf(annotations, position) !== null)) {
    setFirstMarks(annotations);
  }
  const parts = useMemo(() => partsOf(track, swing ? marksAt(swing) : firstMarks), [track, swing, firstMarks]);
  // A position that needs a check comes first.
  const chosen = requested ?? POSITIONS.find((position) => ticks[position] === 'check') ?? 'rest';

  function tickOf(position: Position): Tick {
    const origin = markOrigin(annotations, taken, position);
    if (origin !== 'unset') return origin;
    if (position === 'rest' && startsAfterRest) return 'not-in-clip';
    if (!swing) return 'unset';
    return swing.moments[position].certainty === 'check' ? 'check' : 'found';
  }

  return (
    <Card
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 grid-rows-[auto_auto_1fr_auto] px-3! pt-3! pb-0! sm:px-6! lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_auto_1fr]',
        swing && FILLS_PHONE,
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:col-start-2">
        <Status className="min-w-0 grow basis-60 leading-snug max-sm:text-sm">
          {swing && `${foundText(swing)} `}
          {swings.length > 1 && <>{say(words.annotate.swingCount, { number: swingAt + 1, count: swings.length })} </>}
          {ticks[chosen] === 'check' ? words.annotate.checkPrompts[chosen] : words.annotate.pickAnother}
        </Status>
        {swings.length > 1 && (
          <SmallButton onClick={() => setFurther(further + 1)}>{words.annotate.nextSwing}</SmallButton>
        )}
      </div>
      <TickCards
        {...props}
        {...{ ticks, chosen, parts }}
        frames={framesOf(clip, annotations, swing)}
        onChoose={setChosen}
      />
      <ChosenPosition
        key={`${chosen} ${swingAt}`}
        {...props}
        position={chosen}
        tick={ticks[chosen]}
        swing={swing}
        part={parts[chosen]}
      />
      {swing && (
        <TakeBar
          next={next}
          onTake={() => {
            const { rest: _notInClip, ...others } = swing.moments;
            props.onTake(ticks.rest === 'not-in-clip' ? others : swing.moments);
            props.onClose();
            next?.onTaken();
          }}
          onClose={props.onClose}
        />
      )}
    </Card>
  );
}

/** The part of the picture that defines each position; null for all of it. */
type Parts = Readonly<Record<Position, PicturePart | null>>;

function partsOf(track: BodyTrack | null, marks: SwingAnnotations): Parts {
  const partOf = (position: Position) => {
    const time = timeOf(marks, position);
    return track && time !== null ? closeUp(track, position, time) : null;
  };
  return { rest: partOf('rest'), top: partOf('top'), strike: partOf('strike') };
}

/** The frame of each position that is marked or proposed. */
function framesOf({ frameTimes }: Clip, annotations: SwingAnnotations, swing: FoundSwing | null) {
  const frameOf = (position: Position) => {
    const time = timeOf(annotations, position) ?? swing?.moments[position].time ?? null;
    return time === null ? null : frameIndexAt(frameTimes, time);
  };
  return { rest: frameOf('rest'), top: frameOf('top'), strike: frameOf('strike') };
}

function foundText({ confidence, isShort }: FoundSwing): string {
  const texts = isShort ? words.annotate.shortStroke : words.annotate.swing;
  return confidence >= SURE ? texts.found : texts.unsure;
}

interface TickCardsProps {
  readonly ticks: Readonly<Record<Position, Tick>>;
  readonly frames: Readonly<Record<Position, number | null>>;
  readonly parts: Parts;
  readonly source: Blob | string;
  readonly chosen: Position;
  readonly colorClass: 'text-you' | 'text-pro';
  readonly onChoose: (position: Position) => void;
}

function TickCards({ ticks, frames, parts, source, chosen, colorClass, onChoose }: TickCardsProps) {
  const group = useId();
  return (
    <fieldset className={classNames(TICKS, 'lg:col-start-2')}>
      <legend className="sr-only">{words.annotate.ticks}</legend>
      {POSITIONS.map((position) => {
        const frame = ticks[position] === 'not-in-clip' ? null : frames[position];
        return (
          <label
            key={position}
            className={classNames(
              TICK,
              'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              position === chosen ? 'border-ink bg-sunken' : 'border-line',
            )}
          >
            <input
              type="radio"
              name={group}
              checked={position === chosen}
              onChange={() => onChoose(position)}
              className="sr-only"
            />
            <span className="stage relative grid size-10 shrink-0 overflow-hidden rounded-sm">
              {frame === null ? (
                <PositionShape position={position} className={`size-4 place-self-center ${colorClass}`} />
              ) : (
                <SmallFrame source={source} frame={frame} part={parts[position]} className="object-cover" />
              )}
              <TickMark tick={ticks[position]} />
            </span>
            <span className="min-w-0 font-semibold">
              {words.swing.positions[position]}{' '}
              <span className="sr-only">{words.annotate.tickStates[ticks[position]]}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The card of the proposals fills a phone's screen below the row of steps: its picture takes what the rest leaves. */
export const FILLS_PHONE = 'max-sm:min-h-[calc(100svh-3.75rem)]';

/** The row of the tick cards, and each of them; also while they are awaited. */
export const TICKS = 'grid grid-cols-3 gap-1.5';
export const TICK = 'flex min-h-13 items-center gap-1.5 rounded-md border-2 p-1 text-sm leading-tight';

const TICK_ICONS: Readonly<Record<Tick, LucideIcon>> = {
  ...{ found: Check, hand: Check, check: CircleHelp },
  ...{ unset: Minus, 'not-in-clip': Minus },
};

/** The state of a position as an icon in the corner of its picture: a check, a question mark, or a dash. */
export function TickMark({ tick }: { readonly tick: Tick }) {
  const Icon = TICK_ICONS[tick];
  return (
    <span
      className={classNames(
        'absolute right-0 bottom-0 rounded-tl-sm p-px',
        tick === 'check' ? 'bg-flag text-raised' : 'bg-raised text-ink',
      )}
    >
      <Icon className="size-4" />
    </span>
  );
}

interface ChosenPositionProps extends PositionEditorProps {
  readonly position: Position;
  readonly tick: Tick;
  readonly swing: FoundSwing | null;
  readonly part: PicturePart | null;
}

function ChosenPosition(props: ChosenPositionProps) {
  const { source, clip, swing, position, tick, part, annotations, taken, player } = props;
  const { onPick, onStartsAfterRest } = props;
  const marked = timeOf(annotations, position);
  const proposal = swing?.moments[position] ?? null;
  const isPlaced = marked !== null || proposal !== null;
  // Constant while it is not used, so that the strip does not render with every frame.
  const shownTime = usePlayerState(player, (state) => (isPlaced || !state.paused ? 0 : state.shownTime));
  const chosen = marked ?? (tick === 'not-in-clip' ? null : (proposal?.time ?? null));
  const doubt = tick === 'check' ? ((marked === null ? proposal : taken[position])?.range ?? null) : null;
  const isOverruled = tick === 'hand' && proposal !== null;
  return (
    <div className="flex min-w-0 flex-col lg:col-start-1 lg:row-span-3 lg:row-start-1 lg:pb-3">
      <PositionStrip
        {...{ source, clip, chosen, doubt, part }}
        around={proposal?.time ?? shownTime}
        label={say(words.annotate.positionStrip, { position: words.swing.positionsInText[position] })}
        onChoose={(time) => {
          onPick(position, time);
          props.onShow(time);
        }}
      >
        {onStartsAfterRest && position === 'rest' && tick !== 'not-in-clip' && tick !== 'found' && (
          <SmallButton onClick={() => onStartsAfterRest(true)} className={ASIDE}>
            {words.annotate.startsLater}
          </SmallButton>
        )}
        {onStartsAfterRest && tick === 'not-in-clip' && (
          <SmallButton onClick={() => onStartsAfterRest(false)} className={ASIDE}>
            {words.annotate.startsLaterAfterAll}
          </SmallButton>
        )}
        {isOverruled && (
          <SmallButton onClick={() => onPick(position, proposal.time)} className={ASIDE}>
            {words.annotate.backToFound}
          </SmallButton>
        )}
      </PositionStrip>
      {tick === 'not-in-clip' && <p className="text-sm">{words.annotate.withoutRest}</p>}
    </div>
  );
}

/** Two of these fit beside the frame's number on a phone. */
const ASIDE = 'min-w-0 px-2! leading-tight max-sm:text-xs';

interface TakeBarProps {
  readonly next: NextStep | null;
  readonly onTake: () => void;
  readonly onClose: () => void;
}

/** The bar to take or dismiss the proposals. It stays in view however long the strip is. */
function TakeBar({ next, onTake, onClose }: TakeBarProps) {
  return (
    // Not on a low screen, where it would cover the picture.
    <div className="sticky bottom-0 z-10 short:static -mx-3 grid content-start gap-2 rounded-b-md border-t border-line bg-raised px-3 py-2 sm:-mx-6 sm:px-6 lg:col-start-2 lg:mr-0 lg:ml-0 lg:border-t-0 lg:px-0">
      {next && <div className="text-sm leading-snug">{next.sentence}</div>}
      <div className="flex gap-2 sm:gap-3">
        <Button onClick={onTake} className="grow px-2! text-sm!">
          {next ? words.annotate.take.andCompare : words.annotate.take.use}
        </Button>
        <Button variant="secondary" onClick={onClose} className="shrink-0 px-3! text-sm!">
          {words.annotate.closeUnused}
        </Button>
      </div>
    </div>
  );
}
