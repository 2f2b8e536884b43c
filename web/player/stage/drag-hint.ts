// Whether the visitor has dragged on a picture on this device: until then a hint says that one can.
const KEY = 'swingmark.dragged';

/** Whether the hint is still needed. */
export function needsDragHint(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return false;
  }
}

/** Remembers that the visitor knows. */
export function rememberDrag(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // Without storage the hint comes again.
  }
}
