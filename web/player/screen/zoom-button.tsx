// The zoom button of every player that can zoom.
import { ZoomIn } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { formatDecimals } from '#web/words/numbers.ts';
import { say, words } from '#web/words/words.ts';

interface ZoomButtonProps {
  readonly scale: number;
  readonly disabled: boolean;
  readonly onZoom: () => void;
}

/** Zooms to 2×, to 4× and back to the whole picture, which helps to find the strike. */
export function ZoomButton({ scale, disabled, onZoom }: ZoomButtonProps) {
  return (
    <Tooltip content={words.player.zoomTip}>
      <Button
        variant={scale > 1 ? 'secondary' : 'ghost'}
        size="icon"
        aria-label={say(words.player.zoomNow, { scale: formatDecimals(scale, 1) })}
        disabled={disabled}
        onClick={onZoom}
      >
        {scale > 1 ? (
          <span className="figures text-sm">{say(words.player.zoomScale, { scale: Math.round(scale * 10) / 10 })}</span>
        ) : (
          <ZoomIn className="size-5" />
        )}
      </Button>
    </Tooltip>
  );
}
