// A finished video while another player is shown: its picture at the time shown there, and a button that plays it.
import { Play } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import { say, words } from '#web/words/words.ts';

interface VideoPreviewProps {
  readonly src: string;
  readonly label: string;
  readonly shape: VideoShape | null;
  /** The play place of the comparison. */
  readonly place: KeptPlace | null;
  /** The time in the video at which the swings meet, in seconds; null while unknown. */
  readonly meetAt: number | null;
  readonly onPlay: () => void;
  /** The maximum height, as a length of CSS. */
  readonly mostHeight?: string;
}

/** The picture follows the place once that has not changed for this long, as a seek costs decoding. In milliseconds. */
const FOLLOW_AFTER_MS = 250;

/** Waits before the video is loaded again after an error: a server that restarts is back within them. In milliseconds. */
const RELOAD_AFTER_MS = [1000, 2000, 4000, 8000, 16_000];

/** Loads a video again after an error. The player that its button opens says what to do if this does not help. */
function useReloadedVideo(ref: RefObject<HTMLVideoElement | null>, src: string): void {
  useEffect(() => {
    const video = ref.current;
    // Starts again for another address.
    if (!video || !src) return;
    let timer = 0;
    let attempts = 0;
    const onError = () => {
      const waitMs = RELOAD_AFTER_MS[attempts++];
      if (waitMs !== undefined) timer = window.setTimeout(() => video.load(), waitMs);
    };
    video.addEventListener('error', onError);
    if (video.error) onError();
    return () => {
      video.removeEventListener('error', onError);
      clearTimeout(timer);
    };
  }, [ref, src]);
}

/** The preview. Its region has the same name as that of the player. */
export function VideoPreview({ src, label, shape, place, meetAt, onPlay, mostHeight = '60svh' }: VideoPreviewProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useReloadedVideo(ref, src);
  useEffect(() => {
    if (!place || meetAt === null) return;
    let timer = 0;
    const follow = () => {
      clearTimeout(timer);
      const from = place.getState();
      const video = ref.current;
      if (!from || !video) return;
      Object.assign(video, { defaultPlaybackRate: from.speed, playbackRate: from.speed });
      if (from.playing) return;
      timer = window.setTimeout(() => {
        video.currentTime = Math.max(0, meetAt + from.fromMeeting);
      }, FOLLOW_AFTER_MS);
    };
    follow();
    const unsubscribe = place.subscribe(follow);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [place, meetAt]);
  const aspect = shape ? shape.widthPx / shape.heightPx : 1;
  return (
    <section aria-label={say(words.player.region, { video: label })} className="grid justify-items-center">
      {/* The size is known before the video loads. */}
      <div
        className="relative overflow-hidden rounded-md bg-black"
        style={{ width: `min(100%, ${mostHeight} * ${aspect})`, aspectRatio: aspect }}
      >
        <video ref={ref} src={src} aria-label={label} muted playsInline preload="auto" className="block size-full" />
        <button
          type="button"
          aria-label={words.actions.play}
          onClick={onPlay}
          className="absolute inset-0 m-auto grid size-12 sm:size-16 place-items-center rounded-full bg-black/75 text-white hover:bg-black"
        >
          <Play className="size-6 sm:size-8" fill="currentColor" />
        </button>
      </div>
    </section>
  );
}
