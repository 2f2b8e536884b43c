// Writes the voice of a lesson into its video, without encoding it again: the packets of the kept ranges, one after
// another.
import {
  BlobSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MATROSKA,
  MP4,
  OGG,
  type Output,
  WEBM,
} from 'mediabunny';
import type { LessonRange } from '#domain/lesson/lesson.ts';

/** Adds the track to a video that has not begun; the returned function writes its packets. */
export async function addVoice(
  output: Output,
  voice: Blob,
  kept: readonly LessonRange[],
): Promise<() => Promise<void>> {
  const input = new Input({ formats: [MP4, WEBM, MATROSKA, OGG], source: new BlobSource(voice) });
  const track = await input.getPrimaryAudioTrack();
  const codec = await track?.getCodec();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !codec || !decoderConfig) {
    input.dispose();
    return async () => undefined;
  }
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  return async () => {
    let before = 0;
    let writtenTo = 0;
    for (const { from, to } of kept) {
      const sink = new EncodedPacketSink(track);
      const first = (await sink.getPacket(from)) ?? (await sink.getFirstPacket());
      for await (const packet of sink.packets(first ?? undefined)) {
        if (packet.timestamp >= to) break;
        if (packet.timestamp < from) continue;
        const timestamp = Math.max(writtenTo, before + packet.timestamp - from);
        await source.add(packet.clone({ timestamp }), { decoderConfig });
        writtenTo = timestamp + packet.duration;
      }
      before += to - from;
    }
    input.dispose();
  };
}
