// A running recording: collects the changes and the sound, and writes them part by part.
import { LESSON_LIMITS, type LessonEvent, type LessonRange, MAX_LESSON_SECONDS } from '#domain/lesson/lesson.ts';
import { changesBetween, type LessonAddition, type LessonSnapshot } from '#domain/lesson/lesson-changes.ts';
import { lessonDuration, undoLast } from '#domain/lesson/lesson-ranges.ts';
import { isNoRoom } from '#web/kept/kept-database.ts';
import { keepPart } from '#web/kept/lesson-database.ts';
import { keepAwake } from '#web/lib/wake-lock.ts';
import { delayOf, LEVELS, type Microphone, type MicrophoneProblem } from './microphone.ts';

/** Why a recording did not begin, or ended. */
export type RecordingProblem = MicrophoneProblem | 'no-room' | 'not-kept' | 'microphone-ended' | 'other-sound';

export interface RecordingState {
  readonly stage: 'idle' | 'opening' | 'countdown' | 'recording' | 'paused' | 'saving' | 'done';
  /** Seconds left of the countdown. */
  readonly count: number;
  /** The length of what is kept, in tenths of a second. */
  readonly tenths: number;
  /** The loudness, in steps from 0 to 8. */
  readonly level: number;
  readonly isSilent: boolean;
  readonly hasVoice: boolean;
  readonly problem: RecordingProblem | null;
  /** The id of the finished lesson; null where nothing was kept. */
  readonly lessonId: string | null;
}

/** How often a part is written, in milliseconds. */
const PART_MS = 500;
/** "Undo the last ten seconds". */
const UNDO_SECONDS = 10;
/** Sound quieter than this counts as silence. Loudness is 0 to 1. */
const SILENCE = 0.01;
/** A silence this long is worth a warning, in seconds. */
const LONG_SILENCE = 6;
/** A voice needs no more, in bits per second. */
const AUDIO_BITRATE = 48_000;

/** Reads what is on the stage. The time is filled in by the recorder. */
export type ReadStage = () => Omit<LessonSnapshot, 'time'> & { readonly frameSeconds: number };

/** Opus in WebM where the browser writes it: its pieces are complete. */
const OPUS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=opus'] as const;
const AAC = ['audio/mp4;codecs=mp4a.40.2'] as const;

/** The type in which this browser records a codec, to add to a sound; null where it does not. */
export function recordedType(codec: string | null): string | null {
  const types = codec === 'opus' ? OPUS : codec === 'aac' ? AAC : [];
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

/** Starts a recorder and resolves when it runs. `pieceMs`: how often it passes on what it has recorded. */
export async function startRecorder(recorder: MediaRecorder, pieceMs?: number): Promise<void> {
  const started = new Promise((resolve) => recorder.addEventListener('start', resolve, { once: true }));
  recorder.start(pieceMs);
  await started;
}

/** Stops a recorder and resolves when it has passed on everything. */
export async function stopRecorder(recorder: MediaRecorder): Promise<void> {
  if (recorder.state === 'inactive') return;
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  recorder.stop();
  await stopped;
}

interface RecordingSources {
  readonly id: string;
  /** Null for a lesson without voice. */
  readonly microphone: Microphone | null;
  /** The type of its sound; null where the browser chooses. */
  readonly type: string | null;
  readonly readStage: ReadStage;
  /** The lesson that it continues; null for a new one. */
  readonly addition: LessonAddition | null;
}

export class Recording {
  readonly id: string;
  problem: RecordingProblem | null = null;
  readonly #microphone: Microphone | null;
  readonly #voiceDelay: number;
  readonly #readStage: ReadStage;
  readonly #store: { readonly setState: (change: Partial<RecordingState>) => void };
  readonly #recorder: MediaRecorder | null;
  #letSleep = () => {};
  #display = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #before: LessonSnapshot | null = null;
  #placed: LessonSnapshot | null = null;
  #events: LessonEvent[] = [];
  #eventCount = 0;
  #parts = 0;
  #writing: Promise<void> = Promise.resolve();
  /** Recorded seconds before the last pause, and the moment at which recording went on; null while it is paused. */
  #recorded = 0;
  #runningSinceMs: number | null = null;
  /** The kept ranges that end before `#keptFrom`. Everything after it is kept. */
  #kept: readonly LessonRange[] = [];
  #keptFrom = 0;
  /** What is played of the lesson after this recording. */
  #after: readonly LessonRange[] = [];
  #loudAt = 0;
  #onEnd = () => {};
  #hasEnded = false;

  constructor(
    { id, microphone, type, readStage, addition }: RecordingSources,
    store: { readonly setState: (change: Partial<RecordingState>) => void },
  ) {
    this.id = id;
    this.#microphone = microphone;
    this.#voiceDelay = microphone ? delayOf(microphone.name) : 0;
    this.#readStage = readStage;
    this.#store = store;
    this.#recorder =
      microphone &&
      new MediaRecorder(microphone.stream, { audioBitsPerSecond: AUDIO_BITRATE, ...(type && { mimeType: type }) });
    if (!addition) return;
    this.#before = addition.screen;
    this.#eventCount = addition.eventCount;
    this.#kept = addition.before;
    this.#after = addition.after;
    this.#recorded = addition.recorded;
    this.#keptFrom = addition.recorded;
    this.#loudAt = addition.recorded;
  }

  /** Resolves when the recording runs. `onEnd` is called when it ends without `stop`. */
  async begin(onEnd: () => void): Promise<void> {
    this.#onEnd = onEnd;
    const recorder = this.#recorder;
    if (recorder) {
      recorder.addEventListener('dataavailable', ({ data }) => this.#write(data));
      recorder.addEventListener('error', () => this.#endWith('microphone-ended'));
      this.#microphone?.stream.getAudioTracks()[0]?.addEventListener('ended', () => this.#endWith('microphone-ended'));
      await startRecorder(recorder, PART_MS);
      if (this.#hasEnded) return;
    } else this.#timer = setInterval(() => this.#write(null), PART_MS);
    this.#letSleep = keepAwake();
    this.#runningSinceMs = performance.now();
    this.#store.setState({ stage: 'recording', hasVoice: recorder !== null });
    this.#sample();
  }

  togglePause(): void {
    if (this.#runningSinceMs === null) {
      this.#recorder?.resume();
      this.#runningSinceMs = performance.now();
      this.#loudAt = this.#recorded;
      this.#store.setState({ stage: 'recording' });
    } else {
      this.#takeChanges();
      this.#recorded = this.#now();
      this.#runningSinceMs = null;
      this.#recorder?.pause();
      this.#write(null);
      this.#store.setState({ stage: 'paused', level: 0, isSilent: false });
    }
  }

  undo(): void {
    const now = this.#now();
    this.#kept = undoLast(this.#keptUntil(now), UNDO_SECONDS);
    this.#keptFrom = now;
    this.#write(null);
    this.#showElapsed(now);
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    cancelAnimationFrame(this.#display);
    clearInterval(this.#timer);
    try {
      this.#takeChanges();
      this.#recorded = this.#now();
      this.#runningSinceMs = null;
      if (this.#recorder) await stopRecorder(this.#recorder);
    } finally {
      this.#microphone?.close();
      this.#letSleep();
    }
    this.#write(null);
    await this.#writing;
  }

  /** The recorded time, in seconds. */
  #now(): number {
    const running = this.#runningSinceMs === null ? 0 : (performance.now() - this.#runningSinceMs) / 1000;
    return Math.min(this.#recorded + running, MAX_LESSON_SECONDS);
  }

  #keptUntil(now: number): readonly LessonRange[] {
    return now > this.#keptFrom ? [...this.#kept, { from: this.#keptFrom, to: now }] : this.#kept;
  }

  #sample(): void {
    this.#display = requestAnimationFrame(() => this.#sample());
    const now = this.#now();
    if (this.#runningSinceMs !== null) {
      this.#takeChanges();
      this.#listen(now);
    }
    this.#showElapsed(now);
    if (now >= MAX_LESSON_SECONDS || this.#eventCount >= LESSON_LIMITS.events) this.#onEnd();
  }

  #takeChanges(): void {
    if (this.#runningSinceMs === null) return;
    const { frameSeconds, ...stage } = this.#readStage();
    const snapshot: LessonSnapshot = { ...stage, time: this.#now() };
    for (const change of changesBetween(this.#before, snapshot, this.#placed, frameSeconds / 2)) {
      this.#events.push({ ...change, time: snapshot.time });
      this.#eventCount += 1;
      if (change.does === 'place') this.#placed = snapshot;
    }
    this.#before = snapshot;
  }

  #listen(now: number): void {
    if (!this.#microphone) return;
    const loudness = this.#microphone.level();
    if (loudness > SILENCE) this.#loudAt = now;
    const level = Math.min(LEVELS, Math.ceil(Math.sqrt(loudness) * LEVELS));
    this.#store.setState({ level, isSilent: now - this.#loudAt > LONG_SILENCE });
  }

  #showElapsed(now: number): void {
    this.#store.setState({ tenths: Math.floor(lessonDuration({ kept: this.#keptUntil(now) }) * 10) });
  }

  /** Writes the events since the last part, and the sound if there is any. Parts are written in order. */
  #write(sound: Blob | null): void {
    const [events, number, recorded] = [this.#events, this.#parts, this.#now()];
    const [kept, voiceDelay] = [[...this.#keptUntil(recorded), ...this.#after], this.#voiceDelay];
    this.#events = [];
    this.#parts += 1;
    this.#writing = this.#writing.then(async () => {
      const audio = sound && sound.size > 0 ? await sound.arrayBuffer() : null;
      await keepPart(this.id, number, { events, recorded, kept, voiceDelay, audio }).catch((error: unknown) =>
        this.#endWith(isNoRoom(error) ? 'no-room' : 'not-kept'),
      );
    });
  }

  #endWith(problem: RecordingProblem): void {
    if (this.problem) return;
    this.problem = problem;
    this.#onEnd();
  }
}
