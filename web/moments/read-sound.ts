// Decodes a file's sound to one channel, for the strike's click. Without decodable sound, or where the decoder produces
// no output (WebKitGTK), the search uses the picture alone.
import { type AudioSample, AudioSampleSink, type Input } from 'mediabunny';
import type { Sound } from '#domain/moments/clicks.ts';
import { withResolvers } from '#web/lib/with-resolvers.ts';

/** The maximum length of sound to read, in seconds: more would take more memory than a guess is worth. */
const LONGEST = 300;
/** A decoder without output for this long is considered stalled. */
const PATIENCE_MS = 5000;

/** The sound of a file, or null. Never throws. `onSample` is called while it is read. */
export async function readSound(input: Input, onSample: () => void = () => undefined): Promise<Sound | null> {
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || typeof AudioDecoder === 'undefined' || !(await track.canDecode())) return null;
    const parts: SoundPart[] = [];
    let [from, samplesPerSecond] = [0, 0];
    for await (const sample of withoutWaiting(new AudioSampleSink(track).samples())) {
      onSample();
      const { timestamp } = sample;
      if (parts.length === 0) [from, samplesPerSecond] = [timestamp, sample.sampleRate];
      const part = new Float32Array(sample.numberOfFrames);
      sample.copyTo(part, { planeIndex: 0, format: 'f32-planar' });
      sample.close();
      parts.push({ at: Math.max(0, Math.round((timestamp - from) * samplesPerSecond)), samples: part });
      if (timestamp - from > LONGEST) return null;
    }
    return parts.length > 0 ? { from, samplesPerSecond, samples: joined(parts) } : null;
  } catch {
    return null;
  }
}

/** The samples of a decoder; throws when the next sample does not arrive in time. */
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

interface SoundPart {
  /** The index of its first sample in the whole sound. */
  readonly at: number;
  readonly samples: Float32Array;
}

/** Joins the parts by their timestamps: browsers differ in how much of a decoder's padding they drop. */
function joined(parts: readonly SoundPart[]): Float32Array {
  const whole = new Float32Array(Math.max(...parts.map(({ at, samples }) => at + samples.length)));
  for (const { at, samples } of parts) whole.set(samples, at);
  return whole;
}
