// The video that each engine makes shows the planned frame in every merged frame, in the colors of the server's video.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { RENDER_IN_PAGE } from '#tests/fixtures/rendered-on-device.ts';
import {
  byServer,
  type MarkedClip,
  mergeAndCompare,
  type ProbedSide,
  type Renderer,
  TOOLS,
} from '#tests/parity/merge-case.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import { describeEngines } from './engines.ts';
import type { Visitor } from './visitor.ts';

const USER: MarkedClip = {
  make: { fps: [30, 1], frames: 120, widthPx: 120, heightPx: 160, orientation: 'turned-90', bFrames: 2 },
  rest: 40,
  top: 62,
  strike: 70,
};
const PRO: MarkedClip = {
  make: { fps: [60_000, 1001], frames: 200, colors: 'bt601' },
  rest: 60,
  top: 105,
  strike: 120,
};

const REFUSED = 'The engine cannot: ';

/** As {@link RENDER_IN_PAGE}; not every engine's driver hands on what is thrown. */
const ASK_IN_PAGE = `async (request) => {
  try {
    return await (${RENDER_IN_PAGE})(request);
  } catch (error) {
    return '${REFUSED}' + (error.problem ?? error);
  }
}`;

function renderIn({ tab }: Visitor): Renderer {
  return async (plan, sides, outputPath) => {
    const workbench = await sharedResource('workbench');
    await tab.open(workbench.replace('player.html', 'synced.html'));
    await tab.run(() => {
      for (const id of ['user', 'pro']) {
        document.body.append(Object.assign(document.createElement('input'), { type: 'file', id }));
      }
    });
    for (const side of ['user', 'pro'] as const) await tab.chooseFile(`#${side}`, sides[side].file.path);
    const frameTimes = { user: sides.user.clip.frameTimes, pro: sides.pro.clip.frameTimes };
    const answer = await tab.run<string>(ASK_IN_PAGE, { plan, drawn: [], frameTimes });
    if (answer.startsWith(REFUSED)) throw new Error(answer);
    await writeFile(outputPath, Buffer.from(answer, 'base64'));
  };
}

/** Of 255. In Firefox blue is 1.8 apart, by its own conversion; BT.601 in place of BT.709 would be 4.7, full range 9 and more. */
const MAX_APART = 2;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-colors-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** WebKitGTK is never asked to: its page ended over it (docs/browsers.md). */
const ENGINES_THAT_RENDER = ['chromium', 'firefox'] as const;

describeEngines((engine, newVisitor) => {
  test('every merged frame is the planned one', async () => {
    const visitor = await newVisitor();
    const outcome = await mergeAndCompare(USER, PRO, 'strike', undefined, undefined, renderIn(visitor));
    expect(outcome.mismatches).toEqual([]);
    console.info(`${outcome.compared} frames in ${engine}`);
    expect(outcome.shownAtEvent).toEqual(outcome.markedAtEvent);
  });

  test('all colors are those of the server’s video', async () => {
    const { plan, user, pro } = await colorBars(folder);
    const [ours, theirs] = [join(folder, `${engine}.mp4`), join(folder, 'server.mp4')];
    await renderIn(await newVisitor())(plan, { user, pro }, ours);
    await byServer(plan, { user, pro }, theirs);
    const apart = await planesApart(ours, theirs);
    expect(apart).toHaveLength(plan.frameCount);
    expect(Math.max(...apart.flat())).toBeLessThan(MAX_APART);
    // Firefox's x264 encodes in two parts and writes its name at the start of each.
    const named = (await readFile(ours, 'latin1')).match(/x264 - core/g) ?? [];
    expect(named).toHaveLength(engine === 'firefox' ? 2 : 0);
  });
}, ENGINES_THAT_RENDER);

const ANNOTATIONS = { restTime: 1, topTime: 1.8, strikeTime: 2.1 };

/** Two clips of still colors from black to white, and their plan. */
async function colorBars(into: string) {
  const side = async (name: string, source: string): Promise<ProbedSide> => {
    const path = join(into, `${name}.mp4`);
    const tags = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
    const filter = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p';
    const input = ['-f', 'lavfi', '-i', `${source}=size=320x180:rate=60:duration=4`];
    await execa('ffmpeg', ['-v', 'error', '-y', ...input, '-vf', filter, '-c:v', 'libx264', ...tags, path]);
    const video = await probeClip(TOOLS, path);
    return { file: { path, firstNumber: 0 }, video, clip: video.clip, annotations: ANNOTATIONS };
  };
  const [user, pro] = [await side('bars', 'smptehdbars'), await side('gradients', 'rgbtestsrc')];
  const result = planComparison(user, pro, 'strike');
  if (!result.ok) throw new Error(result.problem);
  return { plan: result.plan, user, pro };
}

/** How far two videos are apart in the mean of each frame: in brightness, blue and red. */
async function planesApart(path: string, other: string): Promise<readonly (readonly number[])[]> {
  const graph = '[0][1]blend=all_mode=difference,signalstats,metadata=print:file=-';
  const { stdout } = await execa('ffmpeg', [
    '-v',
    'error',
    '-i',
    path,
    '-i',
    other,
    '-lavfi',
    graph,
    '-f',
    'null',
    '-',
  ]);
  const means = (plane: string) =>
    [...stdout.matchAll(new RegExp(`${plane}AVG=([\\d.]+)`, 'g'))].map(([, mean]) => Number(mean));
  const [blues, reds] = [means('U'), means('V')];
  return means('Y').map((bright, frame) => [bright, blues[frame] ?? Number.NaN, reds[frame] ?? Number.NaN]);
}
