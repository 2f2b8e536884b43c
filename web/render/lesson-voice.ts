// Writes the voice of a lesson into its video: the kept ranges, one after another. Opus becomes AAC, which every player
// knows; AAC is copied packet by packet.
import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BlobSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP4,
  OGG,
  type Output,
  Quality,
  WEBM,
} from 'mediabunny';
import type { Lesson } from '#domain/lesson/lesson.ts';
import { type PlayedRange, playedRanges } from '#domain/lesson/lesson-ranges.ts';
import { RenderError } from './render-request.ts';
import type { SoundWriter } from './video-writer.ts';

/** Enough for a voice in AAC, in bits per second and channel. */
const BITRATE = 64_000;
/**
 * The encoder writes this many samples of silence before the first one (FFmpeg's `initial_padding` of AAC), so as many are
 * left out at the beginning.
 */
const PADDING = 1024;

/** Maximum number of packets in a second of sound: 96 kHz have 94 packets of AAC. */
const MAX_PACKETS_PER_SECOND = 100;
/** And this many more for each range: the encoder's first and last ones, and incomplete ones. */
const MORE_PACKETS_PER_RANGE = 16;

/** Adds the track to a video that has not begun. Throws a RenderError. */
export async function addVoice(
  output: Output,
  voice: Blob,
  lesson: Pick<Lesson, 'kept' | 'voiceDelay'>,
): Promise<SoundWriter> {
  const input = new Input({ formats: [MP4, WEBM, MATROSKA, OGG], source: new BlobSource(voice) });
  const track = await input.getPrimaryAudioTrack();
  const add = track && ((await track.getCodec()) === 'aac' ? addPackets : addEncoded);
  const writing = track && (await add?.(output, track, playedSound(lesson)));
  let writtenTo = 0;
  return async (until) => {
    while (writing && writtenTo < until) {
      const { value, done } = await writing.next();
      writtenTo = done ? Number.POSITIVE_INFINITY : value;
    }
    if (until === Number.POSITIVE_INFINITY) input.dispose();
  };
}

/** The ranges of the voice, each with the time at which it begins in the video. In seconds. */
function playedSound({ kept, voiceDelay }: Pick<Lesson, 'kept' | 'voiceDelay'>): readonly PlayedRange[] {
  return playedRanges({ kept }).map(({ from, to, at }) => ({ from: from + voiceDelay, to: to + voiceDelay, at }));
}

function reserved(played: readonly PlayedRange[]): { readonly maximumPacketCount: number } {
  const duration = played.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    maximumPacketCount: Math.ceil(duration * MAX_PACKETS_PER_SECOND) + (played.length + 1) * MORE_PACKETS_PER_RANGE,
  };
}

/** Adds a track, and returns what writes it packet by packet and says how far it is, in seconds of the video. */
type AddSound = (
  output: Output,
  track: InputAudioTrack,
  played: readonly PlayedRange[],
) => Promise<AsyncGenerator<number, void> | null>;

const addPackets: AddSound = async (output, track, played) => {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (!codec || !decoderConfig) return null;
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, reserved(played));
  return (async function* () {
    let writtenTo = 0;
    for (const { from, to, at } of played) {
      const sink = new EncodedPacketSink(track);
      const first = (await sink.getPacket(from)) ?? (await sink.getFirstPacket());
      for await (const packet of sink.packets(first ?? undefined)) {
        if (packet.timestamp >= to) break;
        if (packet.timestamp < from) continue;
        const timestamp = Math.max(writtenTo, at + packet.timestamp - from);
        await source.add(packet.clone({ timestamp }), { decoderConfig });
        writtenTo = timestamp + packet.duration;
        yield writtenTo;
      }
    }
  })();
};

const addEncoded: AddSound = async (output, track, played) => {
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder').catch((error: unknown) => {
    throw new RenderError('no-sound-encoder', String(error));
  });
  registerAacEncoder();
  const [sampleRate, numberOfChannels] = [await track.getSampleRate(), await track.getNumberOfChannels()];
  const source = new AudioSampleSource({ codec: 'aac', quality: new Quality({ bitrate: BITRATE * numberOfChannels }) });
  output.addAudioTrack(source, reserved(played));
  return (async function* () {
    const shape = { sampleRate, numberOfChannels };
    let written = PADDING;
    const add = async (data: Float32Array) => {
      if (data.length === 0) return;
      const timestamp = (written - PADDING) / sampleRate;
      const sample = new AudioSample({ format: 'f32', data, timestamp, ...shape });
      await source.add(sample).finally(() => sample.close());
      written += data.length / numberOfChannels;
    };
    const fillTo = async (frame: number) => {
      while (written < frame) await add(new Float32Array(Math.min(frame - written, sampleRate) * numberOfChannels));
    };
    for (const { from, to, at } of played) {
      const end = Math.round((at + to - from) * sampleRate);
      for await (const sample of new AudioSampleSink(track).samples(from, to)) {
        const begin = Math.round((at + sample.timestamp - from) * sampleRate);
        const sound = interleaved(sample);
        sample.close();
        await fillTo(Math.min(begin, end));
        const [first, last] = [Math.max(0, written - begin), Math.max(0, end - begin)];
        await add(sound.subarray(first * numberOfChannels, last * numberOfChannels));
        yield (written - PADDING) / sampleRate;
      }
      await fillTo(end);
    }
  })();
};

function interleaved(sample: AudioSample): Float32Array {
  const options = { format: 'f32', planeIndex: 0 } as const;
  const samples = new Float32Array(sample.allocationSize(options) / Float32Array.BYTES_PER_ELEMENT);
  sample.copyTo(samples, options);
  return samples;
}
