// Records a lesson: the changes on the stage and the voice, written to the browser's storage twice a second, so that a
// closed page loses less than two seconds.
import { createStore } from 'zustand/vanilla';
import { additionTo, type LessonAddition } from '#domain/lesson/lesson-changes.ts';
import { codecOf, finishRecording } from '#web/kept/finish-recording.ts';
import { type ComparisonToKeep, withItsMedia } from '#web/kept/keep-comparison.ts';
import { isNoRoom } from '#web/kept/kept-database.ts';
import { forgetLesson, keepLesson, lessonAudio } from '#web/kept/lesson-database.ts';
import type { MoreOf } from '#web/kept/record-more.ts';
import { markRecording } from '#web/kept/unfinished.ts';
import { randomId } from '#web/lib/random-id.ts';
import type { ReadonlyStore } from '#web/lib/readonly-store.ts';
import { openMicrophone } from './microphone.ts';
import { type ReadStage, Recording, type RecordingProblem, type RecordingState, recordedType } from './recording.ts';

const IDLE: RecordingState = Object.freeze<RecordingState>({
  stage: 'idle',
  count: 0,
  tenths: 0,
  level: 0,
  isSilent: false,
  hasVoice: false,
  problem: null,
  lessonId: null,
});

const COUNTDOWN_SECONDS = 3;

/** One recording at a time. Its arrow-function methods can be passed on unbound. */
export class LessonRecorder implements ReadonlyStore<RecordingState> {
  readonly #store = createStore<RecordingState>(() => IDLE);
  readonly subscribe = this.#store.subscribe;
  readonly getState = this.#store.getState;
  readonly getInitialState = this.#store.getInitialState;
  #run: Recording | null = null;
  #attempt = 0;
  /** Removes the mark of a running recording. */
  #endRunning = () => {};

  /**
   * Opens the microphone, unless it is to be without voice, counts down and begins. Records a new lesson of a
   * comparison, or more of a kept lesson.
   */
  readonly start = async (of: ComparisonToKeep | MoreOf, readStage: ReadStage, withVoice: boolean): Promise<void> => {
    const attempt = ++this.#attempt;
    const isOver = () => attempt !== this.#attempt;
    this.#store.setState({ ...IDLE, stage: 'opening' }, true);
    const microphone = withVoice ? await openMicrophone() : null;
    if (typeof microphone === 'string') {
      if (!isOver()) this.#store.setState({ ...IDLE, problem: microphone }, true);
      return;
    }
    const id = 'lessonId' in of ? of.lessonId : randomId();
    const endRunning = markRecording(id);
    const letGo = () => {
      endRunning();
      microphone?.close();
    };
    if (isOver()) return letGo();
    try {
      const preparing = 'lessonId' in of ? addingTo(of, withVoice) : begun(id, of);
      const [{ addition, type }] = await Promise.all([preparing, this.#countDown(isOver)]);
      if (isOver()) {
        letGo();
        if (!addition) await forgetLesson(id).catch(() => undefined);
        return;
      }
      this.#run = new Recording({ id, microphone, type, readStage, addition }, this.#store);
      this.#endRunning = endRunning;
      await this.#run.begin(() => void this.stop());
    } catch (error) {
      letGo();
      if (isOver()) return;
      this.#run = null;
      this.#store.setState({ ...IDLE, problem: problemOf(error) }, true);
      if (!('lessonId' in of)) await forgetLesson(id).catch(() => undefined);
    }
  };

  async #countDown(isOver: () => boolean): Promise<void> {
    for (let count = COUNTDOWN_SECONDS; count > 0 && !isOver(); count -= 1) {
      this.#store.setState({ stage: 'countdown', count });
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  readonly cancel = (): void => {
    this.#attempt += 1;
    this.#store.setState(IDLE, true);
  };

  readonly togglePause = (): void => this.#run?.togglePause();

  readonly undo = (): void => this.#run?.undo();

  readonly stop = async (): Promise<void> => {
    const run = this.#run;
    if (!run) return;
    this.#run = null;
    this.#store.setState({ stage: 'saving' });
    const ended = run.end().then(() => finishRecording(run.id));
    const lesson = await ended.catch(() => 'not-kept' as const);
    this.#endRunning();
    if (lesson === 'not-kept') return this.#store.setState({ ...IDLE, problem: 'not-kept' }, true);
    if (!lesson) await forgetLesson(run.id).catch(() => undefined);
    this.#store.setState({ ...IDLE, stage: 'done', lessonId: lesson && run.id, problem: run.problem }, true);
  };

  /** Ends everything when the stage goes away. What was recorded is offered on the next visit. */
  readonly leave = (): void => {
    this.#attempt += 1;
    this.#run?.end().then(this.#endRunning, this.#endRunning);
    this.#run = null;
    this.#store.setState(IDLE, true);
  };
}

interface Prepared {
  readonly addition: LessonAddition | null;
  readonly type: string | null;
}

async function begun(id: string, toKeep: ComparisonToKeep): Promise<Prepared> {
  const { comparison, ...media } = await withItsMedia(toKeep);
  const kept = { id, keptAtMs: Date.now(), title: '', comparison, lesson: null };
  await keepLesson({ ...media, kept, audio: null });
  return { addition: null, type: recordedType('opus') };
}

/** Finishes what a closed page has left of the lesson, and reads where the recording goes on. */
async function addingTo({ lessonId, passage }: MoreOf, withVoice: boolean): Promise<Prepared> {
  const lesson = await finishRecording(lessonId);
  if (!lesson) throw new Error('There is no lesson');
  const voice = withVoice ? await lessonAudio(lessonId) : null;
  const codec = voice ? await codecOf(voice) : 'opus';
  const type = recordedType(codec);
  if (voice && !type) throw new OtherSound();
  return { addition: additionTo(lesson, passage), type };
}

/** This browser does not record sound of the lesson's codec. */
class OtherSound extends Error {}

function problemOf(error: unknown): RecordingProblem {
  if (error instanceof OtherSound) return 'other-sound';
  return isNoRoom(error) ? 'no-room' : 'not-kept';
}
