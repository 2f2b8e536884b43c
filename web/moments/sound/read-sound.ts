// Decodes a file's sound to one channel, for the strike's click. Without decodable sound, or where the decoder gives
// nothing (WebKitGTK), the picture alone is used.
import { type AudioSample, AudioSampleSink, type Input } from 'mediabunny';
import { withResolvers } from '#web/lib/with-resolvers.ts';
import type { Sound } from './sound-onsets.ts';

/** Longer sound is not read: it would take more memory than a guess is worth. */
const LONGEST = 300;
/** A decoder that gives nothing for this long gives nothing any more. */
const PATIENCE_MS = 5000;

/** The sound of a file, or null. Never throws. `onSample` is called while it is read. */
export async function readSound(input: Input, onSample: () => void = () => undefined): Promise<Sound | null> {
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || typeof AudioDecoder === 'undefined' || !(await track.canDecode())) return null;
    const parts: Float32Array[] = [];
    let [from, samplesPerSecond, count] = [0, 0, 0];
    for await (const sample of withoutWaiting(new AudioSampleSink(track).samples())) {
      onSample();
      if (parts.length === 0) [from, samplesPerSecond] = [sample.timestamp, sample.sampleRate];
      const part = new Float32Array(sample.numberOfFrames);
      sample.copyTo(part, { planeIndex: 0, format: 'f32-planar' });
      sample.close();
      parts.push(part);
      count += part.length;
      if (count > LONGEST * samplesPerSecond) return null;
    }
    return parts.length > 0 ? { from, samplesPerSecond, samples: joined(parts, count) } : null;
  } catch {
    return null;
  }
}

/** The samples of a decoder; throws when the next one does not come in time. */
async function* withoutWaiting(samples: AsyncGenerator<AudioSample, void, unknown>): AsyncGenerator<AudioSample> {
  for (;;) {
    const { promise: late, reject } = withResolvers<never>();
    const timeout = setTimeout(() => reject(new Error('The sound does not come')), PATIENCE_MS);
    const next = samples.next();
    try {
      const { value: sample } = await Promise.race([next, late]);
      if (!sample) return;
      yield sample;
    } finally {
      clearTimeout(timeout);
    }
  }
}

function joined(parts: readonly Float32Array[], count: number): Float32Array {
  const samples = new Float32Array(count);
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}
