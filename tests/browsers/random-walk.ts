// Random steps, jumps and slider presses on a clip whose pictures carry their number, each followed at once by a mark: the
// picture that is seen, the frame that the page names and the stored time must be the same frame.
import { FRAME_STEP, frameIndexAt, moveFrames, stepTime } from '#domain/video/frame-times.ts';
import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { shownTimes } from '#tests/fixtures/player-page.ts';
import { pick, seeded } from '#tests/fixtures/seeded.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import { markAndRead, numberOnScreen } from './numbered-picture.ts';
import type { Visitor } from './visitor.ts';

/** The number of steps between two readings of the screen. */
const LOOK_EVERY = 5;

/** Opens a clip in the player of the workbench. */
export async function openClip({ tab, ...visitor }: Visitor, clip: NumberedClipOptions): Promise<void> {
  await tab.open(await sharedResource('workbench'));
  await visitor.chooseFile('user video file', (await numberedClip(clip)).path);
}

/** Takes random steps on an opened clip, the same ones for the same seed, and returns what was wrong. */
export async function randomWalk(
  visitor: Visitor,
  clip: NumberedClipOptions,
  { steps, seed }: { readonly steps: number; readonly seed: number },
): Promise<string[]> {
  const { tab } = visitor;
  const times = shownTimes(clip);
  const random = seeded(seed);
  await visitor.until('the video is in view', SHOW_PLAYER);
  const wrong: string[] = [];
  let at = times[0] ?? 0;
  for (let count = 1; count <= steps; count++) {
    const move = pick(MOVES, random);
    await move.run(visitor, random);
    const { mark, number, saidFrame } = await markAndRead(tab, pick(['rest', 'top', 'strike'] as const, random));
    const shown = (number ?? Number.NaN) - (clip.leadingFramesCut ?? 0);
    const wished = frameIndexAt(times, move.leadsTo?.(times, at) ?? mark);
    const seen = count % LOOK_EVERY ? number : await numberOnScreen(tab, number);
    const problems = [
      Math.abs((times[shown] ?? Number.NaN) - mark) < 0.0005
        ? ''
        : `picture ${shown}, marked ${frameIndexAt(times, mark)}`,
      shown === wished ? '' : `picture ${shown}, wished for ${wished}`,
      saidFrame === shown + 1 ? '' : `picture ${shown}, the page says frame ${saidFrame}`,
      seen === number ? '' : `picture ${number}, on screen ${seen}`,
    ].filter(Boolean);
    if (problems.length > 0) wrong.push(`${count} ${move.name}: ${problems.join('; ')}`);
    at = mark;
  }
  return wrong;
}

/** Brings picture, slider and marks into view and gives the keys to the player. */
const SHOW_PLAYER = () => {
  const video = document.querySelector('video');
  video?.closest('section')?.focus();
  video?.scrollIntoView({ block: 'start', behavior: 'instant' });
  return video !== null && video.videoWidth > 0;
};

/** The seek slider's track. */
const TRACK = () => {
  const track = document.querySelector('[role=slider]')?.parentElement?.parentElement;
  if (!track) return null;
  const { x, y, width, height } = track.getBoundingClientRect();
  return { xPx: x, yPx: y, widthPx: width, heightPx: height };
};

interface Move {
  readonly name: string;
  readonly run: (visitor: Visitor, random: () => number) => Promise<unknown>;
  /** Computes the expected time from a frame's time. */
  readonly leadsTo?: (times: readonly number[], from: number) => number;
}

async function onTrack(visitor: Visitor, random: () => number) {
  const track = await visitor.until('the slider is there', TRACK);
  if (!track) throw new Error('There is no slider');
  return { xPx: track.xPx + random() * track.widthPx, yPx: track.yPx + track.heightPx / 2 };
}

const key = (name: string, leadsTo: Move['leadsTo'], presses = 1): Move => ({
  name: presses > 1 ? `${name} ${presses} times` : name,
  async run({ tab }) {
    for (let count = 0; count < presses; count++) await tab.key(name);
  },
  ...(leadsTo && { leadsTo }),
});

const seek: Move = {
  name: 'seek',
  run: async (visitor, random) => visitor.tab.press(await onTrack(visitor, random)),
};

const MOVES: readonly Move[] = [
  seek,
  seek,
  {
    name: 'drag',
    run: async (visitor, random) => visitor.tab.drag(await onTrack(visitor, random), await onTrack(visitor, random)),
  },
  ...[1, 2].flatMap(() => [
    key('.', (times, from) => moveFrames(times, from, 1)),
    key(',', (times, from) => moveFrames(times, from, -1)),
  ]),
  key('ArrowRight', (times, from) => stepTime(times, from, 1)),
  key('ArrowLeft', (times, from) => stepTime(times, from, -1)),
  key('ArrowRight', (times, from) => [1, 2, 3].reduce((time) => stepTime(times, time, 1), from), 3),
  key('Home', (times) => times[0] ?? 0),
  key('End', (times) => (times.at(-1) ?? 0) + FRAME_STEP),
  key('.', (times, from) => moveFrames(times, from, 5), 5),
];
