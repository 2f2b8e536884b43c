// How far the administrator's upload is, in numbers, and a way to stop it.
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { useBroughtIntoView } from '#web/ui/use-brought-into-view.ts';
import { say, words } from '#web/words/words.ts';

interface UploadStatusProps {
  /** Whole percent of the bytes; at 100 the server looks at the video. */
  percent: number;
  onCancel: () => void;
}

/** A bar, a percentage and Cancel. */
export function UploadStatus({ percent, onCancel }: UploadStatusProps) {
  const isSent = percent === 100;
  const bar = useBroughtIntoView<HTMLDivElement>();
  return (
    <div ref={bar} className="flex items-center gap-4">
      <div className="grid grow gap-1.5">
        <p className="figures flex flex-wrap justify-between gap-x-4 text-sm">
          <span className="font-semibold">{isSent ? words.library.serverReads : words.library.sending}</span>
          <span className="text-ink-soft">{say(words.progress.percent, { percent })}</span>
        </p>
        <Progress label={words.library.uploadProgress} percent={percent} />
        <span role="status" className="sr-only">
          {say(words.progress.named, { name: words.library.uploadProgress, percent: Math.floor(percent / 25) * 25 })}
        </span>
      </div>
      <Button variant="secondary" size="small" onClick={onCancel}>
        {words.actions.cancel}
      </Button>
    </div>
  );
}
