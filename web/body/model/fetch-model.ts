// Fetches the model's files from our own server and counts the received bytes.
import { DETECTOR, LANDMARKS, type ModelFile, modelFiles, runtimeFiles } from './model-files.ts';

/** The files of the model, unpacked. The runtime's script is only an address, from which a worker loads it. */
interface FetchedModel {
  readonly runtimeScript: string;
  readonly runtimeWasm: ArrayBuffer;
  readonly detector: Uint8Array;
  readonly landmarks: Uint8Array;
}

/** Thrown when a file cannot be fetched: no connection, or another version of the site on the server. */
export class ModelNotFetched extends Error {}

/** The interval of progress reports, in bytes. */
const PROGRESS_STEP_BYTES = 200_000;

/** Fetches all files in parallel and reports the received bytes through `onBytes`. */
export async function fetchModel(onBytes: (loadedBytes: number, totalBytes: number) => void): Promise<FetchedModel> {
  const runtime = runtimeFiles();
  const totalBytes = modelFiles().reduce((sum, { bytes }) => sum + bytes, 0);
  let [loadedBytes, saidBytes] = [runtime.script.bytes, 0];
  const onPart = (bytes: number) => {
    loadedBytes += bytes;
    if (loadedBytes - saidBytes < PROGRESS_STEP_BYTES && loadedBytes < totalBytes) return;
    saidBytes = loadedBytes;
    onBytes(Math.min(loadedBytes, totalBytes), totalBytes);
  };
  const [runtimeWasm, detector, landmarks] = await Promise.all(
    [runtime.wasm, DETECTOR, LANDMARKS].map((file) => fetchFile(file, onPart)),
  );
  if (!runtimeWasm || !detector || !landmarks) throw new ModelNotFetched();
  return { runtimeScript: runtime.script.address, runtimeWasm: runtimeWasm.buffer, detector, landmarks };
}

async function fetchFile({ address, bytes }: ModelFile, onPart: (bytes: number) => void) {
  const whole = new Uint8Array(bytes);
  let at = 0;
  try {
    const response = await fetch(address);
    if (!response.ok || !response.body) throw new ModelNotFetched(`${address}: ${response.status}`);
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (at + part.value.length > bytes) throw new ModelNotFetched(`${address} is too long`);
      whole.set(part.value, at);
      at += part.value.length;
      onPart(part.value.length);
    }
  } catch (error) {
    throw error instanceof ModelNotFetched ? error : new ModelNotFetched(String(error));
  }
  if (at !== bytes) throw new ModelNotFetched(`${address} is too short`);
  return whole;
}
