// The page side: draws frames on demand for the node side. Bundled by browser.ts and run once in headless Chromium.
import type { ClipPlan } from './clips.ts';
import { createOutlines, type Outline, type OutlineOptions } from './outline.ts';
import { type Crossfade, createStage, type Stage, type StageOptions } from './stage.ts';

declare global {
  interface Window {
    openStage(plan: ClipPlan, options: StageOptions): void;
    drawFrame(time: number, crossfade?: Crossfade): string;
    openOutlines(plan: ClipPlan, options: OutlineOptions): void;
    drawOutline(time: number): Omit<Outline, 'cells'> & { cells: number[] };
  }
}

let stage: Stage | null = null;

window.openStage = (plan, options) => {
  stage = createStage(plan, options);
};

/** A JPEG as base64, the fastest way to return it from the page. */
window.drawFrame = (time, crossfade) => {
  if (!stage) throw new Error('openStage comes first');
  stage.draw(time, crossfade);
  return stage.canvas.toDataURL('image/jpeg', 0.96).slice('data:image/jpeg;base64,'.length);
};

let outlineAt: ((time: number) => Outline) | null = null;

window.openOutlines = (plan, options) => {
  outlineAt = createOutlines(plan, options);
};

window.drawOutline = (time) => {
  if (!outlineAt) throw new Error('openOutlines comes first');
  const outline = outlineAt(time);
  return { ...outline, cells: [...outline.cells] };
};
