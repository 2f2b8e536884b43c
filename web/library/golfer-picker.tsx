// The grid of golfers, with loading, empty and error states. A card's swing plays while the pointer or the focus is on
// it, and on a touch screen when it comes into view.
import { Check } from 'lucide-react';
import { type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { GolferCard as GolferCardFacts } from '#contract/golfers.ts';
import { CAMERA_VIEWS, GOLFER_HANDS } from '#domain/body/filmed.ts';
import { clubKindOf, FILMED_UNKNOWN, type Filmed, tempoGroup } from '#domain/library/golfer.ts';
import {
  golfersFilmed,
  golfersLike,
  isFilmedLike,
  playsOtherHand,
  rankedGolfers,
  type SuggestedGolfer,
  type SwingTraits,
  suggestedGolfers,
  TRAITS_UNKNOWN,
} from '#domain/library/suggest-golfers.ts';
import { useGolfers } from '#web/api/query.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { isMotionWelcome } from '#web/ui/preview-clip.tsx';
import { LoadProblem, Status } from '#web/ui/status.tsx';
import { formatRatio } from '#web/words/format-numbers.ts';
import { filmedText } from '#web/words/swing-words.ts';
import { LANGUAGE, say, words } from '#web/words/words.ts';
import { ROUNDS, useLoopsInView } from './loops-in-view.ts';

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';
/** On a phone, more golfers than this scroll within a part of the screen until the visitor asks for all. */
const MOST_ON_PHONE = 4;
const PLACEHOLDERS = ['first', 'second', 'third', 'fourth'];

interface GolferPickerProps {
  chosenId: number | null;
  /**
   * The known traits of the visitor's swing. Golfers filmed from its side are shown unless the visitor asks for others, the best
   * match first.
   */
  swing?: SwingTraits;
  onChoose: (golfer: GolferCardFacts) => void;
}

export function GolferPicker({ chosenId, swing = TRAITS_UNKNOWN, onChoose }: GolferPickerProps) {
  const { data: golfers, isPending, isError, isFetching, refetch } = useGolfers();
  if (isPending) return <LoadingGolfers />;
  if (isError) {
    return (
      <LoadProblem isBusy={isFetching} onRetry={refetch} className="rounded-md border-2 border-flag bg-raised p-5">
        {words.golfers.loadFailed}
      </LoadProblem>
    );
  }
  if (golfers.length === 0) return <p className="rounded-md border border-line bg-raised p-5">{words.golfers.none}</p>;
  return <Golfers golfers={golfers} chosenId={chosenId} swing={swing} onChoose={onChoose} />;
}

function Golfers(props: Required<GolferPickerProps> & { golfers: readonly GolferCardFacts[] }) {
  const { golfers, chosenId, swing, onChoose } = props;
  const [chosenFilter, setChosenFilter] = useState<Filmed | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const isViewInLibrary = golfers.some((golfer) => isFilmedLike(golfer, swing));
  const wanted = chosenFilter ?? { ...FILMED_UNKNOWN, view: isViewInLibrary ? swing.view : null };
  const listed = golfersFilmed(golfers, wanted);
  const { alike, others } = golfersLike(listed, swing);
  const filmed = filmedText(swing);
  const isGrouped = alike.length > 0 && filmed !== null;
  const isFolded = !showsAll && listed.length > MOST_ON_PHONE;
  const first = isGrouped ? rankedGolfers(alike, swing) : listed;
  const list = useRef<HTMLDivElement>(null);
  const looping = [...first, ...(isGrouped ? others : [])].filter(({ loopUrl }) => loopUrl !== null);
  const loops = useLoopsInView(
    list,
    looping.map(({ id }) => id),
  );
  const gridOf = (shown: readonly GolferCardFacts[]) => (
    <ul className={GRID}>
      {shown.map((golfer) => (
        <li key={golfer.id} data-loop={golfer.loopUrl ? golfer.id : undefined} className="grid">
          <GolferCard
            golfer={golfer}
            isMirrored={playsOtherHand(golfer, swing.hand)}
            chosen={golfer.id === chosenId}
            onChoose={() => onChoose(golfer)}
            isLoopInView={loops.playing.includes(golfer.id)}
            onLoopPlayed={() => loops.onPlayed(golfer.id)}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {/* Until a golfer is chosen, the suggested ones are shown with the same sentence. */}
      {chosenId !== null && (
        <Lacking suggested={suggestedGolfers(golfers, swing).slice(0, 1)} instead={words.golferPicker.closest} />
      )}
      <GolferFilter golfers={golfers} wanted={wanted} onChange={setChosenFilter} />
      {listed.length === 0 && <Status>{words.golferPicker.noneFilmed}</Status>}
      <div
        ref={list}
        className={classNames(
          'grid gap-4',
          isFolded && 'max-sm:-m-1 max-sm:max-h-64 max-sm:overflow-y-auto max-sm:p-1',
        )}
      >
        {isGrouped && <h3 className="text-lg font-bold">{say(words.golferPicker.likeYourClip, { filmed })}</h3>}
        {gridOf(first)}
        {isGrouped && others.length > 0 && (
          <>
            <h3 className="mt-2 text-lg font-bold">{words.golferPicker.others}</h3>
            <p className="-mt-3 text-sm text-ink-soft">{words.golferPicker.othersWarning}</p>
            {gridOf(others)}
          </>
        )}
      </div>
      {isFolded && (
        <Button variant="secondary" className="sm:hidden" onClick={() => setShowsAll(true)}>
          {say(words.golferPicker.showAll, { count: listed.length })}
        </Button>
      )}
    </>
  );
}

interface LackingProps {
  readonly suggested: readonly SuggestedGolfer<GolferCardFacts>[];
  /** The sentence on what the suggested golfers have instead. */
  readonly instead: string;
}

/** What the library lacks for the visitor's swing, and what is suggested instead. Empty, but in its place, if it lacks nothing. */
export function Lacking({ suggested, instead }: LackingProps) {
  return (
    <p aria-live="polite" className="mb-1 text-sm empty:sr-only">
      {lackingText(suggested, instead)}
    </p>
  );
}

function lackingText(suggested: readonly SuggestedGolfer<GolferCardFacts>[], instead: string): string | null {
  const lacking = suggested[0]?.lacking;
  if (!lacking) return null;
  const { view, club } = lacking;
  const named = [view && 'view', club && 'club'].filter(Boolean).join('-');
  const missing = say(words.golferPicker.lacking[named as keyof typeof words.golferPicker.lacking], {
    view: view ? words.body.viewsInText[view] : '',
    club: club ? words.golferPicker.clubsInText[club] : '',
  });
  const golfers = suggested.map(({ golfer }) => golfer);
  const traits = [
    ...(club ? golfers.map(clubText) : []),
    ...(view ? golfers.map((golfer) => golfer.view && words.body.viewsInText[golfer.view]) : []),
  ].filter((trait) => trait !== null);
  const shown = traits.length > 0 ? traits : golfers.map(({ name }) => name);
  return [missing, say(instead, { traits: traitList.format(new Set(shown)) })].join(' ');
}

const traitList = new Intl.ListFormat(LANGUAGE, { type: 'unit' });

function clubText(golfer: GolferCardFacts): string {
  const kind = clubKindOf(golfer);
  return golfer.club ?? (kind ? words.golferPicker.clubs[kind] : golfer.name);
}

function LoadingGolfers() {
  return (
    <div role="status" className={GRID}>
      <span className="sr-only">{words.golfers.loading}</span>
      {PLACEHOLDERS.map((name) => (
        <div
          key={name}
          data-testid="golfer-placeholder"
          className="h-32 animate-pulse rounded-md border border-line bg-sunken sm:h-72"
        />
      ))}
    </div>
  );
}

interface GolferFilterProps {
  readonly golfers: readonly Filmed[];
  /** A null value means any. */
  readonly wanted: Filmed;
  readonly onChange: (wanted: Filmed) => void;
}

const ANY = 'any';

function GolferFilter({ golfers, wanted, onChange }: GolferFilterProps) {
  const views = CAMERA_VIEWS.filter((view) => golfers.some((golfer) => golfer.view === view));
  const hands = GOLFER_HANDS.filter((hand) => golfers.some((golfer) => golfer.hand === hand));
  if (views.length < 2 && hands.length < 2) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {views.length > 1 && (
        <NativeSelect
          label={words.golferPicker.filterView}
          value={wanted.view ?? ANY}
          onValueChange={(value) => onChange({ ...wanted, view: views.find((view) => view === value) ?? null })}
          options={[
            { value: ANY, label: words.golferPicker.anyView },
            ...views.map((view) => ({ value: view, label: words.body.views[view] })),
          ]}
        />
      )}
      {hands.length > 1 && (
        <NativeSelect
          label={words.golferPicker.filterHand}
          value={wanted.hand ?? ANY}
          onValueChange={(value) => onChange({ ...wanted, hand: hands.find((hand) => hand === value) ?? null })}
          options={[
            { value: ANY, label: words.golferPicker.anyHand },
            ...hands.map((hand) => ({ value: hand, label: words.golferPicker.hands[hand] })),
          ]}
        />
      )}
    </div>
  );
}

interface GolferCardProps {
  golfer: GolferCardFacts;
  /** Whether the golfer is shown in a mirror, because the visitor plays with the other hand. */
  isMirrored: boolean;
  chosen: boolean;
  onChoose: () => void;
  /** Whether the loop plays because the card is in view. */
  isLoopInView: boolean;
  onLoopPlayed: () => void;
}

function GolferCard({ golfer, isMirrored, chosen, onChoose, isLoopInView, onLoopPlayed }: GolferCardProps) {
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
      <Picture thumbnailUrl={golfer.thumbnailUrl}>
        {isPlaying && <PlayingSwing src={golfer.loopUrl ?? golfer.videoUrl} onPlayed={null} />}
        {!isPlaying && isLoopInView && golfer.loopUrl && <PlayingSwing src={golfer.loopUrl} onPlayed={onLoopPlayed} />}
      </Picture>
      <span className="grid content-center gap-1 p-3 sm:content-start sm:p-4">
        <span id={`${id}-name`} className="text-lg leading-tight font-bold [overflow-wrap:anywhere]">
          {golfer.name}
        </span>
        <span id={`${id}-facts`} className="grid gap-1.5 text-sm text-ink-soft">
          <Deciding {...{ golfer, isMirrored }} />
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

/**
 * What decides whether the swing suits the visitor's: whether a model or a person swings, view, hand and tempo, as far as known,
 * and whether it is mirrored.
 */
function Deciding({
  golfer: { level, view, hand, tempo },
  isMirrored,
}: Pick<GolferCardProps, 'golfer' | 'isMirrored'>) {
  const facts = [
    level,
    view && words.body.views[view],
    hand && words.golferPicker.hands[hand],
    tempo &&
      say(words.golferPicker.tempo, {
        tempo: words.golferPicker.tempos[tempoGroup(tempo.seconds)],
        ratio: formatRatio(tempo.ratio, 1),
      }),
    isMirrored ? words.golferPicker.mirrored : null,
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

function Picture({ thumbnailUrl, children }: { thumbnailUrl: string | null; children: ReactNode }) {
  const [broken, setBroken] = useState(false);
  return (
    <span className="stage mown relative block min-h-36 sm:aspect-[3/4]">
      {thumbnailUrl && (
        <img
          src={thumbnailUrl}
          alt=""
          loading="lazy"
          onError={() => setBroken(true)}
          className={classNames(FILLING, broken && 'invisible')}
        />
      )}
      {children}
    </span>
  );
}

const FILLING = 'absolute inset-0 size-full object-cover object-[50%_32%]';

interface PlayingSwingProps {
  src: string;
  /** Called after the last round; null for a swing that plays without end. */
  onPlayed: (() => void) | null;
}

/** The swing over its thumbnail. The thumbnail stays visible until the video has a picture. */
function PlayingSwing({ src, onPlayed }: PlayingSwingProps) {
  const [isShown, setShown] = useState(false);
  const rounds = useRef(0);
  return (
    <video
      src={src}
      autoPlay
      muted
      loop={onPlayed === null}
      playsInline
      aria-hidden="true"
      tabIndex={-1}
      onPlaying={() => setShown(true)}
      onEnded={({ currentTarget }) => {
        rounds.current += 1;
        if (rounds.current >= ROUNDS) onPlayed?.();
        // It may be refused, for example to save power: the thumbnail then comes back.
        else currentTarget.play().catch(() => onPlayed?.());
      }}
      className={classNames(FILLING, !isShown && 'invisible')}
    />
  );
}
