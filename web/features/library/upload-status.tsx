// How far the administrator's upload is, in numbers, and a way to stop it.
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';

interface UploadStatusProps {
  /** Whole percent of the bytes; at 100 the server looks at the video. */
  percent: number;
  onCancel: () => void;
}

/** A bar, a percentage and Cancel. */
export function UploadStatus({ percent, onCancel }: UploadStatusProps) {
  const isSent = percent === 100;
  const bar = useRef<HTMLDivElement>(null);
  // On a phone the button that started this may be the last thing on the screen.
  useEffect(() => {
    // Chromium answers with a promise, which must not become the effect's clean-up.
    void bar.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, []);
  return (
    <div ref={bar} className="flex items-center gap-4">
      <div className="grid grow gap-1.5">
        <p className="figures flex flex-wrap justify-between gap-x-4 text-sm">
          <span className="font-semibold">{isSent ? 'The server is reading the video…' : 'Sending the video'}</span>
          <span className="text-ink-soft">{percent}%</span>
        </p>
        <Progress label="Upload" percent={percent} />
        <span role="status" className="sr-only">{`Upload: ${Math.floor(percent / 25) * 25}%`}</span>
      </div>
      <Button variant="secondary" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
