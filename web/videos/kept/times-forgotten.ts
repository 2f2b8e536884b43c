// Counts how often all kept data was deleted: work that began before a deletion must not store its result.

let times = 0;

/** Since the page was loaded. */
export function timesForgotten(): number {
  return times;
}

/** Counts one deletion of everything. */
export function countForgetting(): void {
  times += 1;
}
