// The player of specification §2, for marking positions and for watching the merged video: picture, seek slider, controls.
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Position } from '#domain/swing/swing.ts';
import { JogWheel } from '#web/player/controls/jog-wheel.tsx';
import { KeyListDialog } from '#web/player/controls/key-list-dialog.tsx';
import { carryOut } from '#web/player/controls/player-commands.ts';
import { SeekBar, type SideMarks } from '#web/player/controls/seek-bar.tsx';
import { TransportBar } from '#web/player/controls/transport-bar.tsx';
import { usePlayerKeys, useWheelSteps } from '#web/player/controls/use-player-keys.ts';
import { useZoom } from '#web/player/controls/use-zoom.ts';
import { type Zoom, zoomTransform } from '#web/player/controls/zoom.ts';
import { ZoomButton } from '#web/player/controls/zoom-button.tsx';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayerState } from '#web/player/engine/use-player.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import { classNames } from '#web/ui/class-names.ts';
import { words } from '#web/words/words.ts';

interface VideoPlayerProps {
  readonly player: FramePlayer;
  /** What is played: an address, or null while there is none. */
  readonly src: string | null;
  /** The video's accessible name. */
  readonly label: string;
  readonly speeds: readonly number[];
  /** Where the player's keys work while something in it has the focus. */
  readonly regionRef: RefObject<HTMLElement | null>;
  /** The marks to show on the slider; null for a video that has none. */
  readonly marks?: SideMarks | null;
  readonly onMark?: (position: Position) => void;
  /** The picture's size where it is known before the video is: the player then has its height from the start. */
  readonly shape?: VideoShape | null;
  /** A sentence instead of the picture, when it cannot be shown. */
  readonly notice?: ReactNode;
  /** Whether there is anything to hear: false leaves the sound button out. */
  readonly hasSound?: boolean;
  /** Laid over the picture's box. */
  readonly overlay?: ReactNode;
  /** Buttons for the thumb beside the jog wheel, on phones and tablets. */
  readonly underThumb?: ReactNode;
  /** More buttons in the row of controls. */
  readonly children?: ReactNode;
}

/** A video with frame-exact controls. Muted until the visitor wants sound. */
export function VideoPlayer(props: VideoPlayerProps) {
  const {
    player,
    src,
    label,
    speeds,
    regionRef,
    marks = null,
    onMark,
    notice,
    hasSound,
    overlay,
    shape,
    underThumb,
    children,
  } = props;
  const status = usePlayerState(player, (state) => state.status);
  const [listsKeys, setListsKeys] = useState(false);
  const pictureRef = useRef<HTMLDivElement>(null);
  const listKeys = () => setListsKeys(true);
  const disabled = status !== 'ready';
  const canMark = onMark !== undefined;
  const { zoom, zoomIn, hasDragged, handlers } = useZoom(pictureRef);

  usePlayerKeys(regionRef, {
    canMark,
    onCommand: (command, isRepeat) =>
      (!disabled || command.does === 'list-keys') &&
      carryOut(player, command, isRepeat, { speeds, onListKeys: listKeys, onMark }),
  });
  useWheelSteps(pictureRef, regionRef, (steps) => {
    if (disabled || !player.getState().paused) return false;
    if (steps !== 0) player.step(steps);
    return true;
  });

  return (
    <div
      className={classNames(
        'stage overflow-hidden rounded-md border border-line',
        canMark && 'short:grid short:grid-cols-[minmax(0,1fr)_21rem] short:items-center',
      )}
    >
      <div
        ref={pictureRef}
        {...(canMark && handlers)}
        className={classNames('relative overflow-hidden bg-black', canMark && 'touch-pan-y')}
      >
        <Picture
          player={player}
          src={src}
          label={label}
          shape={shape ?? null}
          isHidden={Boolean(notice)}
          zoom={zoom}
          canMark={canMark}
          onClick={() => !hasDragged() && player.togglePlay()}
        />
        {overlay}
        {notice && <div className="p-5">{notice}</div>}
        {status === 'loading' && !notice && <LoadingNote />}
      </div>
      <div className="px-3 pt-1 pb-3 sm:px-4">
        <SeekBar player={player} marks={marks} disabled={disabled} />
        <TransportBar
          player={player}
          speeds={speeds}
          disabled={disabled}
          onListKeys={listKeys}
          hasSound={hasSound}
          underThumb={
            canMark && (
              <>
                <JogWheel player={player} disabled={disabled} />
                {underThumb}
              </>
            )
          }
        >
          {canMark && <ZoomButton scale={zoom.scale} disabled={disabled} onZoom={zoomIn} />}
          {children}
        </TransportBar>
      </div>
      <KeyListDialog open={listsKeys} onOpenChange={setListsKeys} canMark={canMark} />
    </div>
  );
}

interface PictureProps {
  readonly player: FramePlayer;
  readonly src: string | null;
  readonly label: string;
  readonly shape: VideoShape | null;
  readonly isHidden: boolean;
  readonly zoom: Zoom;
  /** Whether the controls below are to be in sight with the picture. */
  readonly canMark: boolean;
  readonly onClick: () => void;
}

function Picture({ player, src, label, shape, isHidden, zoom, canMark, onClick }: PictureProps) {
  const clip = usePlayerState(player, (state) => state.clip);
  const size = clip ?? shape;
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
        onClick={onClick}
        className={classNames(
          'mx-auto block min-h-40 w-full cursor-pointer object-contain',
          // All of marking fits the screen: with what stands above, the controls have their height first.
          canMark
            ? 'max-h-[48svh] max-sm:max-h-[clamp(34svh,100svh-29.5rem,48svh)] lg:max-h-[clamp(24rem,100svh-25rem,68svh)] short:max-h-[90svh]'
            : 'max-h-[60svh] lg:max-h-[68svh]',
        )}
        style={{
          ...(size && { aspectRatio: `${size.widthPx} / ${size.heightPx}` }),
          ...place,
          ...(isZoomed && { touchAction: 'none', cursor: 'grab' }),
        }}
      />
      {/* Decoded frames, exactly over the video's own; clicks and the browser's menu stay the video's. */}
      <canvas
        ref={player.attachOverlay}
        hidden
        className="pointer-events-none absolute inset-0 size-full object-contain"
        style={place}
      />
    </>
  );
}

function LoadingNote() {
  return (
    <p role="status" className="pointer-events-none absolute inset-0 grid place-items-center text-ink-soft">
      {words.player.loading}
    </p>
  );
}
