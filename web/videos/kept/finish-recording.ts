// Joins the parts of a recording into a lesson, also of one that a closed page did not end.
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  OGG,
  Output,
  WEBM,
} from 'mediabunny';
import { type Lesson, type LessonEvent, MAX_LESSON_SECONDS, recordedLesson } from '#domain/lesson/lesson.ts';
import { finishLesson, lessonParts } from './lesson-database.ts';

/**
 * Finishes a recording and returns it; null where nothing was recorded. Rejects when the browser does not store it.
 */
export async function finishRecording(id: string): Promise<Lesson | null> {
  const parts = await lessonParts(id);
  const last = parts.at(-1);
  if (!last || last.kept.length === 0) return null;
  const recorded = Math.min(last.recorded, MAX_LESSON_SECONDS);
  const events: readonly LessonEvent[] = parts.flatMap((part) => part.events);
  const lesson = recordedLesson(events, recorded, last.kept);
  const sound = parts.flatMap(({ audio }) => (audio ? [audio] : []));
  await finishLesson(id, lesson, sound.length > 0 ? await seekable(new Blob(sound)) : null);
  return lesson;
}

/**
 * The same sound with a table of its packets: a recorder's file has no length, so players cannot seek in it. The file
 * as it is, where it cannot be read.
 */
async function seekable(recorded: Blob): Promise<Blob> {
  const input = new Input({ formats: [WEBM, MATROSKA, MP4, OGG], source: new BlobSource(recorded) });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  try {
    const track = await input.getPrimaryAudioTrack();
    const codec = await track?.getCodec();
    const decoderConfig = await track?.getDecoderConfig();
    if (!track || !codec || !decoderConfig) return recorded;
    const source = new EncodedAudioPacketSource(codec);
    output.addAudioTrack(source);
    await output.start();
    try {
      for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig });
    } catch {
      // The last packet was cut off when the page was closed.
    }
    await output.finalize();
    return target.buffer ? new Blob([target.buffer], { type: 'audio/mp4' }) : recorded;
  } catch {
    return recorded;
  } finally {
    input.dispose();
  }
}
