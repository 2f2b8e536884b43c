// The golfer's outline in one frame, as a small mask over a part of the upright picture.

/** How much of each cell of a grid over the upright picture the golfer covers. */
export interface Silhouette {
  /** The index of the frame in the clip's frame table. */
  readonly frameIndex: number;
  /** The frame's time in seconds on the clip's shown timeline. */
  readonly time: number;
  /** The grid's left edge in the upright picture, in pixels. May be negative. */
  readonly leftPx: number;
  /** The grid's top edge in the upright picture, in pixels. May be negative. */
  readonly topPx: number;
  /** The side of one square cell in pixels of the upright picture, above 0. */
  readonly cellPx: number;
  /** Cells in a row, at most {@link MAX_SILHOUETTE_CELLS}. */
  readonly columns: number;
  /** Rows of cells, at most {@link MAX_SILHOUETTE_CELLS}. */
  readonly rows: number;
  /** One byte per cell, row by row from the top left: 0 background, 255 golfer. The edge is about a cell wide. */
  readonly cells: Uint8Array;
}

/** The most cells along one side of a silhouette. */
export const MAX_SILHOUETTE_CELLS = 384;
