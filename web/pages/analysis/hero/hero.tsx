// The hero: headline over a background video. The video can be paused, does not play with reduced motion or Save-Data,
// and may be missing.
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import tallAvif from '#web/pages/analysis/hero/pictures/hero-tall.avif';
import tallWebp from '#web/pages/analysis/hero/pictures/hero-tall.webp';
import wideAvif from '#web/pages/analysis/hero/pictures/hero-wide.avif';
import wideWebp from '#web/pages/analysis/hero/pictures/hero-wide.webp';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';
import { words } from '#web/words/words.ts';
import { HeroTrace } from './hero-trace.tsx';

const VIDEO_URL = '/content/hero/hero.mp4';

/** The hero section. */
export function Hero() {
  return (
    <section className="stage mown relative isolate overflow-hidden">
      <HeroTrace />
      <BackgroundVideo />
      <div className="page-width grid min-h-[min(22rem,60svh)] content-end gap-3 pt-14 pb-5 sm:min-h-[min(34rem,72svh)] sm:gap-5 sm:pt-28 sm:pb-14">
        <h1 className="display max-w-[12ch] text-[clamp(2.6rem,6.4vw,5rem)]">{words.analysisPage.title}</h1>
        <p className="max-w-[34ch] text-lg sm:text-xl">{words.analysisPage.promise}</p>
        <div className="flex flex-wrap items-center gap-3">
          <a href="#step-1" className={buttonClass('primary', 'large')}>
            {words.analysisPage.startWithVideo}
          </a>
          <a href="#try-this" className={buttonClass('secondary', 'large')}>
            {words.analysisPage.trySample}
          </a>
        </div>
      </div>
    </section>
  );
}

function BackgroundVideo() {
  const video = useRef<HTMLVideoElement>(null);
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
  }, []);

  if (missing) return <HeroPicture />;
  return (
    <>
      <HeroPicture />
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
        className="absolute inset-y-0 right-0 -z-20 h-full w-full object-cover lg:w-[62%]"
      />
      <span
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-linear-to-t from-green-deep via-green-deep/70 to-green-deep/20 lg:via-transparent lg:to-transparent"
      />
      {/* At a desk the golfer stands beside the words, and the picture fades into the page. */}
      <span
        aria-hidden="true"
        className="absolute inset-0 -z-10 hidden bg-linear-to-r from-green-deep from-38% to-transparent to-62% lg:block"
      />
      <Button
        variant="secondary"
        size="icon"
        aria-label={isPlaying ? words.analysisPage.pauseBackground : words.analysisPage.playBackground}
        onClick={() => (isPlaying ? video.current?.pause() : void video.current?.play().catch(() => undefined))}
        className="absolute right-4 bottom-4"
      >
        {isPlaying ? <Pause aria-hidden="true" className="size-5" /> : <Play aria-hidden="true" className="size-5" />}
      </Button>
    </>
  );
}

function isMotionWelcome(): boolean {
  const connection = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
  return !connection?.saveData && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Phones held upright show only the middle of the picture: they get just that, in the same size. */
const UPRIGHT_PHONE = '(max-width: 440px) and (min-height: 700px)';

/** The picture, filling the same place as the video above it. */
function HeroPicture() {
  return (
    <picture>
      <source media={UPRIGHT_PHONE} srcSet={tallAvif} type="image/avif" />
      <source media={UPRIGHT_PHONE} srcSet={tallWebp} type="image/webp" />
      <source srcSet={wideAvif} type="image/avif" />
      <img
        src={wideWebp}
        alt=""
        fetchPriority="high"
        className="absolute inset-y-0 right-0 -z-20 h-full w-full object-cover lg:w-[62%]"
      />
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
