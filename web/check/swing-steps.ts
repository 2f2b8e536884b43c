// The steps on a swing: its sound on a coded clip; body and positions on the site's sample.
import { clicksIn } from '#domain/moments/clicks.ts';
import { marksAt } from '#domain/moments/found-swing.ts';
import { callApi } from '#web/api/api-client.ts';
import { seeBody } from '#web/body/see-body.ts';
import { readSound } from '#web/find/find-moments.ts';
import { searchMoments } from '#web/find/search-moments.ts';
import { fetchVideo } from '#web/lib/save-file.tsx';
import { openVideo, readClip } from '#web/player/engine/frame-table.ts';
import type { StepRun } from './check-run.ts';
import { type codedClips, limited, works } from './clip-steps.ts';
import { CLICK_AT } from './coded-clips.ts';

/** Browsers drop different parts of a sound's beginning. In seconds. */
const SAME_CLICK = 0.06;

export const soundStep =
  (clips: ReturnType<typeof codedClips>): StepRun =>
  async ({ signal }) => {
    const { files } = await clips(signal);
    const input = openVideo(files.user);
    try {
      const sound = await readSound(input, () => undefined);
      if (!sound) return limited('no-sound');
      const times = clicksIn(sound).map(({ time }) => time);
      const details = `clicks at ${times.map((time) => time.toFixed(3)).join(', ')}`;
      const isRight = times.some((time) => Math.abs(time - CLICK_AT) < SAME_CLICK);
      return isRight ? works(details) : limited('click-off', details);
    } finally {
      input.dispose();
    }
  };

/** The sample swing of the site, with the strike that its golfer makes. */
export function sampleSwing(): (signal: AbortSignal) => Promise<File> {
  let file: Promise<File> | null = null;
  return (signal) => {
    file ??= callApi('listDemos', { signal }).then(([demo]) => fetchVideo(demo?.videoUrl ?? '', 'sample.mp4'));
    file.catch(() => {
      file = null;
    });
    return file;
  };
}

/** Whether the body was tracked in this check: the search for positions does without it otherwise. */
interface BodyMemory {
  isTracked: boolean;
}

const FRAMES_TRIED = 6;

export const bodyStep =
  (sample: ReturnType<typeof sampleSwing>, memory: BodyMemory): StepRun =>
  async ({ signal }) => {
    const file = await sample(signal).catch(() => null);
    const { clip } = file ? await readClip(file) : { clip: null };
    if (!file || !clip) return limited('not-loaded');
    const frames = Array.from({ length: FRAMES_TRIED }, (_, at) =>
      Math.floor((at * clip.frameTimes.length) / FRAMES_TRIED),
    );
    const answer = await seeBody(file, { wanted: { frames } }, { signal });
    switch (answer.kind) {
      case 'seen':
        memory.isTracked = true;
        return works(`${answer.track.frames.length} frames with a golfer`);
      case 'ask-first':
        return limited('body-metered', `${answer.downloadBytes} bytes`);
      case 'nobody':
        return limited('nobody');
      default:
        return limited(answer.reason === 'not-loaded' ? 'body-not-loaded' : 'body-cannot-run', answer.reason);
    }
  };

/** Where the sample's golfer has the top and the strike, in seconds, and how far a proposal may be off. */
const SAMPLE = { topTime: 1.2, strikeTime: 1.6 } as const;
const SAME_POSITION = 0.15;

export const positionsStep =
  (sample: ReturnType<typeof sampleSwing>, { isTracked }: BodyMemory): StepRun =>
  async ({ signal }) => {
    const file = await sample(signal).catch(() => null);
    if (!file) return limited('not-loaded');
    const options = { signal, onProgress: () => undefined, body: isTracked ? 'agreed' : 'refused' } as const;
    const answer = await searchMoments(file, options);
    const [swing] = answer.kind === 'found' ? answer.swings : [];
    if (!swing) return limited('no-positions', answer.kind);
    const { restTime, topTime, strikeTime } = marksAt(swing);
    const details = [restTime, topTime, strikeTime].map((time) => time.toFixed(2)).join(', ');
    const isRight =
      Math.abs(topTime - SAMPLE.topTime) < SAME_POSITION && Math.abs(strikeTime - SAMPLE.strikeTime) < SAME_POSITION;
    return isRight ? works(details) : limited('positions-off', details);
  };
