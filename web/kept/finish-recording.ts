// Joins the parts of a recording into its lesson, also of one that a closed page did not end. Their sounds become one
// file; nothing is encoded again.

import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  OGG,
  Output,
  WEBM,
} from 'mediabunny';
import { type Lesson, MAX_LESSON_SECONDS, recordedLesson } from '#domain/lesson/lesson.ts';
import { finishLesson, keptLesson, lessonAudio, lessonParts } from './lesson-database.ts';

/**
 * Finishes a recording and returns its lesson, to which it may have been added; null where nothing was recorded. Rejects
 * when the browser does not store it.
 */
export async function finishRecording(id: string): Promise<Lesson | null> {
  const [kept, parts, voice] = await Promise.all([keptLesson(id), lessonParts(id), lessonAudio(id)]);
  const earlier = kept?.lesson ?? null;
  const last = parts.at(-1);
  if (!last || last.kept.length === 0) return earlier;
  const recorded = Math.min(last.recorded, MAX_LESSON_SECONDS);
  const begunAt = earlier?.recorded ?? 0;
  const events = [...(earlier?.events ?? []), ...parts.flatMap((part) => part.events)];
  const { voiceDelay = last.voiceDelay ?? 0, chapters = [], captions = [] } = earlier ?? {};
  const lesson = Object.freeze({ ...recordedLesson(events, recorded, last.kept), voiceDelay, chapters, captions });
  const pieces = parts.flatMap(({ audio }) => (audio ? [audio] : []));
  const [first, ...others]: RecordedSound[] = [
    ...(voice ? [{ file: voice, from: 0, to: begunAt }] : []),
    ...(pieces.length > 0 ? [{ file: new Blob(pieces), from: begunAt, to: recorded }] : []),
  ];
  await finishLesson(id, lesson, first ? await joinedSound([first, ...others], recorded) : null);
  return lesson;
}

/** One recording's sound, and the recorded times between which it lies, in seconds. */
interface RecordedSound {
  readonly file: Blob;
  readonly from: number;
  readonly to: number;
}

/** An Opus packet of 20 ms without sound. */
const SILENCE = { bytes: [0xf8, 0xff, 0xfe], seconds: 0.02 } as const;

/** The codec of a sound; null where the file cannot be read. */
export async function codecOf(file: Blob) {
  const input = inputOf(file);
  try {
    return (await (await input.getPrimaryAudioTrack())?.getCodec()) ?? null;
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}

/**
 * The sounds in one MP4 with a table of its packets: a recorder's file has no length, so players cannot seek in it. Opus
 * is silent where nothing was recorded, up to the end of the recorded time; sounds of another codec than the first are
 * left out. The first file as it is, where it cannot be read. Rejects where several sounds cannot be joined.
 */
async function joinedSound(sounds: readonly [RecordedSound, ...RecordedSound[]], recorded: number): Promise<Blob> {
  const inputs = sounds.map(({ file }) => inputOf(file));
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  try {
    const tracks = await Promise.all(inputs.map((input) => input.getPrimaryAudioTrack()));
    const writer = await openWriter(output, tracks[0] ?? null);
    if (!writer) return sounds[0].file;
    for (const [index, sound] of sounds.entries()) {
      const track = tracks[index];
      if (track && (await track.getCodec()) === writer.codec) await writer.add(track, sound);
    }
    await writer.fillTo(recorded);
    await output.finalize();
    return target.buffer ? new Blob([target.buffer], { type: 'audio/mp4' }) : sounds[0].file;
  } catch (error) {
    if (sounds.length > 1) throw error;
    return sounds[0].file;
  } finally {
    for (const input of inputs) input.dispose();
  }
}

async function openWriter(output: Output, first: InputAudioTrack | null) {
  const codec = await first?.getCodec();
  const decoderConfig = await first?.getDecoderConfig();
  if (!codec || !decoderConfig) return null;
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  let writtenTo = 0;

  async function add(packet: EncodedPacket): Promise<void> {
    await source.add(packet, decoderConfig ? { decoderConfig } : undefined);
    writtenTo = packet.timestamp + packet.duration;
  }

  async function fillTo(time: number): Promise<void> {
    while (codec === 'opus' && time - writtenTo >= SILENCE.seconds) {
      await add(new EncodedPacket(new Uint8Array(SILENCE.bytes), 'key', writtenTo, SILENCE.seconds));
    }
  }

  return {
    codec,
    fillTo,
    async add(track: InputAudioTrack, { from, to }: RecordedSound): Promise<void> {
      try {
        for await (const packet of new EncodedPacketSink(track).packets()) {
          const timestamp = Math.max(writtenTo, from + packet.timestamp);
          if (timestamp >= to) break;
          await fillTo(timestamp);
          await add(packet.clone({ timestamp: Math.max(writtenTo, timestamp) }));
        }
      } catch {
        // The last packet was cut off when the page was closed.
      }
    },
  };
}

function inputOf(file: Blob): Input {
  return new Input({ formats: [MP4, WEBM, MATROSKA, OGG], source: new BlobSource(file) });
}
