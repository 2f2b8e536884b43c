// The camera's picture: the finder with its guide, and the delayed mirror.
import { useEffect, useRef } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { say, words } from '#web/words/words.ts';
import type { RangeStore } from './range-store.ts';

interface FinderProps {
  readonly stream: MediaStream;
  /** Whether the picture is mirrored, as a front camera's is. */
  readonly isMirrored: boolean;
  /** Whether to draw the frame that the golfer should fill. */
  readonly hasGuide: boolean;
}

/** The live picture. Fills its parent. */
export function Finder({ stream, isMirrored, hasGuide }: FinderProps) {
  const videoRef = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    video.srcObject = stream;
    // A video that is removed before it plays rejects.
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

interface MirrorProps {
  readonly store: RangeStore;
  readonly delay: number;
}

/** The live picture, some seconds late. Fills its parent. */
export function Mirror({ store, delay }: MirrorProps) {
  const placeRef = useRef<HTMLDivElement>(null);
  const firstDelay = useRef(delay);
  useEffect(() => {
    // A canvas can be handed to a worker once only, so each mirror has its own.
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
