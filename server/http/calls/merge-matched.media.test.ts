// The alignment 'all' over real HTTP: the served video is read frame by frame from its pixels.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameAt, mergedFrameTime, shownFrameAt } from '#domain/comparison/timeline.ts';
import { SIDES } from '#domain/side.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { comparedClipsForTests } from '#tests/fixtures/compared-clips.ts';
import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { readPaneNumbers } from '#tests/fixtures/read-frame-numbers.ts';

const compared = comparedClipsForTests();

/** An uploaded clip with its marks as indexes of frames. */
async function uploaded(make: NumberedClipOptions, marks: readonly [number, number, number]) {
  const { path } = await numberedClip(make);
  const { body } = await compared.visitor.upload(`swing-${marks.join('-')}`, await readFile(path));
  const { clip } = await probeClip({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' }, path);
  const [restTime = 0, topTime = 0, strikeTime = 0] = marks.map((index) => clip.frameTimes[index] ?? 0);
  return { handle: body.filePath, marks, clip, annotations: { restTime, topTime, strikeTime } };
}

test.each(scaled(['pro'] as const, ['user', 'pro'] as const))(
  'aligns all positions of clips with different rates and tempos at the %s’s tempo [S3.9]',
  async (tempo) => {
    // 0.75 s and 0.25 s beside 0.92 s and 0.29 s.
    const user = await uploaded({ fps: [60, 1], frames: 240 }, [60, 105, 120]);
    const pro = await uploaded({ fps: [24_000, 1001], frames: 100, bFrames: 2 }, [20, 42, 49]);
    const choices = { ...AS_FILMED, tempo };
    const answer = await compared.merge({
      userVideoPath: user.handle,
      proVideoId: null,
      proVideoPath: pro.handle,
      alignmentType: 'all',
      choices,
      userRestTime: user.annotations.restTime,
      userTopTime: user.annotations.topTime,
      userStrikeTime: user.annotations.strikeTime,
      proRestTime: pro.annotations.restTime,
      proTopTime: pro.annotations.topTime,
      proStrikeTime: pro.annotations.strikeTime,
    });
    expect(answer.status).toBe(200);

    const folder = await mkdtemp(join(tmpdir(), 'matched-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'merged.mp4');
    const served = await compared.visitor.fetch(String(answer.body.mergedVideoUrl));
    await writeFile(path, Buffer.from(await served.arrayBuffer()));
    const result = planComparison(user, pro, 'all', choices);
    if (!result.ok) throw new Error(result.problem);
    const { plan } = result;
    const shown = await readPaneNumbers(
      path,
      plan.canvas,
      SIDES.map((side) => plan.panes[side].rect),
    );
    const sides = { user, pro };
    const planned = Array.from({ length: plan.frameCount }, (_, frame) =>
      SIDES.map((side) => {
        const { frameTimes } = sides[side].clip;
        return frameIndexAt(frameTimes, shownFrameAt(plan, side, frameTimes, mergedFrameTime(plan, frame)));
      }),
    );
    expect(shown).toEqual(planned);
    const fitted = plan.panes[tempo === 'user' ? 'pro' : 'user'];
    expect(fitted.knots.map(({ planAt }) => shown[mergedFrameAt(plan, planAt)])).toEqual([
      [60, 20],
      [105, 42],
      [120, 49],
    ]);
  },
);
