// A canvas of the page to paint on.
export interface Paintable {
  canvas: HTMLCanvasElement;
  picture: CanvasRenderingContext2D;
}

export function paintable(widthPx: number, heightPx: number): Paintable {
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = heightPx;
  const picture = canvas.getContext('2d', { willReadFrequently: true });
  if (!picture) throw new Error('the page cannot paint');
  return { canvas, picture };
}
