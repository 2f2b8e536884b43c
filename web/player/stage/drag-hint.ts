// Remembers whether the visitor has dragged on a picture on this device. Until then a hint explains dragging.
const KEY = 'swingmark.dragged';

/** Whether the hint is still needed. */
export function needsDragHint(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return false;
  }
}

export function rememberDrag(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // Without storage the hint appears again.
  }
}
