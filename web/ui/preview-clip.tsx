// A short silent clip that plays once when it appears and can be replayed. Without motion or video the poster stays; a
// broken poster keeps its space.
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

interface PreviewClipProps {
  /** The video; null for the picture alone. */
  src: string | null;
  poster: string | null;
  againLabel: string;
  className?: string;
}

export function PreviewClip({ src, poster, againLabel, className }: PreviewClipProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const [isWelcome] = useState(isMotionWelcome);

  useEffect(() => {
    // Autoplay may be refused; the button then starts it.
    if (src && isWelcome) video.current?.play().catch(() => undefined);
  }, [src, isWelcome]);

  function playAgain() {
    if (!video.current) return;
    video.current.currentTime = 0;
    video.current.play().catch(() => undefined);
  }

  return (
    <div className={classNames('mown relative overflow-hidden rounded-sm bg-sunken', className)}>
      {src && !failed ? (
        <video
          ref={video}
          src={src}
          poster={poster ?? undefined}
          muted
          playsInline
          preload={isWelcome ? 'auto' : 'none'}
          aria-hidden="true"
          tabIndex={-1}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      ) : (
        <StillPicture url={poster} />
      )}
      {src && !failed && !isPlaying && (
        <button
          type="button"
          aria-label={againLabel}
          onClick={playAgain}
          className="absolute top-1.5 right-1.5 grid size-11 place-items-center rounded-full border-2 border-edge bg-paper/85 hover:border-ink"
        >
          <RotateCcw className="size-5" />
        </button>
      )}
    </div>
  );
}

/** A picture that fills its frame; hidden when it does not load. */
export function StillPicture({ url }: { url: string | null }) {
  const [broken, setBroken] = useState(false);
  if (!url) return null;
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
      className={classNames('size-full object-cover', broken && 'invisible')}
    />
  );
}

/** Whether videos may play automatically: not with reduced motion or reduced data (Save-Data). */
export function isMotionWelcome(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return !connection?.saveData && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
