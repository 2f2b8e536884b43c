// Records a lesson: the changes on the stage and the voice, written to the browser's storage twice a second, so that a
// closed page loses less than two seconds.
import { createStore } from 'zustand/vanilla';
import { randomId } from '#web/lib/random-id.ts';
import type { ReadonlyStore } from '#web/lib/readonly-store.ts';
import { finishRecording } from '#web/videos/kept/finish-recording.ts';
import { type ComparisonToKeep, withItsMedia } from '#web/videos/kept/keep-comparison.ts';
import { isNoRoom } from '#web/videos/kept/keep-outcome.ts';
import { forgetLesson, keepLesson } from '#web/videos/kept/lesson-database.ts';
import { openMicrophone } from './microphone.ts';
import { type ReadStage, Recording, type RecordingState } from './recording.ts';

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

  /** Opens the microphone, unless the lesson is without voice, counts down and begins. */
  readonly start = async (comparison: ComparisonToKeep, readStage: ReadStage, withVoice: boolean): Promise<void> => {
    const attempt = ++this.#attempt;
    const isOver = () => attempt !== this.#attempt;
    this.#store.setState({ ...IDLE, stage: 'opening' }, true);
    const opened = withVoice ? await openMicrophone() : null;
    if (typeof opened === 'string') {
      if (!isOver()) this.#store.setState({ ...IDLE, problem: opened }, true);
      return;
    }
    const letGo = () => opened?.close();
    if (isOver()) return letGo();
    try {
      const [id] = await Promise.all([begun(comparison), this.#countDown(isOver)]);
      if (isOver()) {
        letGo();
        return void forgetLesson(id).catch(() => undefined);
      }
      this.#run = new Recording(id, opened, readStage, this.#store);
      await this.#run.begin(() => void this.stop());
    } catch (error) {
      letGo();
      if (!isOver()) this.#store.setState({ ...IDLE, problem: isNoRoom(error) ? 'no-room' : 'not-kept' }, true);
    }
  };

  async #countDown(isOver: () => boolean): Promise<void> {
    for (let count = COUNTDOWN_SECONDS; count > 0 && !isOver(); count -= 1) {
      this.#store.setState({ stage: 'countdown', count });
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  /** Gives up before the recording has begun. */
  readonly cancel = (): void => {
    this.#attempt += 1;
    this.#store.setState(IDLE, true);
  };

  readonly togglePause = (): void => this.#run?.togglePause();

  readonly undo = (): void => this.#run?.undo();

  /** Ends the recording and stores the lesson. */
  readonly stop = async (): Promise<void> => {
    const run = this.#run;
    if (!run) return;
    this.#run = null;
    this.#store.setState({ stage: 'saving' });
    await run.end();
    const lesson = await finishRecording(run.id).catch(() => 'not-kept' as const);
    if (lesson === 'not-kept') return this.#store.setState({ ...IDLE, problem: 'not-kept' }, true);
    if (!lesson) await forgetLesson(run.id).catch(() => undefined);
    this.#store.setState({ ...IDLE, stage: 'done', lessonId: lesson && run.id, problem: run.problem }, true);
  };

  /** Ends everything when the stage goes away. What was recorded is offered on the next visit. */
  readonly leave = (): void => {
    this.#attempt += 1;
    void this.#run?.end();
    this.#run = null;
    this.#store.setState(IDLE, true);
  };
}

/** Stores an empty recording of a comparison, and returns its id. */
async function begun(toKeep: ComparisonToKeep): Promise<string> {
  const id = randomId();
  const { comparison, clips } = await withItsMedia(toKeep);
  await keepLesson({ kept: { id, keptAtMs: Date.now(), title: '', comparison, lesson: null }, audio: null, clips });
  return id;
}
