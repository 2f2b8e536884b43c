// The hero: headline beside an example of the product, the sample swing and a reference golfer in sync. The video plays once, not
// with reduced motion or Save-Data, and may be missing.
import { Play, Upload } from 'lucide-react';
import { type ComponentType, type ReactNode, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import heroAvif from '#web/analysis/hero/pictures/hero.avif';
import heroWebp from '#web/analysis/hero/pictures/hero.webp';
import heroSmallAvif from '#web/analysis/hero/pictures/hero-small.avif';
import { OWN_VIDEO_INPUT_ID } from '#web/clip/video-drop-zone.tsx';
import { useLeftView, useSteadyBelow } from '#web/lib/giving-way.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { isMotionWelcome } from '#web/ui/preview-clip.tsx';
import { Loading } from '#web/ui/status.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';
import { words } from '#web/words/words.ts';

/** Five seconds: what moves for longer needs a button that stops it (https://www.w3.org/TR/WCAG22/#pause-stop-hide). */
const VIDEO_URL = '/content/hero/hero.mp4#t=0,5';

export interface HeroDemoProps {
  /** Stands where the pair will be until it is there. */
  readonly waiting: ReactNode;
  readonly onOwnVideo: () => void;
  readonly onClose: () => void;
}

interface HeroProps {
  readonly Demo: ComponentType<HeroDemoProps>;
  /** Whether the visitor has a clip of their own, which ends the sample. */
  readonly givesWay: boolean;
}

/** The hero section. Its picture is replaced by the sample comparison on request. */
export function Hero({ Demo, givesWay }: HeroProps) {
  const [isDemo, setDemo] = useState(false);
  const section = useRef<HTMLElement>(null);
  const hasLeftView = useLeftView(section, givesWay && isDemo);
  useEffect(() => {
    if (hasLeftView) setDemo(false);
  }, [hasLeftView]);
  useSteadyBelow(section, !isDemo);
  const demo = useRef<HTMLDivElement>(null);
  const playButton = useRef<HTMLButtonElement>(null);

  function show(isShown: boolean) {
    // The pressed button disappears, so the focus moves to what takes its place.
    flushSync(() => setDemo(isShown));
    (isShown ? demo : playButton).current?.focus({ preventScroll: true });
    if (isShown) demo.current?.scrollIntoView({ behavior: 'instant' });
    else window.scrollTo({ top: 0, behavior: 'instant' });
  }

  return (
    <section ref={section} className="stage mown">
      {isDemo && (
        <div ref={demo} tabIndex={-1} className="outline-none">
          <Suspense fallback={<Poster />}>
            <Demo waiting={<Poster />} onOwnVideo={chooseOwnVideo} onClose={() => show(false)} />
          </Suspense>
        </div>
      )}
      <div className="page-width grid items-center gap-2 pt-1.5 pb-2.5 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:gap-8 md:py-8 lg:gap-12 lg:py-12">
        <div className="grid gap-1 md:col-start-1 md:row-start-1 md:self-end">
          <h1 className="display text-[2rem] md:text-[clamp(2.4rem,3.6vw,3.25rem)]">{words.analysisPage.title}</h1>
          <p className="max-w-[34ch] text-ink-soft lg:text-lg">{words.analysisPage.promise}</p>
        </div>
        {!isDemo && <BothSwings playButton={playButton} onPlay={() => show(true)} />}
        <div className="flex flex-wrap items-center gap-2 md:col-start-1 md:row-start-2 md:self-start">
          <Button icon={Upload} size="large" className="grow md:grow-0" onClick={chooseOwnVideo}>
            {words.analysisPage.startWithVideo}
          </Button>
          <Link
            href="/range"
            className="inline-flex min-h-11 grow items-center justify-center px-3 font-semibold underline underline-offset-4 max-md:-mt-2 max-md:-mb-3.5 md:grow-0"
          >
            {words.range.invitation}
          </Link>
        </div>
      </div>
    </section>
  );
}

/** Opens the file picker of step 1; scrolls to the step if the picker is not there yet. */
function chooseOwnVideo(): void {
  const input = document.getElementById(OWN_VIDEO_INPUT_ID);
  if (input) input.click();
  else document.getElementById('step-1')?.scrollIntoView();
}

interface BothSwingsProps {
  readonly playButton: Ref<HTMLButtonElement>;
  readonly onPlay: () => void;
}

function BothSwings({ playButton, onPlay }: BothSwingsProps) {
  return (
    <div className="overflow-hidden rounded-lg bg-raised md:col-start-2 md:row-span-2 md:row-start-1">
      <div className="relative isolate aspect-video overflow-hidden bg-sunken">
        <HeroPicture className="inset-0 size-full object-cover" />
        <BackgroundVideo />
        <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-paper" />
        <p className={`${NAME} left-2`}>
          <span className="size-2.5 rounded-full bg-you" /> {words.hero.sample}
        </p>
        <p className={`${NAME} left-[calc(50%+0.5rem)]`}>
          <span className="size-2.5 rounded-full bg-pro" /> {words.hero.pro}
        </p>
        <button
          type="button"
          ref={playButton}
          aria-label={words.analysisPage.trySample}
          onClick={onPlay}
          className="absolute top-1/2 left-1/2 grid size-18 -translate-1/2 place-items-center rounded-full bg-ink text-paper shadow-lg hover:bg-white"
        >
          <Play className="size-8 translate-x-0.5" fill="currentColor" />
        </button>
      </div>
      <div className="px-3.5 py-2">
        <p className="font-semibold">{words.hero.fault}</p>
        <p className="text-sm text-ink-soft">{words.hero.faultMeans}</p>
      </div>
    </div>
  );
}

const NAME =
  'absolute top-2 flex items-center gap-1.5 rounded-md bg-black/65 px-2 py-0.5 text-[0.8125rem] font-semibold text-white';

/** The video over the picture while it plays. */
function BackgroundVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [missing, setMissing] = useState(false);

  // The most important content loads first.
  useEffect(() => {
    let stop: (() => void) | undefined;
    const callOff = whenIdle(() => {
      if (video.current) stop = playInSight(video.current, isMotionWelcome());
    });
    return () => {
      callOff();
      stop?.();
    };
  }, []);

  if (missing) return null;
  return (
    <video
      ref={video}
      src={VIDEO_URL}
      muted
      playsInline
      preload="none"
      tabIndex={-1}
      aria-hidden="true"
      onPlay={() => setPlaying(true)}
      onPause={() => setPlaying(false)}
      onError={() => setMissing(true)}
      // A pixel smaller than the picture behind it, so that the browser counts that one as the page's largest.
      className={classNames('absolute inset-px size-[calc(100%-2px)] object-cover', !isPlaying && 'invisible')}
    />
  );
}

/** Phones in portrait get a picture of their own width. */
const UPRIGHT_PHONE = '(max-width: 440px)';

function HeroPicture({ className }: { readonly className: string }) {
  return (
    <picture>
      <source media={UPRIGHT_PHONE} srcSet={heroSmallAvif} type="image/avif" />
      <source srcSet={heroAvif} type="image/avif" />
      <img src={heroWebp} alt="" fetchPriority="high" className={classNames('absolute', className)} />
    </picture>
  );
}

/** Both halves of the picture, each in its pane of the stage: the page already has it when the sample is asked for. */
function Poster() {
  return (
    <div className="swing-stage" data-poster="">
      <div className="grid grid-cols-2 gap-x-0.5 overflow-hidden bg-sunken [grid-area:picture]">
        {['left-0', '-left-full'].map((half) => (
          <div key={half} className="relative overflow-hidden bg-black">
            <div className="absolute left-1/2 aspect-8/9 h-full -translate-x-1/2 overflow-hidden">
              <HeroPicture className={`top-0 h-full w-[200%] max-w-none ${half}`} />
            </div>
          </div>
        ))}
      </div>
      <Loading className="justify-center [grid-area:panel]">{words.preview.opening}</Loading>
    </div>
  );
}

/** Plays a video only while it is on screen in a visible page: phones decode few videos at a time. Returns the function that stops this. */
function playInSight(video: HTMLVideoElement, startsItself: boolean): () => void {
  let isWanted = startsItself;
  let isOnScreen = false;
  const look = () => {
    if (!isOnScreen || document.hidden) {
      isWanted ||= !video.paused;
      video.pause();
    } else if (isWanted) {
      isWanted = false;
      video.play().catch(() => undefined);
    }
  };
  const observer = new IntersectionObserver(([entry]) => {
    isOnScreen = entry?.isIntersecting ?? false;
    look();
  });
  observer.observe(video);
  document.addEventListener('visibilitychange', look);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', look);
  };
}
