// The switch between the synced preview and the merged video, which share one place on the page.
import { useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { words } from '#web/words/words.ts';

/** The shown form of a comparison. */
export type ShownAs = 'live' | 'video';

interface LiveOrVideoProps {
  readonly shown: ShownAs;
  readonly hasVideo: boolean;
  readonly onChange: (shown: ShownAs) => void;
}

/** Two radio buttons. The second is enabled once there is a video. */
export function LiveOrVideo({ shown, hasVideo, onChange }: LiveOrVideoProps) {
  const group = useId();
  return (
    <fieldset className="inline-flex shrink-0 rounded-md bg-sunken p-0.5">
      <legend className="sr-only">{words.player.shownAs}</legend>
      {(['live', 'video'] as const).map((choice) => (
        <label
          key={choice}
          className={classNames(
            'relative grid min-h-11 min-w-16 cursor-pointer place-items-center rounded-md px-3 text-sm font-semibold text-ink-soft hover:text-ink',
            'has-checked:bg-ink has-checked:text-paper has-disabled:cursor-not-allowed has-disabled:text-ink-soft',
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            'forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]',
          )}
        >
          <input
            type="radio"
            name={group}
            checked={shown === choice}
            disabled={choice === 'video' && !hasVideo}
            onChange={() => onChange(choice)}
            className="absolute inset-0 cursor-[inherit] opacity-0"
          />
          {words.player.shown[choice]}
        </label>
      ))}
    </fieldset>
  );
}
