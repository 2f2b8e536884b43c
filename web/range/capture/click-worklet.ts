// The audio worklet of a range session: detects clicks on the audio thread. Times are seconds of the audio context.
import { createClickDetector, type RangeClick } from '#domain/range/clicks.ts';

/** The worklet's report, sent about four times a second and after every click. */
export interface WorkletReport {
  /** The context's time when the report was sent. */
  readonly now: number;
  readonly clicks: readonly RangeClick[];
  /** Whether the microphone delivers sound. */
  readonly canHear: boolean;
}

/** Types of the audio thread that lib.dom lacks. */
interface AudioThread {
  readonly sampleRate: number;
  readonly currentTime: number;
  readonly AudioWorkletProcessor: new () => { readonly port: MessagePort };
  readonly registerProcessor: (name: string, processor: unknown) => void;
}

const { AudioWorkletProcessor, registerProcessor, sampleRate } = globalThis as unknown as AudioThread;
const REPORT_EVERY = 0.25;

class ClickProcessor extends AudioWorkletProcessor {
  readonly #detector = createClickDetector(sampleRate);
  #startedAt: number | null = null;
  #reportedAt = 0;

  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    const samples = inputs[0]?.[0];
    const now = (globalThis as unknown as AudioThread).currentTime;
    if (!samples) return true;
    this.#startedAt ??= now;
    const startedAt = this.#startedAt;
    const clicks = this.#detector.listen(samples).map((click) => ({ ...click, time: startedAt + click.time }));
    if (clicks.length === 0 && now - this.#reportedAt < REPORT_EVERY) return true;
    this.#reportedAt = now;
    const report: WorkletReport = { now, clicks, canHear: this.#detector.canHear() };
    this.port.postMessage(report);
    return true;
  }
}

registerProcessor('click-processor', ClickProcessor);
