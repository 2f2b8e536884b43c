// The running session: full screen, made to be read from three meters away. The camera's picture is the finder with its
// guide, or the delayed mirror.
import { FlipHorizontal2, RotateCcw, Square, SwitchCamera, Turtle } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RangePhase } from '#domain/range/range-session.ts';
import { useFocus } from '#web/kept/kept-focus.ts';
import { usePageHidden } from '#web/lib/use-page-hidden.ts';
import { Button, SmallButton, ToggleButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { Status } from '#web/ui/status.tsx';
import { say, words } from '#web/words/words.ts';
import { useFocusTexts } from './focus-texts.ts';
import type { RangeSound } from './measure-for-focus.ts';
import type { RangeStore, RangeValues } from './range-store.ts';
import { type RangeSwing, spreadSentence, swingSentence } from './range-swing.ts';
import { ShotsTogether } from './shots-together.tsx';
import { SwingActions, SwingStrip } from './swing-strip.tsx';

const MIRROR_DELAYS = { least: 2, most: 15, first: 4 };
const SOUNDS: readonly RangeSound[] = ['voice', 'tones', 'off'];
/** Of normal speed. */
const SLOW = 0.25;
/** A darker picture on average, of 255, has blurred clubs. */
const DARK = 30;
/** A golfer smaller than this, in thousandths of the picture's height, is hard to see beside the pro. */
const SMALL_PERMILLE = 380;
/** Head or feet closer to the edge than this are cut off in the finish. */
const EDGE_PERMILLE = 12;

interface RangeScreenProps {
  readonly store: RangeStore;
  /** Renders a swing beside the pro, or beside another swing of the session. */
  readonly comparison: (swing: RangeSwing, beside: RangeSwing | null, speed: number) => ReactNode;
}

export function RangeScreen({ store, comparison }: RangeScreenProps) {
  const values = useStore(store);
  const { phase, swings, stream, mirrorDelay } = values;
  const region = useRef<HTMLElement>(null);
  const [isSlow, setSlow] = useState(false);
  const isHidden = usePageHidden();
  const shown = swings.find(({ id }) => id === values.shownId) ?? null;
  const beside = swings.find(({ id }) => id === values.besideId) ?? null;
  const focus = useFocus();
  const { focusText, setText } = useFocusTexts(values, shown);
  const showsMirror = mirrorDelay !== null && phase !== 'ready';
  useEffect(() => {
    region.current?.focus({ preventScroll: true });
    document.documentElement.classList.add('overflow-hidden');
    return () => document.documentElement.classList.remove('overflow-hidden');
  }, []);
  if (!stream) return null;
  const isFront = values.facing === 'user';
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={words.range.region}
      data-frames={values.facts?.frames}
      data-dropped={values.facts?.dropped}
      className="stage swing-stage-full range-screen outline-none"
    >
      <div className="relative min-h-0 min-w-0 overflow-hidden bg-black [grid-area:picture]">
        {shown && !showsMirror ? (
          comparison(shown, beside, isSlow ? SLOW : 1)
        ) : (
          <Finder stream={stream} isMirrored={isFront} hasGuide={!showsMirror} />
        )}
        {showsMirror && <Mirror store={store} delay={mirrorDelay} />}
        <PhaseBadge phase={phase} />
        {shown && (
          <div className="absolute right-2 bottom-2 z-3 aspect-video w-28 overflow-hidden rounded-md border-2 border-white/70 sm:w-44">
            <Finder stream={stream} isMirrored={isFront} hasGuide={false} />
          </div>
        )}
      </div>
      <div className="min-w-0 [grid-area:words]">
        <Status className="px-3 pt-1 text-lg leading-tight font-bold text-balance sm:text-2xl lg:text-3xl">
          {shown ? (focusText ?? swingSentence(swings, shown)) : words.range.phaseMeans[phase]}
        </Status>
        <p className={classNames('px-3 text-sm text-ink-soft empty:hidden', !setText && 'short:hidden')}>
          {shown && (setText ?? spreadSentence(swings))}
        </p>
        <Hints {...values} isHidden={isHidden} />
      </div>
      <div className="min-w-0 [grid-area:strip]">
        <SwingStrip swings={swings} shownId={values.shownId} onShow={store.show} />
      </div>
      <div className="flex min-w-0 items-center gap-2 flex-wrap px-3 pb-2 [grid-area:tools] *:shrink-0">
        <Button variant="primary" size="small" onClick={store.stop}>
          <Square className="size-4" /> {words.range.end}
        </Button>
        {shown && (
          <SmallButton onClick={() => store.show(null)}>
            <RotateCcw className="size-4" /> {words.range.live}
          </SmallButton>
        )}
        <ToggleButton
          isOn={mirrorDelay !== null}
          onSwitch={(isOn) => store.setMirrorDelay(isOn ? MIRROR_DELAYS.first : null)}
        >
          <FlipHorizontal2 className="size-4" /> {words.range.mirror}
        </ToggleButton>
        <ToggleButton isOn={isSlow} onSwitch={setSlow}>
          <Turtle className="size-4" /> {words.range.slow}
        </ToggleButton>
        <NativeSelect
          label={words.range.sound}
          value={values.sound === 'voice' && !focus ? 'tones' : values.sound}
          onValueChange={(sound) => store.setSound(sound as RangeSound)}
          options={SOUNDS.filter((sound) => focus || sound !== 'voice').map((value) => ({
            value,
            label: words.range.sounds[value],
          }))}
        />
        <SmallButton
          onClick={() => void store.start(isFront ? 'environment' : 'user')}
          aria-label={words.range.turnCamera}
        >
          <SwitchCamera className="size-4" />
        </SmallButton>
        <ShotsTogether {...values} />
        {mirrorDelay !== null && (
          <div className="flex min-w-48 grow items-center gap-3">
            <Slider
              label={words.range.mirrorDelay}
              min={MIRROR_DELAYS.least}
              max={MIRROR_DELAYS.most}
              step={1}
              value={mirrorDelay}
              valueText={say(words.range.mirrorSeconds, { seconds: mirrorDelay })}
              onValueChange={store.setMirrorDelay}
            />
            <span className="figures shrink-0 text-sm font-semibold">
              {say(words.numbers.seconds, { seconds: mirrorDelay })}
            </span>
          </div>
        )}
      </div>
      {shown && (
        <div className="min-w-0 [grid-area:swing]">
          <SwingActions store={store} values={values} swing={shown} />
        </div>
      )}
    </section>
  );
}

const PHASE_LOOKS: Readonly<Record<RangePhase, string>> = {
  off: 'bg-sunken text-ink',
  armed: 'bg-white text-black',
  heard: 'bg-flag text-on-flag',
  ready: 'bg-[#1b8a4f] text-white',
};

/** The phase in letters that can be read from three meters away. It never relies on color alone. */
function PhaseBadge({ phase }: Pick<RangeValues, 'phase'>) {
  return (
    <Status
      data-phase={phase}
      className={classNames(
        'display pointer-events-none absolute z-3 rounded-lg px-5 py-1 leading-none',
        // The names of both golfers stand at the top.
        phase === 'ready'
          ? 'bottom-2 left-2 text-3xl sm:text-5xl'
          : 'top-[max(0.5rem,env(safe-area-inset-top))] left-1/2 -translate-x-1/2 text-[clamp(3rem,14vmin,8rem)]',
        PHASE_LOOKS[phase],
      )}
    >
      {words.range.phases[phase]}
    </Status>
  );
}

/** One hint at a time: the first that matters. */
function Hints(props: RangeValues & { readonly isHidden: boolean }) {
  const { facts, canHear, isInterrupted, reducedTo, isShortOfTime, golferBox, isHidden } = props;
  const heightPermille = golferBox ? golferBox.solesPermille - golferBox.headPermille : 1000;
  const isCutOff =
    golferBox !== null && (golferBox.headPermille < EDGE_PERMILLE || golferBox.solesPermille > 1000 - EDGE_PERMILLE);
  const hint = isHidden
    ? words.range.hidden
    : isInterrupted
      ? words.range.interrupted
      : facts && facts.brightness < DARK
        ? words.range.tooDark
        : isCutOff
          ? words.range.cutOff
          : heightPermille < SMALL_PERMILLE
            ? words.range.tooSmall
            : isShortOfTime
              ? words.range.shortOfTime
              : reducedTo !== null
                ? say(words.range.reduced, { rate: reducedTo })
                : facts && facts.frames > 60 && !canHear
                  ? words.range.deaf
                  : null;
  return <Status className="px-3 text-sm font-semibold text-flag-ink empty:hidden">{hint}</Status>;
}

interface FinderProps {
  readonly stream: MediaStream;
  readonly isMirrored: boolean;
  /** Whether to draw the frame that the golfer should fill. */
  readonly hasGuide: boolean;
}

/** The live picture. Fills its parent. */
function Finder({ stream, isMirrored, hasGuide }: FinderProps) {
  const videoRef = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    video.srcObject = stream;
    // The promise rejects when a video is removed before it plays.
    void video.play().catch(() => undefined);
    return () => {
      video.srcObject = null;
    };
  }, [stream]);
  return (
    <div className="absolute inset-0 overflow-hidden bg-black">
      <video
        ref={videoRef}
        muted
        playsInline
        aria-label={words.range.finder}
        className={classNames('size-full object-contain', isMirrored && '-scale-x-100')}
      />
      {hasGuide && (
        <div aria-hidden="true" className="absolute inset-0 grid place-items-center">
          <div className="aspect-[3/4] h-[84%] max-w-[84%] rounded-lg border-2 border-dashed border-white/60" />
        </div>
      )}
    </div>
  );
}

/** The live picture, some seconds late. Fills its parent. */
function Mirror({ store, delay }: { readonly store: RangeStore; readonly delay: number }) {
  const placeRef = useRef<HTMLDivElement>(null);
  const firstDelay = useRef(delay);
  useEffect(() => {
    // A canvas can be handed to a worker only once, so each mirror has its own.
    const canvas = document.createElement('canvas');
    canvas.className = 'size-full object-contain';
    canvas.setAttribute('aria-hidden', 'true');
    placeRef.current?.append(canvas);
    store.setMirror(canvas.transferControlToOffscreen(), firstDelay.current);
    return () => {
      store.setMirror(null, 0);
      canvas.remove();
    };
  }, [store]);
  return (
    <div
      ref={placeRef}
      role="img"
      aria-label={say(words.range.mirrorMeans, { seconds: delay })}
      className="absolute inset-0 bg-black"
    />
  );
}
