// Decodes a file's sound to one channel, for the strike's click. Without decodable sound the picture alone is used.
import { AudioSampleSink, type Input } from 'mediabunny';
import type { Sound } from './sound-onsets.ts';

/** Longer sound is not read: it would take more memory than a guess is worth. */
const LONGEST = 300;

/** The sound of a file, or null. Never throws. */
export async function readSound(input: Input): Promise<Sound | null> {
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || typeof AudioDecoder === 'undefined' || !(await track.canDecode())) return null;
    const parts: Float32Array[] = [];
    let [from, samplesPerSecond, count] = [0, 0, 0];
    for await (const sample of new AudioSampleSink(track).samples()) {
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

function joined(parts: readonly Float32Array[], count: number): Float32Array {
  const samples = new Float32Array(count);
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}
