// Writes frames of the ring into an MP4 file. Nothing is encoded again: every frame of the file is the camera's, at its
// own time.
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { mendedAvcC } from '#web/render/avcc.ts';
import type { RangeCut } from './capture-messages.ts';
import type { EncodedFormat, EncodedFrame } from './encoded-ring.ts';

/** The file of at least one frame, beginning with a key frame. All frames share one format. */
export async function writeCut(frames: readonly EncodedFrame[], format: EncodedFormat): Promise<RangeCut> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const track = new EncodedVideoPacketSource(format.codec);
  output.addVideoTrack(track, { rotation: format.rotation });
  await output.start();
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) throw new RangeError('A cut has at least one frame');
  const config = withMendedRecord(format.config);
  for (const [index, frame] of frames.entries()) {
    const next = frames[index + 1];
    const duration = next ? next.time - frame.time : format.interval;
    const packet = new EncodedPacket(frame.data, frame.isKey ? 'key' : 'delta', frame.time - first.time, duration);
    await track.add(packet, index === 0 ? { decoderConfig: config } : undefined);
  }
  await output.finalize();
  if (!target.buffer) throw new Error('The cut has no content');
  return { file: target.buffer, type: 'video/mp4', from: first.time, to: last.time };
}

function withMendedRecord(config: VideoDecoderConfig): VideoDecoderConfig {
  const { description } = config;
  if (!description || !config.codec.startsWith('avc')) return config;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  return { ...config, description: mendedAvcC(bytes) };
}
