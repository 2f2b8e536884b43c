// The full screen button of every player.
import { Maximize, Minimize } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { words } from '#web/words/words.ts';
import type { FullScreen } from './use-full-screen.ts';

/** Enters and leaves full screen. */
export function FullScreenButton({ fullScreen: { isOn, toggle } }: { readonly fullScreen: FullScreen }) {
  const Icon = isOn ? Minimize : Maximize;
  return (
    <Tooltip content={isOn ? words.player.leaveFullScreenTip : words.player.fullScreenTip}>
      <Button
        variant={isOn ? 'secondary' : 'ghost'}
        size="icon"
        aria-label={isOn ? words.player.leaveFullScreen : words.player.fullScreen}
        onClick={toggle}
      >
        <Icon className="size-5" />
      </Button>
    </Tooltip>
  );
}
