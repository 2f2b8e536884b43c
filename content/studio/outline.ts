// The golfer alone, without club, shadow and course: how much of each cell of a grid over the picture the body covers.
import { DoubleSide, Group, MeshBasicMaterial, Scene, WebGLRenderer } from 'three';
import { createFigure } from '#studio/figure/figure.ts';
import { clipCamera, clipSwing } from './clip-swing.ts';
import type { ClipPlan } from './clips.ts';

export interface OutlineOptions {
  /** Side of a square cell in pixels of the clip; divides its width and height. */
  cellPx: number;
  /** Grid of the soft body in meters, as of the stage. */
  step: number;
}

/** The covered part of the grid with a free cell around it. */
export interface Outline {
  leftPx: number;
  topPx: number;
  columns: number;
  rows: number;
  /** One byte per cell, row by row: 0 free, 255 covered. */
  cells: Uint8Array;
}

/** Draws outlines of one clip's golfer. */
export function createOutlines(plan: ClipPlan, { cellPx, step }: OutlineOptions): (time: number) => Outline {
  const { widthPx, heightPx } = plan;
  const mirrored = plan.hand === 'left';
  const renderer = new WebGLRenderer({ antialias: false, alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(widthPx, heightPx, false);
  renderer.setClearColor(0x000000, 0);
  const camera = clipCamera(plan);
  const swing = clipSwing(plan);
  const figure = createFigure(swing, plan.looks, step);
  const golfer = new Group();
  golfer.scale.x = mirrored ? -1 : 1;
  golfer.add(figure.group);
  const scene = new Scene();
  // Both sides: a mirrored golfer's surfaces face inwards.
  scene.overrideMaterial = new MeshBasicMaterial({ side: DoubleSide });
  scene.add(golfer);
  return (time) => {
    figure.show(swing.poseAt(time));
    renderer.render(scene, camera);
    const pixels = new Uint8Array(4 * widthPx * heightPx);
    const gl = renderer.getContext();
    gl.readPixels(0, 0, widthPx, heightPx, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return outlineOf(coverOf(pixels, { widthPx, heightPx, cellPx }), cellPx);
  };
}

interface Grid {
  columns: number;
  rows: number;
  cells: Uint8Array;
}

/** The covered share of each cell. WebGL's rows begin at the bottom. */
function coverOf(pixels: Uint8Array, size: { widthPx: number; heightPx: number; cellPx: number }): Grid {
  const { widthPx, heightPx, cellPx } = size;
  const [columns, rows] = [widthPx / cellPx, heightPx / cellPx];
  const counts = new Float32Array(columns * rows);
  for (let y = 0; y < heightPx; y++) {
    const row = Math.floor((heightPx - 1 - y) / cellPx);
    for (let x = 0; x < widthPx; x++) {
      const cell = row * columns + Math.floor(x / cellPx);
      if ((pixels[4 * (y * widthPx + x) + 3] ?? 0) > 0) counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return { columns, rows, cells: Uint8Array.from(counts, (count) => Math.round((255 * count) / cellPx ** 2)) };
}

function outlineOf({ columns, rows, cells }: Grid, cellPx: number): Outline {
  let [left, right, top, bottom] = [columns, -1, rows, -1];
  for (const [at, cell] of cells.entries()) {
    if (cell === 0) continue;
    const [column, row] = [at % columns, Math.floor(at / columns)];
    [left, right] = [Math.min(left, column), Math.max(right, column)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
  }
  const [fromColumn, fromRow] = [Math.max(0, left - 1), Math.max(0, top - 1)];
  const width = Math.min(columns, right + 2) - fromColumn;
  const height = Math.min(rows, bottom + 2) - fromRow;
  const part = Uint8Array.from({ length: width * height }, (_, at) => {
    const row = fromRow + Math.floor(at / width);
    return cells[row * columns + fromColumn + (at % width)] ?? 0;
  });
  return { leftPx: fromColumn * cellPx, topPx: fromRow * cellPx, columns: width, rows: height, cells: part };
}
