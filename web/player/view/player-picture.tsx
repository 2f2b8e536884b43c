// The picture of one video: its element, the decoded frames over it, and an overlay over both.
import type { ReactNode } from 'react';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import { type PictureZoom, zoomTransform } from '#web/player/screen/use-zoom.ts';
import { classNames } from '#web/ui/class-names.ts';

interface PlayerPictureProps {
  readonly player: FramePlayer;
  readonly src: string | null;
  readonly label: string;
  readonly size: VideoShape | null;
  readonly isHidden: boolean;
  readonly pictureZoom: PictureZoom;
  /** The context of the picture: in the page, on the marking screen, which must fit the window, or in full screen. */
  readonly fits: 'page' | 'marking' | 'screen';
  /** Covers the picture's box and is zoomed with it. */
  readonly overlay: ReactNode;
}

/** The maximum height of a picture for marking, as the height of its place. */
export const MARKING_HEIGHT =
  'min-h-[48svh] max-sm:min-h-[clamp(34svh,100svh-29.5rem,48svh)] lg:min-h-[clamp(24rem,100svh-25rem,68svh)] short:min-h-[90svh]';

/** Height limits of the picture. For marking, everything fits the screen: the picture takes what the rest leaves. */
const HEIGHTS = {
  page: 'max-h-[60svh] min-h-40',
  marking:
    'min-h-40 max-h-[48svh] max-sm:max-h-[clamp(34svh,100svh-29.5rem,48svh)] lg:max-h-[clamp(24rem,100svh-25rem,68svh)] short:max-h-[90svh]',
  screen: 'absolute inset-0 size-full',
} as const;

export function PlayerPicture(props: PlayerPictureProps) {
  const { player, src, label, size, isHidden, pictureZoom, fits, overlay } = props;
  const { zoom, hasDragged } = pictureZoom;
  const isZoomed = zoom.scale > 1;
  const place = { transform: zoomTransform(zoom) };
  return (
    <>
      <video
        ref={player.attach}
        src={src ?? undefined}
        aria-label={label}
        muted
        playsInline
        preload="auto"
        hidden={isHidden}
        onClick={() => !hasDragged() && player.togglePlay()}
        className={classNames('mx-auto block w-full cursor-pointer object-contain', HEIGHTS[fits])}
        style={{
          ...(size && fits !== 'screen' && { aspectRatio: `${size.widthPx} / ${size.heightPx}` }),
          ...place,
          ...(isZoomed && { touchAction: 'none', cursor: 'grab' }),
        }}
      />
      {/* Decoded frames, exactly over the video. Clicks and the browser's menu still reach the video. */}
      <canvas
        ref={player.attachOverlay}
        hidden
        className="pointer-events-none absolute inset-0 size-full object-contain"
        style={place}
      />
      {overlay && (
        <div className="pointer-events-none absolute inset-0" style={place}>
          {overlay}
        </div>
      )}
    </>
  );
}
