// One line of the table that `npm run bench` prints.

/** A figure that is good when it is at or below its bar. */
export interface BenchFigure {
  readonly name: string;
  readonly figure: number;
  readonly bar: number;
  /** What the figure was made from. */
  readonly note: string;
}
