// Dialogs on the browser's own <dialog>, open while they are rendered.
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { words } from '#web/words/words.ts';
import { Button } from './button.tsx';
import { Problem } from './status.tsx';

interface ModalDialogProps extends ComponentProps<'dialog'> {
  readonly heading: string;
}

export function ModalDialog({ heading, children, ...dialog }: ModalDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={headingId}
      className="stage m-auto w-[min(28rem,calc(100vw-2rem))] rounded-md border-2 border-edge p-6 backdrop:bg-black/60"
      {...dialog}
    >
      <h2 id={headingId} className="display text-xl [overflow-wrap:anywhere]">
        {heading}
      </h2>
      {children}
    </dialog>
  );
}

/** Closes the dialog around an element, which returns the focus to where it was. */
export function closeDialog(element: Element): void {
  element.closest('dialog')?.close();
}

interface ConfirmDialogProps<Outcome> {
  readonly question: string;
  /** What is lost by it. */
  readonly means: string;
  readonly confirmLabel?: string;
  readonly keepLabel: string;
  /** Shown if `onConfirm` rejects. */
  readonly failed?: string;
  readonly role?: 'alertdialog';
  readonly onConfirm: () => Promise<Outcome>;
  /** Called after that, with the dialog closed. */
  readonly onConfirmed?: (outcome: Outcome) => void;
  readonly onClose: () => void;
}

/** Asks before something is deleted or replaced. It stays open if `onConfirm` rejects. */
export function ConfirmDialog<Outcome>(props: ConfirmDialogProps<Outcome>) {
  const { question, means, confirmLabel = words.actions.delete, keepLabel, failed, role, onClose } = props;
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const meansId = useId();
  async function confirm(button: Element) {
    setState('busy');
    try {
      const outcome = await props.onConfirm();
      closeDialog(button);
      props.onConfirmed?.(outcome);
    } catch {
      setState('failed');
    }
  }
  return (
    <ModalDialog heading={question} aria-describedby={meansId} {...{ role, onClose }}>
      <p id={meansId} className="mt-3">
        {means}
      </p>
      {state === 'failed' && <Problem className="mt-3">{failed}</Problem>}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={({ currentTarget }) => closeDialog(currentTarget)}>
          {keepLabel}
        </Button>
        <Button busy={state === 'busy'} onClick={({ currentTarget }) => void confirm(currentTarget)}>
          {confirmLabel}
        </Button>
      </div>
    </ModalDialog>
  );
}
