// The player of specification §2 for marking positions and watching the merged video: picture, seek slider, controls.
import { memo, type ReactNode, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Position } from '#domain/swing/swing.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { loopsOf, type PositionTimes } from '#web/player/controlled/loops.ts';
import { ControlBar } from '#web/player/controls/control-bar.tsx';
import { JogWheel } from '#web/player/controls/jog-wheel.tsx';
import { KeyListDialog } from '#web/player/controls/key-list-dialog.tsx';
import { carryOut } from '#web/player/controls/player-keys.ts';
import { percentOf, seekText, timeAtPercent } from '#web/player/controls/seek-text.ts';
import { usePlayerKeys, useWheelSteps } from '#web/player/controls/use-player-keys.ts';
import type { FramePlayer, PlayerState } from '#web/player/engine/frame-player.ts';
import { usePassingValue, usePlayerState } from '#web/player/engine/use-player.ts';
import type { VideoShape } from '#web/player/engine/video-shape.ts';
import { useFullScreen } from '#web/player/screen/use-full-screen.ts';
import { useZoom } from '#web/player/screen/use-zoom.ts';
import { useStaysInView } from '#web/player/screen/watched-element.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Slider } from '#web/ui/slider.tsx';
import { say, words } from '#web/words/words.ts';
import { MARKING_HEIGHT, PlayerPicture } from './player-picture.tsx';

/** The positions on a player's timeline: their ticks, accessible text and jumps. */
export interface PlayerTimeline {
  /** Times of the positions, which bound the parts that can be looped. */
  readonly positionTimes: PositionTimes;
  /** Null if the picture already shows them. */
  readonly ticks: ((percentAt: (time: number) => number) => ReactNode) | null;
  readonly textAt: (time: number) => string;
  readonly jumps: ((disabled: boolean) => ReactNode) | null;
}

interface VideoPlayerProps {
  readonly player: FramePlayer;
  /** The address of the video, or null while there is none. */
  readonly src: string | null;
  readonly label: string;
  readonly speeds: readonly number[];
  /** The region in which the player's keys work while an element in it has the focus. */
  readonly regionRef: RefObject<HTMLElement | null>;
  /** The positions; null if unknown. */
  readonly timeline?: PlayerTimeline | null;
  readonly onMark?: (position: Position) => void;
  /** The picture's size, if known before the video loads: the player then has its height from the start. */
  readonly shape?: VideoShape | null;
  /** A notice instead of a picture that cannot be shown. */
  readonly notice?: ReactNode;
  /** Covers the picture's box. */
  readonly overlay?: ReactNode;
  /** Buttons for the thumb beside the jog wheel, on phones and tablets. */
  readonly underThumb?: ReactNode;
  /** More buttons in the row of controls. */
  readonly children?: ReactNode;
}

const textOf = (time: number) => seekText(time, null);
const NO_TIMELINE: PlayerTimeline = { positionTimes: {}, ticks: null, textAt: textOf, jumps: null };

/** A video with frame-exact controls. Muted until the visitor turns the sound on. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { player, src, label, speeds, regionRef, onMark, notice, overlay, shape = null, underThumb, children } = props;
  const timeline = props.timeline ?? NO_TIMELINE;
  const status = usePlayerState(player, (state) => state.status);
  const size = usePlayerState(player, (state) => state.clip) ?? shape;
  const [listsKeys, setListsKeys] = useState(false);
  const layerRef = useRef<HTMLDivElement>(null);
  const pictureRef = useRef<HTMLDivElement>(null);
  const fullScreen = useFullScreen(layerRef);
  useStaysInView(layerRef);
  const pictureZoom = useZoom(pictureRef);
  const listKeys = () => setListsKeys(true);
  const disabled = status !== 'ready';
  const canMark = onMark !== undefined;
  usePositionTimes(player, timeline.positionTimes);

  usePlayerKeys(regionRef, {
    canMark,
    onCommand: (command, isRepeat) =>
      (!disabled || command.does === 'list-keys' || command.does === 'full-screen') &&
      carryOut(player, command, isRepeat, {
        speeds,
        onMark,
        onListKeys: listKeys,
        onFullScreen: fullScreen.toggle,
        onMute: () => player.setMuted(!player.getState().muted),
      }),
  });
  useWheelSteps(pictureRef, regionRef, (steps) => {
    if (disabled || !player.getState().paused) return false;
    if (steps !== 0) player.step(steps);
    return true;
  });

  const aspect = size ? size.widthPx / size.heightPx : 1;
  // While a notice is shown, the picture's shape is unknown: its place keeps one height, even when the picture comes.
  const [hadNotice, setHadNotice] = useState(false);
  if (notice && !hadNotice) setHadNotice(true);
  return (
    <div style={fullScreen.placePx === null ? undefined : { height: fullScreen.placePx }}>
      <div
        ref={layerRef}
        className={classNames(
          'stage',
          fullScreen.isOn
            ? classNames(FULL_SCREEN, aspect <= NARROW ? 'flex-col short:flex-row' : 'flex-col')
            : classNames(
                'overflow-hidden rounded-md border border-line',
                canMark && 'short:grid short:grid-cols-[minmax(0,1fr)_21rem] short:items-center',
              ),
        )}
      >
        <div
          ref={pictureRef}
          {...pictureZoom.handlers}
          data-marked-picture={canMark ? '' : undefined}
          className={classNames(
            'relative touch-pan-y overflow-hidden bg-sunken',
            fullScreen.isOn && 'grid min-h-0 min-w-0 flex-1',
            !fullScreen.isOn && canMark && hadNotice && `grid content-center ${MARKING_HEIGHT}`,
          )}
        >
          <PlayerPicture
            player={player}
            src={src}
            label={label}
            size={size}
            isHidden={Boolean(notice)}
            pictureZoom={pictureZoom}
            fits={fullScreen.isOn ? 'screen' : canMark ? 'marking' : 'page'}
            overlay={overlay}
          />
          {notice && <div className="p-5">{notice}</div>}
          {status === 'loading' && !notice && (
            <p role="status" className="pointer-events-none absolute inset-0 grid place-items-center text-ink-soft">
              {words.player.loading}
            </p>
          )}
        </div>
        <div className={classNames('px-3 pt-1 pb-3 sm:px-4', fullScreen.isOn && controlsPlace(aspect))}>
          <SeekBar player={player} ticks={timeline.ticks} textAt={timeline.textAt} disabled={disabled} />
          <ControlBar
            player={player}
            speeds={speeds}
            loops={loopsOf(timeline.positionTimes)}
            pictureZoom={pictureZoom}
            fullScreen={fullScreen}
            disabled={disabled}
            onListKeys={listKeys}
            frame={<FrameNumber player={player} />}
            jumps={timeline.jumps?.(disabled)}
            underThumb={
              canMark && (
                <>
                  <JogWheel player={player} disabled={disabled} />
                  {underThumb}
                </>
              )
            }
          >
            {children}
          </ControlBar>
        </div>
        <KeyListDialog open={listsKeys} onOpenChange={setListsKeys} canMark={canMark} />
      </div>
    </div>
  );
}

/** The number of the frame on screen and the frame count; nothing if the clip's frames are unknown. */
function FrameNumber({ player }: { readonly player: FramePlayer }) {
  const frameTimes = usePlayerState(player, (state) => state.clip?.frameTimes ?? null);
  const shown = usePlayerState(player, ({ shownTime }) => (frameTimes ? frameIndexAt(frameTimes, shownTime) + 1 : 0));
  const number = usePassingValue(player, shown);
  if (!frameTimes) return null;
  const count = frameTimes.length;
  return (
    <span
      className="steady text-sm whitespace-nowrap text-ink-soft"
      data-widest={say(words.player.frameOf, { frame: count, count })}
    >
      <span>{say(words.player.frameOf, { frame: number, count })}</span>
    </span>
  );
}

/** Passes the position times that bound the loops to the player. */
function usePositionTimes(player: FramePlayer, { rest, top, strike }: PositionTimes): void {
  useEffect(
    () =>
      player.setPositionTimes({
        ...(rest !== undefined && { rest }),
        ...(top !== undefined && { top }),
        ...(strike !== undefined && { strike }),
      }),
    [player, rest, top, strike],
  );
}

/** The class names of a player's layer that covers the page. */
const FULL_SCREEN =
  'fixed inset-x-0 top-0 z-40 flex h-dvh overflow-hidden pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]';

/** The maximum aspect ratio (width / height) that leaves room beside the picture on a phone in landscape. */
const NARROW = 1.5;

/** The class names of the controls beside or below a picture. Controls that do not fit scroll. */
function controlsPlace(aspect: number): string {
  const beneath = 'mx-auto w-full max-w-6xl shrink-0';
  return aspect <= NARROW
    ? `${beneath} max-h-[60dvh] overflow-y-auto short:mx-0 short:max-h-none short:w-92 short:self-stretch short:grid short:[align-content:safe_center]`
    : `${beneath} max-h-[60dvh] overflow-y-auto`;
}

interface SeekBarProps {
  readonly player: FramePlayer;
  /** Renders the ticks above the slider. `percentAt` converts a time to its percentage on the slider. */
  readonly ticks: ((percentAt: (time: number) => number) => ReactNode) | null;
  readonly textAt: (time: number) => string;
  readonly disabled: boolean;
}

/** The slider named "Seek", 0 to 100 in steps of 0.1. A press during playback does not wait for it. */
function SeekBar(props: SeekBarProps) {
  const time = usePlayerState(props.player, (state) => state.targetTime);
  const span = usePlayerState(props.player, (state) => state.span);
  return <SeekTrack {...props} time={useDeferredValue(time)} span={span} />;
}

interface SeekTrackProps extends SeekBarProps {
  readonly time: number;
  readonly span: PlayerState['span'];
}

const SeekTrack = memo(({ player, ticks, textAt, disabled, time, span }: SeekTrackProps) => {
  const [draggedPercent, setDraggedPercent] = useState<number | null>(null);

  function drag(percent: number) {
    setDraggedPercent(percent);
    void player.seekTo(timeAtPercent(percent, span));
  }

  return (
    <div>
      {ticks?.((at) => percentOf(at, span))}
      <Slider
        label={words.player.seek}
        min={0}
        max={100}
        step={0.1}
        value={draggedPercent ?? percentOf(time, span)}
        valueText={textAt(time)}
        onValueChange={drag}
        onValueCommit={() => setDraggedPercent(null)}
        disabled={disabled}
      />
    </div>
  );
});
