// Records what a visitor does before the app is hydrated (presses, choices, typed text, files) and replays it
// afterwards, so that nothing is lost. docs/decisions/064 has the figures for loading the app late. Parts that are
// hydrated after the rest of the page (web/lib/hydrates-later.tsx) are recorded until they are, too.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const UNTYPED: ReadonlySet<string> = new Set(['radio', 'checkbox', 'file', 'range', 'color']);

/**
 * Identifies a button by its name and its index among the buttons of that name: a page that shows a session renders
 * again, with new buttons.
 */
interface ButtonPlace {
  readonly name: string;
  readonly nth: number;
}

const pressed = new Map<HTMLButtonElement, ButtonPlace>();
/**
 * What each field held when the visitor last changed it: React may have replaced it with its own empty value by then.
 */
const changed = new Map<Field, { readonly value: string; readonly isChecked: boolean }>();
let brought: File | null = null;

const LATER_PARTS = '[data-hydrates-later]';
/** Whether the page is hydrated except for these parts. */
let isRestHydrated = false;

const RECORDERS: readonly (readonly [string, (event: Event) => void])[] = [
  ['click', recordPress],
  ['input', recordChange],
  ['change', recordChange],
  ['dragover', (event) => isRestHydrated || event.preventDefault()],
  ['drop', recordFile],
  ['paste', recordFile],
];

export function recordEarlyActions(): void {
  for (const [type, keep] of RECORDERS) document.addEventListener(type, keep, true);
}

/** Replays the actions recorded in what is hydrated by now. Call it again when a later part is. */
export async function replayEarlyActions(): Promise<void> {
  isRestHydrated = true;
  if (!document.querySelector(LATER_PARTS)) {
    for (const [type, keep] of RECORDERS) document.removeEventListener(type, keep, true);
  }
  const files = brought ? [brought] : [];
  const actions = [
    ...taken(changed, (field, held) => field.isConnected && replayChange(field, held)),
    ...taken(pressed, (button, { name, nth }) => (button.isConnected ? button : buttonsNamed(name)[nth])?.click()),
    ...files.map((file) => () => replayFile(file)),
  ];
  brought = null;
  for (const act of actions) {
    act();
    // React updates the page after each action. No key or press of the visitor can come in between, because it could
    // submit a half-filled form.
    await Promise.resolve();
  }
}

/** Takes out what was recorded in hydrated parts, as actions that replay it. */
function taken<Target extends Element, Record>(
  recorded: Map<Target, Record>,
  replay: (target: Target, record: Record) => unknown,
): readonly (() => unknown)[] {
  return [...recorded]
    .filter(([target]) => !target.closest(LATER_PARTS))
    .map(([target, record]) => {
      recorded.delete(target);
      return () => replay(target, record);
    });
}

function isHydrated({ target }: Event): boolean {
  return isRestHydrated && !(target instanceof Element && target.closest(LATER_PARTS));
}

function recordPress(event: Event): void {
  if (isHydrated(event)) return;
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (!button) return;
  const name = nameOf(button);
  pressed.set(button, { name, nth: buttonsNamed(name).indexOf(button) });
  hideFromReact(event);
}

function nameOf(button: HTMLButtonElement): string {
  return button.getAttribute('aria-label') ?? button.textContent.trim();
}

function buttonsNamed(name: string): readonly HTMLButtonElement[] {
  return [...document.querySelectorAll('button')].filter((button) => nameOf(button) === name);
}

/** React may already listen while it hydrates: an action that it handled must not be replayed. */
function hideFromReact(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function recordChange(event: Event): void {
  const { target, type } = event;
  if (isHydrated(event)) return;
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  // Typed text is read on `input`: by the `change` that follows, React may have emptied the field again.
  if (!isField || (type === 'change' && isTyped(target))) return;
  changed.set(target, { value: target.value, isChecked: 'checked' in target && target.checked });
}

function isTyped(field: Field): boolean {
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !UNTYPED.has(field.type));
}

/** Handles a dropped or pasted file; otherwise the browser would navigate to a dropped one. */
function recordFile(event: Event): void {
  if (isRestHydrated) return;
  const files = event instanceof DragEvent ? event.dataTransfer?.files : (event as ClipboardEvent).clipboardData?.files;
  if (event instanceof DragEvent || files?.length) hideFromReact(event);
  brought = files?.[0] ?? brought;
}

function replayFile(file: File): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

/** React ignores a change back to the value that a field had when React began to listen, so reset the field first. */
function replayChange(field: Field, held: { readonly value: string; readonly isChecked: boolean }): void {
  const isChoice = field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type);
  if (isChoice) {
    field.checked = !held.isChecked;
    field.click();
    return;
  }
  if (field instanceof HTMLInputElement && field.type !== 'file') {
    field.value = '';
    // Bypass React's own property on this element, through which React would take the text for its own change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, held.value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  } else if (field instanceof HTMLSelectElement) field.value = held.value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
