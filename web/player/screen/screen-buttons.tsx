// The buttons at the end of every player's controls: zoom, full screen, and the list of keys.
import { Keyboard, Maximize, Minimize, ZoomIn } from 'lucide-react';
import { IconButton } from '#web/ui/tooltip.tsx';
import { formatDecimals } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import type { FullScreen } from './use-full-screen.ts';
import type { PictureZoom } from './use-zoom.ts';

interface ScreenButtonsProps {
  readonly pictureZoom: PictureZoom;
  readonly fullScreen: FullScreen;
  /** Whether there is no picture to zoom. */
  readonly disabled: boolean;
  readonly onListKeys: () => void;
}

/** Zooms to 2×, to 4× and back; enters and leaves full screen; lists the keys where there is a keyboard. */
export function ScreenButtons({ pictureZoom, fullScreen: { isOn, toggle }, disabled, onListKeys }: ScreenButtonsProps) {
  const {
    zoomIn,
    zoom: { scale },
  } = pictureZoom;
  const Icon = isOn ? Minimize : Maximize;
  return (
    <>
      <IconButton
        label={say(words.player.zoomNow, { scale: formatDecimals(scale, 1) })}
        tip={words.player.zoomTip}
        variant={scale > 1 ? 'secondary' : 'ghost'}
        disabled={disabled}
        onClick={zoomIn}
      >
        {scale > 1 ? (
          <span className="figures text-sm">{say(words.player.zoomScale, { scale: Math.round(scale * 10) / 10 })}</span>
        ) : (
          <ZoomIn className="size-5" />
        )}
      </IconButton>
      <IconButton
        label={isOn ? words.player.leaveFullScreen : words.player.fullScreen}
        tip={isOn ? words.player.leaveFullScreenTip : words.player.fullScreenTip}
        variant={isOn ? 'secondary' : 'ghost'}
        onClick={toggle}
      >
        <Icon className="size-5" />
      </IconButton>
      <IconButton
        label={words.player.listKeys}
        tip={words.player.keysTip}
        className="pointer-coarse:hidden"
        onClick={onListKeys}
      >
        <Keyboard className="size-5" />
      </IconButton>
    </>
  );
}
