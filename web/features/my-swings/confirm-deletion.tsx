// Asks for confirmation before kept comparisons are deleted.
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { words } from '#web/words/words.ts';

interface ConfirmDeletionProps {
  readonly question: string;
  /** The things that the deletion removes. */
  readonly means: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** The dialog, open while it is rendered. */
export function ConfirmDeletion({ question, means, onConfirm, onClose }: ConfirmDeletionProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  useEffect(() => dialogRef.current?.showModal(), []);

  async function confirm() {
    setState('busy');
    try {
      await onConfirm();
      onClose();
    } catch {
      setState('failed');
    }
  }

  return (
    <dialog
      ref={dialogRef}
      aria-labelledby={headingId}
      onClose={onClose}
      className="stage m-auto w-[min(28rem,calc(100vw-2rem))] rounded-md border-2 border-edge p-6 backdrop:bg-black/60"
    >
      <h2 id={headingId} className="display text-xl">
        {question}
      </h2>
      <p className="mt-3">{means}</p>
      {state === 'failed' && <Problem className="mt-3">{words.mySwings.deleteFailed}</Problem>}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {words.mySwings.keep}
        </Button>
        <Button busy={state === 'busy'} onClick={() => void confirm()}>
          {words.actions.delete}
        </Button>
      </div>
    </dialog>
  );
}
