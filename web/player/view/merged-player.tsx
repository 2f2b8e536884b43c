// The player of a finished merged video.
import { PictureInPicture2 } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { PLAYBACK_SPEEDS } from '#domain/video/playback-speed.ts';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayer, usePlayerState } from '#web/player/engine/use-player.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import type { VideoState } from '#web/player/engine/video-store.ts';
import { IconButton, TooltipProvider } from '#web/ui/tooltip.tsx';
import { say, words } from '#web/words/words.ts';
import { PlayerNotice } from './player-notice.tsx';
import { type MergedComparison, timelineOfComparison } from './timelines.tsx';
import { VideoPlayer } from './video-player.tsx';

interface MergedPlayerProps {
  readonly src: string;
  readonly label: string;
  /** The picture's size, if known before the video loads. */
  readonly shape?: VideoShape | null;
  /** The video's comparison, for the positions; null if unknown. */
  readonly comparison?: MergedComparison | null;
  /** The play place, at which the video begins, and plays on if it played there. */
  readonly place?: KeptPlace | null;
  /** The caller's own player, to observe its state. */
  readonly player?: FramePlayer;
  /** Covers the picture's box. */
  readonly overlay?: ReactNode;
}

/** The merged video with its own controls; the browser's own menu on it (right-click, Loop) stays. */
export function MergedPlayer(props: MergedPlayerProps) {
  const { src, label, shape, comparison = null, place = null, player: given, overlay } = props;
  const own = usePlayer();
  const player = given ?? own;
  const regionRef = useRef<HTMLElement>(null);
  const status = usePlayerState(player, (state) => state.status);
  const hasGivenUp = useRetriedVideo(player, status);
  useKeptPlace(player, { place, meetAt: comparison?.plan.meetAt ?? null, isReady: status === 'ready' });

  useEffect(() => {
    if (status !== 'ready') return;
    let isCurrent = true;
    // Frame times make steps exact. The reader is loaded only after the picture is visible.
    import('#web/player/engine/frame-table.ts')
      .then(({ readClip }) => readClip(src))
      .then(({ clip }) => isCurrent && player.setClip(clip))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
      player.setClip(null);
    };
  }, [player, src, status]);

  return (
    <TooltipProvider>
      <section
        ref={regionRef}
        aria-label={say(words.player.region, { video: label })}
        tabIndex={-1}
        // On a phone the picture is as wide as the screen.
        className="outline-none max-sm:-mx-[max(1rem,4vw)]"
      >
        <VideoPlayer
          player={player}
          src={src}
          label={label}
          shape={shape}
          speeds={PLAYBACK_SPEEDS}
          regionRef={regionRef}
          timeline={comparison && timelineOfComparison(player, comparison)}
          overlay={overlay}
          notice={status === 'broken' && <PlayerNotice problem={hasGivenUp ? 'unavailable' : 'trying-again'} />}
        >
          <PictureInPictureButton regionRef={regionRef} disabled={status !== 'ready'} />
        </VideoPlayer>
      </section>
    </TooltipProvider>
  );
}

/** Half a minute in total: a restart takes seconds, and a permanently missing video is still reported early enough. */
const TRY_AGAIN_AFTER_MS: readonly number[] = [500, 1000, 2000, 4000, 8000, 15_000];

/** Reloads a broken video a few times. Returns true once all retries have failed. */
function useRetriedVideo(player: FramePlayer, status: VideoState['status']): boolean {
  const tries = useRef(0);
  const [hasGivenUp, setGivenUp] = useState(false);

  useEffect(() => {
    if (status === 'ready') {
      tries.current = 0;
      setGivenUp(false);
    }
    if (status !== 'broken') return;
    const waitMs = TRY_AGAIN_AFTER_MS[tries.current];
    if (waitMs === undefined) return setGivenUp(true);
    tries.current += 1;
    const timer = setTimeout(player.reload, waitMs);
    return () => clearTimeout(timer);
  }, [player, status]);

  return hasGivenUp;
}

interface PlaceOptions {
  readonly place: KeptPlace | null;
  /** The time in the video at which the swings meet, in seconds; null if unknown. */
  readonly meetAt: number | null;
  readonly isReady: boolean;
}

/** Seeks the video to the place once, as soon as it is ready. Later the visitor may have moved it. */
function useKeptPlace(player: FramePlayer, { place, meetAt, isReady }: PlaceOptions): void {
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isReady || meetAt === null || hasBegun.current) return;
    hasBegun.current = true;
    const from = place?.getState();
    if (!from) return;
    player.setSpeed(from.speed);
    player.goTo(Math.max(0, meetAt + from.fromMeeting));
    if (from.playing) player.togglePlay();
  }, [player, place, meetAt, isReady]);

  useEffect(() => {
    if (!place || meetAt === null) return;
    return player.subscribe(({ status, at, playing, speed }) => {
      if (hasBegun.current && status === 'ready') place.setState({ fromMeeting: at - meetAt, playing, speed }, true);
    });
  }, [player, place, meetAt]);
}

interface PictureInPictureButtonProps {
  /** The element that contains the only video. */
  readonly regionRef: RefObject<HTMLElement | null>;
  readonly disabled: boolean;
}

/** Opens and closes the small window. Renders nothing if this browser does not support it for videos. */
function PictureInPictureButton({ regionRef, disabled }: PictureInPictureButtonProps) {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const region = regionRef.current;
    if (!region) return;
    const look = () => setOn(region.contains(document.pictureInPictureElement));
    // Both events bubble from the video.
    const listening = new AbortController();
    for (const event of ['enterpictureinpicture', 'leavepictureinpicture']) {
      region.addEventListener(event, look, { signal: listening.signal });
    }
    return () => listening.abort();
  }, [regionRef]);
  if (!document.pictureInPictureEnabled) return null;

  function toggle() {
    const video = regionRef.current?.querySelector('video');
    const done = isOn ? document.exitPictureInPicture() : video?.requestPictureInPicture();
    done?.catch(() => undefined);
  }

  return (
    <IconButton
      label={words.player.smallWindow}
      tip={isOn ? words.player.leaveSmallWindow : words.player.smallWindow}
      variant={isOn ? 'secondary' : 'ghost'}
      aria-pressed={isOn}
      disabled={disabled}
      onClick={toggle}
    >
      <PictureInPicture2 className="size-5" />
    </IconButton>
  );
}
