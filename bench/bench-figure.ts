// One line of the table that `npm run bench` prints.

/** A figure that is good when it is at or below its limit. */
export interface BenchFigure {
  readonly name: string;
  readonly figure: number;
  readonly limit: number;
  /** The underlying measurements. */
  readonly note: string;
}
