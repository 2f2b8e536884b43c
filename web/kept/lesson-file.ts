// A lesson as one file, `.swingmark`: an archive of the lesson's data, its voice and its clips (docs/lesson-file.md). An
// import checks every entry before it stores any.
import { isRecord } from '#domain/body/read-track.ts';
import { readStoredBodyTrack, type StoredBodyTrack, storedBodyTrack } from '#domain/body/stored-body-track.ts';
import type { Lesson } from '#domain/lesson/lesson.ts';
import { readLesson } from '#domain/lesson/read-lesson.ts';
import { randomId } from '#web/lib/random-id.ts';
import { archiveOf } from './archive.ts';
import { isContentKey } from './content-key.ts';
import {
  checkClips,
  clipName,
  contentIn,
  ImportError,
  type Parts,
  type ReadingOptions,
  readData,
  VERSION,
} from './exported-file.ts';
import { clipsOf, MAX_TITLE_LENGTH } from './kept-comparison.ts';
import { keepLesson, keptLesson, type LessonWithMedia } from './lesson-database.ts';

const FORMAT = 'swingmark-lesson';
const DATA = 'lesson.json';
const VOICE = 'voice';

/** Fifteen minutes at 256 kbit/s are 29 MB. */
const MAX_VOICE_BYTES = 64 * 1024 * 1024;

const VOICE_TYPES = ['audio/mp4', 'audio/webm', 'audio/ogg'] as const;

/** The file of a finished lesson. Nothing is read before the file is saved. Throws for an unfinished one. */
export function lessonFile({ kept, audio, clips, bodies }: LessonWithMedia): Blob {
  const { id, keptAtMs, title, comparison, lesson } = kept;
  if (!lesson) throw new RangeError('The lesson is not finished');
  const voiceType = audio && (VOICE_TYPES.find((type) => audio.type.startsWith(type)) ?? VOICE_TYPES[0]);
  const data = {
    format: FORMAT,
    version: VERSION,
    id,
    keptAtMs,
    title,
    voiceType,
    comparison,
    lesson,
    ...(bodies && bodies.size > 0 && { bodies: Object.fromEntries(bodies) }),
  };
  return archiveOf([
    { name: DATA, content: new Blob([JSON.stringify(data)]) },
    ...(audio ? [{ name: VOICE, content: audio }] : []),
    ...[...clips].map(([key, content]) => ({ name: clipName(key), content })),
  ]);
}

/**
 * The lesson in the parts of a file, after checking every entry. Rejects with an {@link ImportError}, or the signal's reason. A
 * lesson with a golfer of a library is refused: another site does not have that golfer.
 */
export async function readLessonFile(parts: Parts, options: ReadingOptions): Promise<LessonWithMedia> {
  const { voiceType, bodies, ...kept } = await readLessonData(parts);
  const clips = clipsOf(kept.comparison);
  if (clips.length !== 2) throw new ImportError('damaged');
  const keys = new Set(clips.map(({ contentKey }) => contentKey));
  if ([...bodies.keys()].some((key) => !keys.has(key))) throw new ImportError('damaged');
  await checkClips(clips, parts, options);
  const audio = voiceType === null ? null : voiceIn(parts, voiceType);
  const used = new Set([DATA, ...(audio ? [VOICE] : []), ...clips.map(({ contentKey }) => clipName(contentKey))]);
  if ([...parts.keys()].some((name) => !used.has(name))) throw new ImportError('damaged');
  return {
    kept,
    audio,
    bodies,
    clips: new Map(clips.map(({ contentKey, type }) => [contentKey, clipIn(parts, contentKey, type)])),
  };
}

export function isLessonFile(parts: Parts): boolean {
  return parts.has(DATA);
}

/**
 * Stores the lesson of a file and returns its id. The same lesson is not stored twice; one that was changed here or there
 * gets a new id. Rejects as {@link readLessonFile} does, or when the storage is full.
 */
export async function importLesson(parts: Parts, options: ReadingOptions): Promise<string> {
  const read = await readLessonFile(parts, options);
  const same = await keptLesson(read.kept.id);
  if (same && outlineOf(same.lesson) === outlineOf(read.kept.lesson)) return same.id;
  const id = same ? randomId() : read.kept.id;
  await keepLesson({ ...read, kept: { ...read.kept, id } });
  return id;
}

/**
 * The part of a lesson's content by which its versions are told apart. Clip times are left out, because a sent clip is
 * trimmed.
 */
function outlineOf(lesson: Lesson | null): string {
  return JSON.stringify(lesson && { ...lesson, events: lesson.events.map(({ time, does }) => [time, does]) });
}

async function readLessonData(parts: Parts) {
  const data = await readData(parts.get(DATA), FORMAT);
  const { readKept } = await import('./read-kept.ts');
  const comparison = readKept(data.comparison);
  const lesson = readLesson(data.lesson);
  const { id, keptAtMs, title } = data;
  const bodies = readBodies(data.bodies);
  const voiceType = [...VOICE_TYPES, null].find((type) => type === data.voiceType);
  if (!comparison || !lesson || !bodies || voiceType === undefined) throw new ImportError('damaged');
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id)) throw new ImportError('damaged');
  if (typeof keptAtMs !== 'number' || Number.isNaN(new Date(keptAtMs).getTime())) throw new ImportError('damaged');
  if (typeof title !== 'string' || title.length > MAX_TITLE_LENGTH) throw new ImportError('damaged');
  return { id, keptAtMs, title, comparison, lesson, voiceType, bodies };
}

/** The tracked joints of clips; none in files of earlier versions. Null for anything else. */
function readBodies(value: unknown): ReadonlyMap<string, StoredBodyTrack> | null {
  if (value === undefined) return new Map();
  if (!isRecord(value)) return null;
  const bodies = new Map<string, StoredBodyTrack>();
  for (const [key, stored] of Object.entries(value)) {
    const track = readStoredBodyTrack(stored);
    if (!track || !isContentKey(key)) return null;
    bodies.set(key, storedBodyTrack(track));
  }
  return bodies;
}

function voiceIn(parts: Parts, type: string): Blob {
  const content = contentIn(parts, VOICE);
  if (content.size > MAX_VOICE_BYTES) throw new ImportError('damaged');
  return content.slice(0, content.size, type);
}

function clipIn(parts: Parts, contentKey: string, type: string): Blob {
  const content = contentIn(parts, clipName(contentKey));
  return content.slice(0, content.size, type);
}
