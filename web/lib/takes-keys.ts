// Where keys are not shortcuts.
const EDITABLE =
  'input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=color]), textarea, select, [contenteditable]';
const POPUP = '[role=listbox], [role=dialog], [role=alertdialog], [role=menu]';

/** Whether keys pressed at a target are for it alone: something is typed or chosen there. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${EDITABLE}, ${POPUP}`) !== null;
}
