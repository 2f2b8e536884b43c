// The editor below the player, to check and correct the three positions: a tick card for each, with the origin of its
// frame, and a strip for the chosen position. A picked frame is a mark made by hand. A proposal becomes a mark only
// when the visitor takes it.
import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { BodyTrack } from '#domain/body/body-track.ts';
import { closeUp } from '#domain/body/close-up.ts';
import { type FoundSwing, SURE } from '#domain/moments/found-swing.ts';
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
import { formatMark } from '#web/words/swing-words.ts';
import { say, words } from '#web/words/words.ts';
import { PositionStrip } from './film-strip.tsx';

export interface NextStep {
  /** What the press does: a sentence, or the choice of a golfer. */
  readonly sentence: ReactNode;
  readonly onTaken: () => void;
}

interface Found {
  /** At least one swing, the surest first. */
  readonly swings: readonly FoundSwing[];
  /** The golfer's body track, used to enlarge what defines a position; null if the golfer was not tracked. */
  readonly track: BodyTrack | null;
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
  /** Null after the proposals are taken or dismissed, and for positions that were marked by hand. */
  readonly found: Found | null;
  /** The strip of a position that is neither marked nor proposed lies around the frame that this player shows. */
  readonly player: FramePlayer;
  readonly colorClass: 'text-you' | 'text-pro';
  readonly next: NextStep | null;
  readonly onShow: (time: number) => void;
  readonly onClose: () => void;
}

/** The state on a tick card: the origin of the position's frame, or that the clip does not contain the position. */
type Tick = MarkOrigin | 'not-in-clip';

export function PositionEditor(props: PositionEditorProps) {
  const { found, clip, annotations, taken, startsAfterRest, next } = props;
  const [surest = null] = found?.swings ?? [];
  const swings = (found?.swings ?? []).toSorted((a, b) => a.moments.strike.time - b.moments.strike.time);
  const [further, setFurther] = useState(0);
  // The surest swing comes first, then those after it in time.
  const swingAt = surest ? (swings.indexOf(surest) + further) % swings.length : 0;
  const swing = swings[swingAt] ?? null;
  const ticks = { rest: tickOf('rest'), top: tickOf('top'), strike: tickOf('strike') };
  const [requested, setChosen] = useState<Position | null>(null);
  const [hasNumbers, setHasNumbers] = useState(false);
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
    <Card className={classNames('grid grid-cols-[minmax(0,1fr)] gap-3', swing && 'pb-0!')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Status className="min-w-0 grow basis-60">
          {swing && `${foundText(swing)} `}
          {swings.length > 1 && <>{say(words.annotate.swingCount, { number: swingAt + 1, count: swings.length })} </>}
          {ticks[chosen] === 'check' ? words.annotate.checkPrompts[chosen] : words.annotate.pickAnother}
        </Status>
        {swings.length > 1 && (
          <SmallButton onClick={() => setFurther(further + 1)}>{words.annotate.nextSwing}</SmallButton>
        )}
      </div>
      <TickCards {...props} ticks={ticks} chosen={chosen} onChoose={setChosen} />
      <ChosenPosition
        key={`${chosen} ${swingAt}`}
        {...props}
        position={chosen}
        tick={ticks[chosen]}
        swing={swing}
        hasNumbers={hasNumbers}
        onNumbers={() => setHasNumbers(!hasNumbers)}
        place={placeOf(clip, timeOf(annotations, chosen) ?? swing?.moments[chosen].time ?? null)}
      />
      {swing && (
        <TakeBar
          next={next}
          isWithoutRest={ticks.rest === 'not-in-clip'}
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

function foundText({ confidence, isShort }: FoundSwing): string {
  const texts = isShort ? words.annotate.shortStroke : words.annotate.swing;
  return confidence >= SURE ? texts.found : texts.unsure;
}

function placeOf({ frameTimes, frameRate }: Clip, time: number | null): string | null {
  if (time === null) return null;
  return say(words.annotate.frameAt, {
    frame: frameIndexAt(frameTimes, time) + 1,
    seconds: formatMark(time, frameRate),
  });
}

interface TickCardsProps {
  readonly ticks: Readonly<Record<Position, Tick>>;
  readonly chosen: Position;
  readonly colorClass: 'text-you' | 'text-pro';
  readonly onChoose: (position: Position) => void;
}

function TickCards({ ticks, chosen, colorClass, onChoose }: TickCardsProps) {
  const group = useId();
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">{words.annotate.ticks}</legend>
      {POSITIONS.map((position) => (
        <label
          key={position}
          className={classNames(
            'grid min-h-14 cursor-pointer content-center justify-items-center gap-0.5 rounded-md border-2 px-1 py-1.5 text-center leading-tight',
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
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
          <span className="flex items-center gap-1.5 font-semibold">
            <PositionShape
              position={position}
              className={`size-4 ${ticks[position] === 'unset' ? 'text-edge' : colorClass}`}
            />
            {words.swing.positions[position]}
          </span>
          <TickText tick={ticks[position]} />
        </label>
      ))}
    </fieldset>
  );
}

function TickText({ tick }: { readonly tick: Tick }) {
  const Icon = tick === 'check' ? TriangleAlert : tick === 'found' || tick === 'hand' ? Check : null;
  return (
    <span
      className={classNames(
        'flex items-center gap-1 text-sm',
        tick === 'check' ? 'font-semibold text-flag-ink' : 'text-ink-soft',
      )}
    >
      {Icon && <Icon className="size-4 shrink-0" />}
      {words.annotate.tickStates[tick]}
    </span>
  );
}

interface ChosenPositionProps extends PositionEditorProps {
  readonly position: Position;
  readonly tick: Tick;
  readonly swing: FoundSwing | null;
  readonly place: string | null;
  readonly hasNumbers: boolean;
  readonly onNumbers: () => void;
}

function ChosenPosition(props: ChosenPositionProps) {
  const { source, clip, found, swing, position, tick, annotations, taken, player, place, hasNumbers } = props;
  const { onPick, onStartsAfterRest } = props;
  const marked = timeOf(annotations, position);
  const proposal = swing?.moments[position] ?? null;
  const isPlaced = marked !== null || proposal !== null;
  // Constant while it is not used, so that the strip does not render with every frame.
  const shownTime = usePlayerState(player, (state) => (isPlaced || !state.paused ? 0 : state.shownTime));
  const track = found?.track ?? null;
  const part = useMemo(
    () => (track && proposal ? closeUp(track, position, proposal.time) : null),
    [track, position, proposal],
  );
  const chosen = marked ?? (tick === 'not-in-clip' ? null : (proposal?.time ?? null));
  const doubt = tick === 'check' ? ((marked === null ? proposal : taken[position])?.range ?? null) : null;
  const isOverruled = tick === 'hand' && proposal !== null;
  const inText = { position: words.swing.positionsInText[position] };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <PositionStrip
        source={source}
        frameTimes={clip.frameTimes}
        around={chosen ?? proposal?.time ?? shownTime}
        chosen={chosen}
        doubt={doubt}
        part={part}
        label={say(words.annotate.positionStrip, inText)}
        hasNumbers={hasNumbers}
        onChoose={(time) => {
          onPick(position, time);
          props.onShow(time);
        }}
      >
        {onStartsAfterRest && position === 'rest' && tick !== 'not-in-clip' && tick !== 'found' && (
          <SmallButton onClick={() => onStartsAfterRest(true)}>{words.annotate.startsLater}</SmallButton>
        )}
        {onStartsAfterRest && tick === 'not-in-clip' && (
          <SmallButton onClick={() => onStartsAfterRest(false)}>{words.annotate.startsLaterAfterAll}</SmallButton>
        )}
        {isOverruled && (
          <SmallButton onClick={() => onPick(position, proposal.time)}>{words.annotate.backToFound}</SmallButton>
        )}
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 px-2 text-sm">
          <input type="checkbox" checked={hasNumbers} onChange={props.onNumbers} className="size-5 accent-flag" />
          {words.annotate.frameNumbers}
        </label>
      </PositionStrip>
      {tick === 'not-in-clip' && <p className="text-sm">{words.annotate.withoutRest}</p>}
      {hasNumbers && place && <p className="figures text-sm">{place}</p>}
    </div>
  );
}

interface TakeBarProps {
  readonly next: NextStep | null;
  readonly isWithoutRest: boolean;
  readonly onTake: () => void;
  readonly onClose: () => void;
}

/** The bar to take or dismiss the proposals. It stays in view however long the strip is. */
function TakeBar({ next, isWithoutRest, onTake, onClose }: TakeBarProps) {
  const texts = isWithoutRest ? words.annotate.takeWithoutRest : words.annotate.takeAll;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 grid gap-2 rounded-b-md border-t border-line bg-raised px-4 py-3 sm:-mx-6 sm:px-6">
      {next && <div className="text-sm leading-snug">{next.sentence}</div>}
      <div className="flex gap-2 sm:gap-3">
        <Button onClick={onTake} className="grow px-2! sm:grow-0 sm:px-4!">
          {next ? texts.andCompare : texts.use}
        </Button>
        <Button variant="secondary" onClick={onClose} className="shrink-0 px-3!">
          {words.annotate.closeUnused}
        </Button>
      </div>
    </div>
  );
}
