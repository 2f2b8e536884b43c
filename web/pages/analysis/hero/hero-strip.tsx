// The hero's timeline: the three marks that both swings share, the play position, and what the product says of them.
import { type RefObject, useEffect, useRef } from 'react';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { words } from '#web/words/words.ts';

/** Where both swings reach each position, in seconds of the loop: those of `content/library.json`. */
export const HERO_MARKS: Readonly<Record<Position, number>> = { rest: 0.5, top: 2.3, strike: 2.9 };

/** The timeline ends with the follow-through; the loop goes on a little. In seconds. */
const TIMELINE_END = 4;

const share = (time: number) => Math.min(1, time / TIMELINE_END);

/** The strip along the lower edge of both pictures. */
export function HeroStrip({ video }: { readonly video: RefObject<HTMLVideoElement | null> }) {
  const strip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let frame = 0;
    const follow = () => {
      const { currentTime = HERO_MARKS.top, paused = true } = video.current ?? {};
      strip.current?.style.setProperty('--played', String(share(currentTime)));
      frame = paused ? 0 : requestAnimationFrame(follow);
    };
    const start = () => {
      if (frame === 0) frame = requestAnimationFrame(follow);
    };
    const watched = video.current;
    watched?.addEventListener('play', start);
    watched?.addEventListener('seeked', start);
    return () => {
      watched?.removeEventListener('play', start);
      watched?.removeEventListener('seeked', start);
      cancelAnimationFrame(frame);
    };
  }, [video]);

  return (
    <div
      ref={strip}
      style={{ '--played': share(HERO_MARKS.top) } as React.CSSProperties}
      className="absolute inset-x-0 bottom-0 bg-paper/85 px-3 pt-2 pb-1.5 sm:px-4 sm:pt-3 sm:pb-2.5"
    >
      <div aria-hidden="true" className="relative h-6 sm:h-7">
        <span className="absolute inset-x-0 top-2.5 h-1 rounded-sm bg-edge/60" />
        <span className="absolute top-2.5 left-0 h-1 w-[calc(var(--played)*100%)] rounded-sm bg-ink" />
        {POSITIONS.map((position) => (
          <span
            key={position}
            style={{ left: `${share(HERO_MARKS[position]) * 100}%` }}
            className="absolute top-0.5 flex -translate-x-2.5 items-center gap-1 rounded-sm bg-paper px-0.5 text-xs font-semibold"
          >
            <PositionShape position={position} className="size-4 text-flag-ink" />
            {words.swing.positions[position]}
          </span>
        ))}
        <span className="absolute -top-0.5 left-[calc(var(--played)*100%)] h-7 w-1 -translate-x-1/2 rounded-sm bg-ink shadow-[0_0_0_1px_var(--color-paper)]" />
      </div>
      <p className="truncate text-sm font-semibold max-lg:hidden">{words.hero.inShort}</p>
    </div>
  );
}
