/** What `work` returns; null if it throws, as storage does that a browser refuses, or JSON that is none. */
export function orNull<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
