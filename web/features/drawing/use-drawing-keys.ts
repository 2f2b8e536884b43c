// The keys of drawing: Ctrl or Cmd+Z, with Shift or Ctrl+Y again, Esc. Knows no canvas.
import { useEffect, useEffectEvent } from 'react';

interface DrawingKeys {
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onEscape: () => void;
}

const EDITABLE = 'input:not([type=checkbox], [type=radio], [type=range], [type=color]), textarea, [contenteditable]';
const POPUP = '[role=listbox], [role=dialog], [role=alertdialog]';

/** Listens on the whole page: after a stroke nothing in particular has the focus. */
export function useDrawingKeys({ onUndo, onRedo, onEscape }: DrawingKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(`${EDITABLE}, ${POPUP}`))) {
      return;
    }
    if (event.key === 'Escape') return onEscape();
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) onRedo();
    else onUndo();
  });

  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
