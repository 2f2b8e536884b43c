// How often everything that is kept was forgotten: what was begun before must not be kept afterwards.

let times = 0;

/** Since the page was loaded. */
export function timesForgotten(): number {
  return times;
}

/** Counts that everything is forgotten. */
export function countForgetting(): void {
  times += 1;
}
