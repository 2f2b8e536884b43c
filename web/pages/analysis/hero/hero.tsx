// The hero: headline beside what the product makes, the sample swing and a reference golfer in sync. The video can be
// paused, does not play with reduced motion or Save-Data, and may be missing.
import { Pause, Play } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import heroAvif from '#web/pages/analysis/hero/pictures/hero.avif';
import heroWebp from '#web/pages/analysis/hero/pictures/hero.webp';
import heroSmallAvif from '#web/pages/analysis/hero/pictures/hero-small.avif';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { isMotionWelcome } from '#web/ui/preview-clip.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';
import { words } from '#web/words/words.ts';
import { HeroStrip } from './hero-strip.tsx';

const VIDEO_URL = '/content/hero/hero.mp4';

/** The hero section. */
export function Hero() {
  return (
    <section className="stage mown">
      <div className="page-width grid items-center max-md:max-w-none max-md:px-0! md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:gap-8 md:py-8 lg:gap-12 lg:py-14">
        <BothSwings />
        <div className="grid gap-2 px-4 py-3 md:col-start-1 md:row-start-1 md:gap-4 md:px-0 xl:gap-6">
          <h1 className="display text-[clamp(2.1rem,4.1vw,3.7rem)] text-balance">{words.analysisPage.title}</h1>
          <p className="max-w-[34ch] lg:text-xl">{words.analysisPage.promise}</p>
          <div className="flex flex-wrap items-center gap-2 sm:gap-3">
            <a href="#step-1" className={`${buttonClass('primary', 'regular')} ${ACTION}`}>
              {words.analysisPage.startWithVideo}
            </a>
            <a href="#try-this" className={`${buttonClass('secondary', 'regular')} ${ACTION}`}>
              {words.analysisPage.trySample}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Both actions share a phone's row. */
const ACTION = 'max-lg:px-3 max-lg:text-sm lg:min-h-14 lg:px-6 lg:text-lg';

/** The pictures of both swings with their names, tempos and marks. */
function BothSwings() {
  const video = useRef<HTMLVideoElement>(null);
  return (
    <div className="relative isolate aspect-video overflow-hidden bg-sunken md:col-start-2 md:row-start-1 md:rounded-md md:border md:border-line xl:-mr-20">
      <HeroPicture />
      <BackgroundVideo video={video} />
      <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-paper" />
      <p className={`${NAME} left-2 border-you sm:left-3`}>
        <strong className="text-you">{words.swing.you}</strong> <span className="figures">{words.hero.yourTempo}</span>
      </p>
      <p className={`${NAME} left-[calc(50%+0.5rem)] border-pro sm:left-[calc(50%+0.75rem)]`}>
        <strong className="text-pro">{words.hero.pro}</strong> <span className="figures">{words.hero.proTempo}</span>
      </p>
      <HeroStrip video={video} />
    </div>
  );
}

const NAME =
  'absolute top-2 rounded-sm border-l-4 bg-paper/85 px-2 py-0.5 text-xs whitespace-nowrap sm:top-3 sm:text-sm';

function BackgroundVideo({ video }: { readonly video: RefObject<HTMLVideoElement | null> }) {
  const [isPlaying, setPlaying] = useState(false);
  const [missing, setMissing] = useState(false);

  // What the visitor came for loads first. Autoplay may be refused; the button then shows how to start it.
  useEffect(() => {
    let stop: (() => void) | undefined;
    const callOff = whenIdle(() => {
      if (video.current) stop = playInSight(video.current, isMotionWelcome());
    });
    return () => {
      callOff();
      stop?.();
    };
  }, [video]);

  if (missing) return null;
  return (
    <>
      <video
        ref={video}
        src={VIDEO_URL}
        muted
        loop
        playsInline
        preload="none"
        tabIndex={-1}
        aria-hidden="true"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setMissing(true)}
        className="absolute inset-0 size-full object-cover"
      />
      <Button
        variant="secondary"
        size="icon"
        aria-label={isPlaying ? words.analysisPage.pauseBackground : words.analysisPage.playBackground}
        onClick={() => (isPlaying ? video.current?.pause() : void video.current?.play().catch(() => undefined))}
        className="absolute right-2 bottom-12 z-10 sm:right-3 sm:bottom-20"
      >
        {isPlaying ? <Pause aria-hidden="true" className="size-5" /> : <Play aria-hidden="true" className="size-5" />}
      </Button>
    </>
  );
}

/** Phones held upright are sent a picture of their own width. */
const UPRIGHT_PHONE = '(max-width: 440px)';

/** The picture, filling the same place as the video above it. */
function HeroPicture() {
  return (
    <picture>
      <source media={UPRIGHT_PHONE} srcSet={heroSmallAvif} type="image/avif" />
      <source srcSet={heroAvif} type="image/avif" />
      <img src={heroWebp} alt="" fetchPriority="high" className="absolute inset-0 size-full object-cover" />
    </picture>
  );
}

/** Plays a video only while it is in sight: phones decode few videos at a time. Returns how to stop that. */
function playInSight(video: HTMLVideoElement, startsItself: boolean): () => void {
  let isWanted = startsItself;
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) {
      isWanted ||= !video.paused;
      video.pause();
    } else if (isWanted) {
      isWanted = false;
      video.play().catch(() => undefined);
    }
  });
  observer.observe(video);
  return () => observer.disconnect();
}
