// Makes the merged video of a comparison on this device: plans it like the server, renders it in a worker, and stores
// it. Loads the frame reader, so it is imported lazily.

import { ERRORS, PLAN_PROBLEM_CODES } from '#contract/errors.ts';
import { type BodyFacts, type ComparisonPlan, planComparison } from '#domain/comparison/comparison-plan.ts';
import type { Drawing } from '#domain/drawing/drawing.ts';
import { drawnFrames, type StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import type { Size } from '#domain/geometry.ts';
import type { Lettering } from '#domain/lettering/lettering.ts';
import { bySide, SIDES, type Side } from '#domain/side.ts';
import type { Clip } from '#domain/video/clip.ts';
import { drawingsOn } from '#web/drawing/stored-drawings.ts';
import { readClip } from '#web/player/engine/frame-table.ts';
import { type DeviceResult, keepResult } from '#web/render/device-results.ts';
import { golferVideo } from '#web/render/golfer-video.ts';
import { renderProblemText } from '#web/render/problem-words.ts';
import { renderOnDevice } from '#web/render/render-on-device.ts';
import { RenderError, type RenderSource } from '#web/render/render-request.ts';
import { includedEvidence, inTurn, pacedChoices, type ReadyComparison } from './use-comparison.ts';

/** The plan was refused; the server would refuse it too. The message is for the visitor. */
export class PlanRefused extends Error {
  override readonly name = 'PlanRefused';
}

/** The facts about both sides besides their clips. */
interface SeenSides {
  readonly key: string;
  readonly bodies: Readonly<Record<Side, BodyFacts | null>>;
  readonly names: Readonly<Record<Side, Lettering | null>>;
  readonly tempos: Readonly<Record<Side, Lettering | null>>;
  readonly isWithoutBodies: boolean;
}

interface MakeOptions {
  readonly signal: AbortSignal;
  readonly onFrames: (done: number, total: number) => void;
}

/** The merged video, and whether it survives a reload. Throws RenderError, {@link PlanRefused} or the abort reason. */
export async function makeOnDevice(
  comparison: ReadyComparison,
  seen: SeenSides,
  { signal, onFrames }: MakeOptions,
): Promise<{ result: DeviceResult; isKept: boolean }> {
  const files = await filesOf(comparison);
  const clips = await inTurn(async (side) => comparison.sides[side].clip ?? clipOf(files[side]));
  signal.throwIfAborted();
  const plan = planOf(comparison, clips, seen);
  const frameTimes = bySide((side) => clips[side].frameTimes);
  const drawn = includedIn(plan, comparison);
  const file = await renderOnDevice(
    { plan, sources: sourcesOf(files, frameTimes), drawn, base: null },
    { signal, onFrames: (done) => onFrames(done, plan.frameCount) },
  );
  const { key, bodies, isWithoutBodies } = seen;
  const hasBodies = SIDES.every((side) => bodies[side] !== null);
  const result: DeviceResult = { key, file, plan, frameTimes, hasBodies, isWithoutBodies };
  return { result, isKept: await keepResult(result) };
}

/** The drawings that the merged video includes, by the frame on which they appear. */
function includedIn(plan: ComparisonPlan, { drawn }: ReadyComparison): readonly StrokesFromFrame[] {
  const { drawings, surface } = drawingsOn(plan, drawn);
  return drawings.length > 0 ? drawnFrames(drawings, surface, { ...plan.canvas, ...plan }) : [];
}

/**
 * A merged video with drawings: the frames with drawings are rendered again from the clips. Throws an Error whose message is for the
 * visitor, or the signal's reason.
 */
export async function drawOnDevice(
  comparison: ReadyComparison,
  { plan, frameTimes, file }: DeviceResult,
  drawings: readonly Drawing[],
  surface: Size,
  { signal, onPercent }: { readonly signal: AbortSignal; readonly onPercent: (percent: number) => void },
): Promise<Blob> {
  try {
    const drawn = drawnFrames(drawings, surface, { ...plan.canvas, ...plan });
    const sources = sourcesOf(await filesOf(comparison), frameTimes);
    const onFrames = (done: number) => onPercent(Math.floor((100 * done) / plan.frameCount));
    const base = { file, drawn: includedIn(plan, comparison) };
    return await renderOnDevice({ plan, sources, drawn, base }, { signal, onFrames });
  } catch (error) {
    signal.throwIfAborted();
    const problem = error instanceof RenderError ? error.problem : 'failed';
    throw new Error(renderProblemText(problem), { cause: error });
  }
}

/** Both sides' files. Throws a RenderError when the golfer's video cannot be downloaded. */
async function filesOf({ sides }: ReadyComparison): Promise<Readonly<Record<Side, Blob>>> {
  return inTurn(async (side) => {
    const { source } = sides[side];
    if (typeof source !== 'string') return source;
    return golferVideo(source).catch((error: unknown) => {
      throw new RenderError('no-golfer-video', String(error));
    });
  });
}

function sourcesOf(
  files: Readonly<Record<Side, Blob>>,
  frameTimes: DeviceResult['frameTimes'],
): Readonly<Record<Side, RenderSource>> {
  return bySide((side) => ({ file: files[side], frameTimes: frameTimes[side] }));
}

async function clipOf(file: Blob): Promise<Clip> {
  const { clip } = await readClip(file);
  if (clip) return clip;
  const isThere = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  throw new RenderError(isThere ? 'cannot-decode' : 'clip-gone', 'The clip cannot be read');
}

/** The same plan as the server's. Throws a {@link PlanRefused}. */
export function planOf(
  comparison: ReadyComparison,
  clips: Readonly<Record<Side, Clip>>,
  { bodies, names, tempos }: Pick<SeenSides, 'bodies' | 'names' | 'tempos'>,
): ComparisonPlan {
  const evidence = includedEvidence(comparison, clips, bodies);
  const { user, pro } = bySide((side) => ({
    clip: clips[side],
    annotations: comparison.sides[side].annotations,
    body: bodies[side],
    evidence: evidence?.[side] ?? [],
    name: names[side],
    tempo: tempos[side],
  }));
  const planned = planComparison(user, pro, comparison.alignment, pacedChoices(comparison));
  if (planned.ok) return planned.plan;
  throw new PlanRefused(ERRORS[PLAN_PROBLEM_CODES[planned.problem]].text);
}
