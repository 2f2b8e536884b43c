// The files of the body model: the runtime in two builds, the detector and the landmarks. They come from our own
// server, below assets/later/, and are fetched on first use (docs/decisions/067-the-body-on-the-device.md).
import compatScript from '@litertjs/core/wasm/litert_wasm_compat_internal.js?url';
import compatWasm from '@litertjs/core/wasm/litert_wasm_compat_internal.wasm?url';
import script from '@litertjs/core/wasm/litert_wasm_internal.js?url';
import wasm from '@litertjs/core/wasm/litert_wasm_internal.wasm?url';
import detector from '#web/body/model/weights/pose_detection.tflite?url';
import landmarks from '#web/body/model/weights/pose_landmark_full.tflite?url';

interface ModelFile {
  readonly address: string;
  /** Its size unpacked, for progress; checked against the file by a test. */
  readonly bytes: number;
}

/** The runtime: a script and the code that it loads. */
interface RuntimeFiles {
  readonly script: ModelFile;
  readonly wasm: ModelFile;
}

/** For browsers with relaxed SIMD: Chromium from 114, Firefox from 145. */
const FAST_RUNTIME: RuntimeFiles = {
  script: { address: script, bytes: 273_035 },
  wasm: { address: wasm, bytes: 9_367_934 },
};
const COMPATIBLE_RUNTIME: RuntimeFiles = {
  script: { address: compatScript, bytes: 273_246 },
  wasm: { address: compatWasm, bytes: 9_334_181 },
};

/** Finds bodies in a picture. */
export const DETECTOR: ModelFile = { address: detector, bytes: 2_962_288 };
/** Finds the joints of one body. */
export const LANDMARKS: ModelFile = { address: landmarks, bytes: 6_440_512 };

/** Approximate bytes over the wire on first use: every file and the worker, compressed with brotli (tools/bench/body.ts). */
export const DOWNLOAD_BYTES = 10_700_000;

export function runtimeFiles(): RuntimeFiles {
  return WebAssembly.validate(RELAXED_SIMD) ? FAST_RUNTIME : COMPATIBLE_RUNTIME;
}

/** All files that this browser needs. */
export function modelFiles(): readonly ModelFile[] {
  const runtime = runtimeFiles();
  return [runtime.script, runtime.wasm, DETECTOR, LANDMARKS];
}

/** A WebAssembly module whose function runs a single relaxed SIMD instruction. */
const RELAXED_SIMD = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0],
  ...[65, 1, 253, 15, 65, 2, 253, 15, 253, 128, 2, 11],
);

/** Thrown when a file cannot be fetched: no connection, or another version of the site on the server. */
export class ModelNotFetched extends Error {}

/** The interval of progress reports, in bytes. */
const PROGRESS_STEP_BYTES = 200_000;

/**
 * Fetches the files, unpacked, in the order in which they are started, and reports the received bytes through `onBytes`. One at a time:
 * the page keeps half of a slow line for itself. The runtime's script is only an address, from which a worker loads it.
 */
export function fetchModel(onBytes: (loadedBytes: number, totalBytes: number) => void) {
  const runtime = runtimeFiles();
  const totalBytes = modelFiles().reduce((sum, { bytes }) => sum + bytes, 0);
  let [loadedBytes, saidBytes] = [runtime.script.bytes, 0];
  const onPart = (bytes: number) => {
    loadedBytes += bytes;
    if (loadedBytes - saidBytes < PROGRESS_STEP_BYTES && loadedBytes < totalBytes) return;
    saidBytes = loadedBytes;
    onBytes(Math.min(loadedBytes, totalBytes), totalBytes);
  };
  const runtimeWasm = fetchFile(runtime.wasm, onPart);
  const detector = runtimeWasm.then(() => fetchFile(DETECTOR, onPart));
  const landmarks = detector.then(() => fetchFile(LANDMARKS, onPart));
  // It may fail before anybody waits for it.
  landmarks.catch(() => undefined);
  return { runtimeScript: runtime.script.address, runtimeWasm, detector, landmarks };
}

/** How often a download that broke off is resumed. */
const MAX_RESUMED = 2;

async function fetchFile({ address, bytes }: ModelFile, onPart: (bytes: number) => void) {
  const whole = new Uint8Array(bytes);
  let at = 0;
  const read = async () => {
    const response = await fetch(address, at > 0 ? { headers: { range: `bytes=${at}-` } } : {});
    if (!response.ok || !response.body) throw new ModelNotFetched(`${address}: ${response.status}`);
    // The whole file again.
    if (at > 0 && response.status !== 206) {
      onPart(-at);
      at = 0;
    }
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (at + part.value.length > bytes) throw new ModelNotFetched(`${address} is too long`);
      whole.set(part.value, at);
      at += part.value.length;
      onPart(part.value.length);
    }
  };
  for (let resumed = 0; ; resumed += 1) {
    try {
      await read();
      break;
    } catch (error) {
      if (error instanceof ModelNotFetched) throw error;
      // Without a first byte there is no connection, and nothing to resume.
      if (at === 0 || resumed === MAX_RESUMED) throw new ModelNotFetched(String(error));
    }
  }
  if (at !== bytes) throw new ModelNotFetched(`${address} is too short`);
  return whole;
}
