// Picture-in-picture: a video in a small window over everything else, in browsers that support it.
import { PictureInPicture2 } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { words } from '#web/words/words.ts';

interface PictureInPictureButtonProps {
  /** The element that contains the only video. */
  readonly regionRef: RefObject<HTMLElement | null>;
  readonly disabled: boolean;
}

/** Opens and closes the small window. Renders nothing if this browser does not support it for videos. */
export function PictureInPictureButton({ regionRef, disabled }: PictureInPictureButtonProps) {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const region = regionRef.current;
    if (!region) return;
    const look = () => setOn(region.contains(document.pictureInPictureElement));
    // Both events bubble from the video.
    region.addEventListener('enterpictureinpicture', look);
    region.addEventListener('leavepictureinpicture', look);
    return () => {
      region.removeEventListener('enterpictureinpicture', look);
      region.removeEventListener('leavepictureinpicture', look);
    };
  }, [regionRef]);
  if (!document.pictureInPictureEnabled) return null;

  function toggle() {
    const video = regionRef.current?.querySelector('video');
    const done = isOn ? document.exitPictureInPicture() : video?.requestPictureInPicture();
    done?.catch(() => undefined);
  }

  return <SmallWindowButton isOn={isOn} disabled={disabled} onToggle={toggle} />;
}

interface SmallWindowButtonProps {
  readonly isOn: boolean;
  readonly disabled: boolean;
  readonly onToggle: () => void;
}

/** The button alone, for every player with such a window. */
export function SmallWindowButton({ isOn, disabled, onToggle }: SmallWindowButtonProps) {
  return (
    <Tooltip content={isOn ? words.player.leaveSmallWindow : words.player.smallWindow}>
      <Button
        variant={isOn ? 'secondary' : 'ghost'}
        size="icon"
        aria-label={words.player.smallWindow}
        aria-pressed={isOn}
        disabled={disabled}
        onClick={onToggle}
      >
        <PictureInPicture2 aria-hidden="true" className="size-5" />
      </Button>
    </Tooltip>
  );
}
