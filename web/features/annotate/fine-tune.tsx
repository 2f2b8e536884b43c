// The frames around the current one, or around a mark, to pick the exact frame. Nothing is read before it is opened.
import { useId, useState } from 'react';
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayerState } from '#web/player/engine/use-player.ts';
import { Button } from '#web/ui/button.tsx';
import { say, words } from '#web/words/words.ts';
import { FilmStrip, STRIP_REACH_FRAMES } from './film-strip.tsx';

interface FineTuneProps {
  readonly source: Blob | string;
  readonly player: FramePlayer;
  readonly annotations: SwingAnnotations;
  readonly onMove: (position: Position, time: number) => void;
}

type Centre = 'screen' | Position;

/** A button that opens the strip, and the strip. */
export function FineTune(props: FineTuneProps) {
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Button
        variant="secondary"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setOpen(!isOpen)}
        className="justify-self-start"
      >
        {isOpen ? words.annotate.closeStrip : words.annotate.openStrip}
      </Button>
      <div id={contentId} hidden={!isOpen}>
        {isOpen && <OpenStrip {...props} />}
      </div>
    </div>
  );
}

function OpenStrip({ source, player, annotations, onMove }: FineTuneProps) {
  const [requested, setCentre] = useState<Centre>('screen');
  const clip = usePlayerState(player, (state) => state.clip);
  const shownTime = usePlayerState(player, (state) => state.shownTime);
  const isPaused = usePlayerState(player, (state) => state.paused);
  const centre = requested !== 'screen' && timeOf(annotations, requested) === null ? 'screen' : requested;
  const marked = centre === 'screen' ? null : timeOf(annotations, centre);
  const [cursor, setCursor] = useState(shownTime);
  if (!clip) return <p className="text-sm">{words.annotate.stripNeedsFrames}</p>;
  const { frameTimes } = clip;
  // The strip stays while the chosen frame is on it, and follows when it is not.
  const away = Math.abs(frameIndexAt(frameTimes, shownTime) - frameIndexAt(frameTimes, cursor));
  const isOnStrip = away <= STRIP_REACH_FRAMES;
  if (centre === 'screen' && isPaused && !isOnStrip) setCursor(shownTime);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <CentreChoice centre={centre} annotations={annotations} onChange={setCentre} />
      <FilmStrip
        source={source}
        frameTimes={frameTimes}
        around={marked ?? cursor}
        chosen={shownTime}
        label={stripName(centre)}
        onChoose={player.goTo}
      />
      {centre !== 'screen' && marked !== null && (
        <Button
          size="small"
          variant="secondary"
          disabled={frameIndexAt(frameTimes, marked) === frameIndexAt(frameTimes, shownTime)}
          onClick={() => onMove(centre, shownTime)}
          className="justify-self-start"
        >
          {say(words.annotate.moveTo, {
            position: words.swing.positionsInText[centre],
            frame: frameIndexAt(frameTimes, shownTime) + 1,
          })}
        </Button>
      )}
    </div>
  );
}

function stripName(centre: Centre): string {
  if (centre === 'screen') return words.annotate.screenStrip;
  return say(words.annotate.positionStrip, { position: words.swing.positionsInText[centre] });
}

interface CentreChoiceProps {
  readonly centre: Centre;
  readonly annotations: SwingAnnotations;
  readonly onChange: (centre: Centre) => void;
}

function CentreChoice({ centre, annotations, onChange }: CentreChoiceProps) {
  const group = useId();
  return (
    <fieldset className="flex flex-wrap gap-x-5">
      <legend className="sr-only">{words.annotate.centreGroup}</legend>
      {(['screen', ...POSITIONS] as const).map((choice) => (
        <label key={choice} className="flex min-h-11 cursor-pointer items-center gap-2 has-disabled:text-ink-soft">
          <input
            type="radio"
            name={group}
            checked={centre === choice}
            disabled={choice !== 'screen' && timeOf(annotations, choice) === null}
            onChange={() => onChange(choice)}
            className="size-5 accent-flag"
          />
          {choice === 'screen' ? words.annotate.onScreen : words.swing.positions[choice]}
        </label>
      ))}
    </fieldset>
  );
}
