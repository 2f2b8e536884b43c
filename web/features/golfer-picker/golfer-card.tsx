// One golfer as a selectable card, whose swing plays while the pointer or the focus is on it. A broken thumbnail is
// hidden without changing the layout.
import { Check } from 'lucide-react';
import { type PointerEvent, useId, useRef, useState } from 'react';
import type { GolferCard as GolferCardFacts } from '#contract/golfers.ts';
import { tempoGroup } from '#domain/library/golfer.ts';
import { classNames } from '#web/ui/class-names.ts';
import { isMotionWelcome } from '#web/ui/preview-clip.tsx';
import { formatRatio } from '#web/words/format-time.ts';
import { say, words } from '#web/words/words.ts';

interface GolferCardProps {
  golfer: GolferCardFacts;
  chosen: boolean;
  onChoose: () => void;
}

/** A button named after the golfer, in the pressed state when chosen. */
export function GolferCard({ golfer, chosen, onChoose }: GolferCardProps) {
  const id = useId();
  const { isPlaying, pointed } = usePointedAt();
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-facts`}
      onClick={onChoose}
      {...pointed}
      className={classNames(
        'relative grid grid-cols-[6.5rem_1fr] overflow-hidden rounded-md border-2 bg-raised text-left sm:grid-cols-1 sm:grid-rows-[auto_1fr]',
        chosen ? 'border-pro' : 'border-line hover:border-edge',
      )}
    >
      <Picture thumbnailUrl={golfer.thumbnailUrl} videoUrl={isPlaying ? golfer.videoUrl : null} />
      <span className="grid content-center gap-1 p-3 sm:content-start sm:p-4">
        <span id={`${id}-name`} className="text-lg leading-tight font-bold [overflow-wrap:anywhere]">
          {golfer.name}
        </span>
        <span id={`${id}-facts`} className="grid gap-1.5 text-sm text-ink-soft">
          <Deciding golfer={golfer} />
          <span className="flex flex-wrap gap-x-3 gap-y-0.5">
            <span className="figures">
              {say(words.golfers.majorChampionships, { count: golfer.majorChampionships })}
            </span>
            {golfer.club && <span>{say(words.golfers.club, { club: golfer.club })}</span>}
            {golfer.tempo && <span className="figures">{tourTempo(golfer.tempo)}</span>}
            {golfer.height && <span>{say(words.golfers.height, { height: golfer.height })}</span>}
          </span>
          <span className="w-fit rounded-sm border border-pro px-2 py-0.5 text-xs font-semibold text-pro">
            {words.golferPicker.professionalSwing}
          </span>
        </span>
      </span>
      {chosen && (
        <span className="absolute top-0 left-0 flex items-center gap-1 bg-pro px-2 py-1 text-sm font-bold text-raised">
          <Check className="size-4" /> {words.golferPicker.chosen}
        </span>
      )}
    </button>
  );
}

/** A tempo as golfers write it: the frames of backswing and downswing at 30 frames per second, such as 24/8. */
function tourTempo({ ratio, seconds }: NonNullable<GolferCardFacts['tempo']>): string {
  const down = seconds / (1 + ratio);
  return say(words.golferPicker.tourTempo, { back: Math.round((seconds - down) * 30), down: Math.round(down * 30) });
}

/** Separates chips for screen readers, because the gap between them is only visual. */
const SPOKEN_PAUSE = ', ';

/** The traits that decide whether the swing suits the visitor's: view, hand and tempo, as far as known. */
function Deciding({ golfer: { view, hand, tempo } }: Pick<GolferCardProps, 'golfer'>) {
  const facts = [
    view && words.body.views[view],
    hand && words.golferPicker.hands[hand],
    tempo &&
      say(words.golferPicker.tempo, {
        tempo: words.golferPicker.tempos[tempoGroup(tempo.seconds)],
        ratio: formatRatio(tempo.ratio, 1),
      }),
  ].filter((fact) => fact !== null);
  if (facts.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1">
      {facts.map((fact, index) => (
        <span key={fact} className="rounded-sm bg-sunken px-1.5 py-0.5 text-xs font-semibold text-ink">
          {fact}
          {index < facts.length - 1 && <span className="sr-only">{SPOKEN_PAUSE}</span>}
        </span>
      ))}
    </span>
  );
}

/** Delay before a swing plays, so that a pointer passing over the card loads nothing. */
const PLAYS_AFTER_MS = 200;

/** Plays while a mouse rests on the card or it has keyboard focus, unless the visitor reduces motion or saves data. */
function usePointedAt() {
  const [isPlaying, setPlaying] = useState(false);
  const timer = useRef(0);
  const leave = () => {
    window.clearTimeout(timer.current);
    setPlaying(false);
  };
  const enter = () => {
    window.clearTimeout(timer.current);
    if (isMotionWelcome()) timer.current = window.setTimeout(setPlaying, PLAYS_AFTER_MS, true);
  };
  const pointed = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && enter(),
    onPointerLeave: leave,
    onFocus: ({ target }: { target: HTMLElement }) => target.matches(':focus-visible') && enter(),
    onBlur: leave,
  };
  return { isPlaying, pointed };
}

function Picture({ thumbnailUrl, videoUrl }: { thumbnailUrl: string | null; videoUrl: string | null }) {
  const [broken, setBroken] = useState(false);
  return (
    <span className="stage mown relative block min-h-32 sm:aspect-[4/3]">
      {thumbnailUrl && (
        <img
          src={thumbnailUrl}
          alt=""
          loading="lazy"
          onError={() => setBroken(true)}
          className={classNames(FILLING, broken && 'invisible')}
        />
      )}
      {videoUrl && <PlayingSwing src={videoUrl} />}
    </span>
  );
}

const FILLING = 'absolute inset-0 size-full object-cover object-[50%_32%]';

/** The swing over its thumbnail. The thumbnail stays visible until the video has a picture. */
function PlayingSwing({ src }: { src: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <video
      src={src}
      autoPlay
      muted
      loop
      playsInline
      aria-hidden="true"
      tabIndex={-1}
      onPlaying={() => setShown(true)}
      className={classNames(FILLING, !isShown && 'invisible')}
    />
  );
}
