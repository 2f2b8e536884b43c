// Hands a file to the browser's share sheet. Shown only where the browser takes such files.
import { Share2 } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';
import { canShare, useShare } from './use-share.ts';

interface ShareButtonProps {
  /** The type of the file, such as `video/mp4`. */
  readonly type: string;
  /** Makes the file, or fails. */
  readonly makeFile: () => Promise<File>;
  readonly label: string;
}

/** The button and what became of the last press; nothing in a browser without a share sheet. */
export function ShareButton({ type, makeFile, label }: ShareButtonProps) {
  const { state, share } = useShare(makeFile);
  if (!canShare(type)) return null;
  return (
    <>
      <Button variant="secondary" busy={state === 'preparing'} onClick={() => void share()}>
        {state !== 'preparing' && <Share2 aria-hidden="true" className="size-5" />}
        {state === 'preparing' ? words.share.preparing : label}
      </Button>
      <span role="status" className="font-semibold text-flag-ink empty:hidden">
        {state === 'again' && words.share.again}
        {state === 'failed' && words.share.failed}
      </span>
    </>
  );
}
