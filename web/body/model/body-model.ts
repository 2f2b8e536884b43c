// The body model in this worker: LiteRT.js with the detector and the landmarks of BlazePose. Runs in a classic worker
// only, since the runtime is loaded with importScripts.
import { type CompiledModel, loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core';
import { withResolvers } from '#web/lib/with-resolvers.ts';
import { fetchModel } from './model-files.ts';
import {
  ANCHORS,
  DETECTOR_SIDE_PX,
  type DetectorOutput,
  HEAT_MAP_SIDE,
  LANDMARKS_SIDE_PX,
  type LandmarksOutput,
  MODEL_POINTS,
  NUMBERS_PER_ANCHOR,
  NUMBERS_PER_POINT,
} from './model-outputs.ts';

/** The loaded model. Pictures are interleaved RGB values from 0 to 1. */
export interface BodyModel {
  readonly detect: (rgb: Float32Array) => Promise<DetectorOutput>;
  readonly findLandmarks: (rgb: Float32Array, wantsMask: boolean) => Promise<LandmarksOutput>;
}

/** The state of the model: its files are being fetched, it is being started, or it is ready. */
export type ModelStep = 'fetching' | 'starting' | 'ready';

/**
 * Loads and compiles the model. Throws ModelNotFetched when a file cannot be fetched, and the runtime's own error when
 * this browser cannot run the model.
 */
export async function loadBodyModel(
  onBytes: (loadedBytes: number, totalBytes: number) => void,
  onStep: (step: ModelStep) => void,
): Promise<BodyModel> {
  const files = fetchModel(onBytes);
  // Each file is started as soon as it is here: the largest takes longest to arrive.
  const fetched = async <File>(file: Promise<File>) => {
    onStep('fetching');
    const whole = await file;
    onStep('starting');
    return whole;
  };
  const runtime = await WebAssembly.compile(await fetched(files.runtimeWasm));
  onStep('starting');
  // The runtime waits only for `done`: without memory for the instance it would wait forever.
  const { promise: refused, reject: refuse } = withResolvers<never>();
  const options = {
    instantiateWasm: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => {
      WebAssembly.instantiate(runtime, imports)
        .then((instance) => done(instance, runtime))
        .catch(refuse);
      return {};
    },
    // Drop the runtime's messages for developers.
    print: () => undefined,
    printErr: () => undefined,
  };
  Object.assign(self, { Module: options });
  await withoutGraphicsCard(() => Promise.race([loadLiteRt(files.runtimeScript), refused]));
  const detector = await compiled(await fetched(files.detector));
  const landmarks = await compiled(await fetched(files.landmarks));
  onStep('ready');
  return {
    detect: async (rgb) => {
      // The detector expects values from -1 to 1.
      const outputs = await run(detector, rgb.map(toSigned), DETECTOR_SIDE_PX, () => true);
      return { boxes: outputOf(outputs, ANCHORS * NUMBERS_PER_ANCHOR), scores: outputOf(outputs, ANCHORS) };
    },
    findLandmarks: async (rgb, wantsMask) => {
      const isWanted = (length: number) => wantsMask || length !== LANDMARKS_SIDE_PX ** 2;
      const outputs = await run(landmarks, rgb, LANDMARKS_SIDE_PX, isWanted);
      return {
        points: outputOf(outputs, MODEL_POINTS * NUMBERS_PER_POINT),
        heatMap: outputOf(outputs, MODEL_POINTS * HEAT_MAP_SIDE ** 2),
        presence: outputOf(outputs, 1)[0] ?? 0,
        mask: wantsMask ? outputOf(outputs, LANDMARKS_SIDE_PX ** 2) : null,
      };
    },
  };
}

/**
 * Hides the graphics card while the runtime loads. The runtime requests the fast graphics card of a laptop, though it
 * is never used here, and logs a warning where there is none. This stub offers no device.
 */
async function withoutGraphicsCard<T>(load: () => Promise<T>): Promise<T> {
  const adapter = { limits: {}, features: new Set(), requestDevice: () => Promise.resolve(null) };
  Object.defineProperty(navigator, 'gpu', {
    configurable: true,
    value: { requestAdapter: () => Promise.resolve(adapter) },
  });
  try {
    return await load();
  } finally {
    Reflect.deleteProperty(navigator, 'gpu');
  }
}

function compiled(model: Uint8Array): Promise<CompiledModel> {
  return loadAndCompile(model, { accelerator: 'wasm' });
}

function toSigned(value: number): number {
  return 2 * value - 1;
}

/** Runs a model, copies the wanted outputs out of its memory and frees that memory, which the runtime does not do. */
async function run(
  model: CompiledModel,
  rgb: Float32Array,
  sidePx: number,
  isWanted: (length: number) => boolean,
): Promise<readonly Float32Array[]> {
  const input = Tensor.fromTypedArray(rgb, [1, sidePx, sidePx, 3]);
  try {
    const outputs = await model.run(input);
    try {
      return outputs
        .filter(({ type }) => isWanted(countOf(type.layout.dimensions)))
        .map((output) => output.toTypedArray() as Float32Array);
    } finally {
      for (const output of outputs) output.delete();
    }
  } finally {
    input.delete();
  }
}

function countOf(dimensions: ArrayLike<number>): number {
  return Array.from(dimensions).reduce((product, side) => product * side, 1);
}

/** Finds an output by its length: the outputs have no meaningful names, but each has a different length. */
function outputOf(outputs: readonly Float32Array[], length: number): Float32Array {
  const output = outputs.find((values) => values.length === length);
  if (!output) throw new Error(`The body model has no output of ${length} numbers`);
  return output;
}
