// Takes one format from the visitor's file to the merged video and reads the frame numbers from pixels: on the page, in
// the preview, and at the event of the merged file. Used by tests.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import type { Clip } from '#domain/video/clip.ts';
import { type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { readPaneNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import type { ShownFrame } from '#tests/formats/page/player-page.ts';
import type { Verdict } from '#web/clip/playable-file.ts';
import type { FormatsBench, MergeMarks } from './formats-bench.ts';

/** The outcome of a format. `wrong` describes all problems. */
export interface FormatOutcome {
  readonly verdict: Verdict;
  readonly wrong: readonly string[];
}

/** A clip of a format and when its frames should appear. */
export interface FormatCase {
  readonly make: NumberedClipOptions;
  /** Frame times in seconds by the clip's recipe. */
  readonly times: readonly number[];
  /** The container's rounding tolerance, in seconds. */
  readonly rounding: number;
  /** Whether the muxer shifts all times, because sound begins before 0; then only the gaps are compared. */
  readonly isShifted?: boolean;
}

/** Runs one format through the product. */
export async function runFormat(bench: FormatsBench, { make, ...recipe }: FormatCase): Promise<FormatOutcome> {
  const { path, firstNumber } = await numberedClip(make);
  const wrong: string[] = [];
  const previewed = await bench.preview(path);
  const { clip } = previewed;
  checkTimes('server', clip, recipe, wrong);
  const merging = bench.merge(previewed, marksOf(clip));
  // Its failure is reported when it is awaited.
  merging.catch(() => undefined);
  checkShown('preview', await bench.show(previewed, someFrames(clip)), clip, firstNumber, wrong);
  const inspected = await bench.inspect(path, someFrames);
  if (inspected.verdict === 'shows' && inspected.clip) {
    checkTimes('browser', inspected.clip, { times: clip.frameTimes, rounding: 0.0005 }, wrong);
    checkShown('file', inspected.shown, inspected.clip, firstNumber, wrong);
  }
  await checkMerged(await merging, clip, firstNumber, wrong);
  return { verdict: inspected.verdict, wrong };
}

/** Both ends, their neighbors, and two frames in between. */
function someFrames({ frameTimes }: Clip): number[] {
  const last = frameTimes.length - 1;
  return [Math.round(last * 0.6), 0, 1, last, last - 1, Math.round(last * 0.3)];
}

function checkTimes(
  who: string,
  { frameTimes }: Clip,
  { times, rounding, isShifted = false }: Omit<FormatCase, 'make'>,
  wrong: string[],
): void {
  if (frameTimes.length !== times.length) wrong.push(`${who}: ${frameTimes.length} frames instead of ${times.length}`);
  const shift = isShifted ? (frameTimes[0] ?? 0) - (times[0] ?? 0) : 0;
  const off = Math.max(...times.map((time, index) => Math.abs(time + shift - (frameTimes[index] ?? Number.NaN))));
  if (!(off <= rounding)) wrong.push(`${who}: frame times off by ${off} s`);
}

function checkShown(
  what: string,
  shown: readonly ShownFrame[],
  { frameTimes }: Clip,
  firstNumber: number,
  wrong: string[],
): void {
  if (shown.length === 0) wrong.push(`${what}: no frame was shown`);
  for (const { frame, number, time } of shown) {
    if (number !== frame + firstNumber) wrong.push(`${what}: frame ${frame} shows ${number}`);
    if (time !== frameTimes[frame]) wrong.push(`${what}: a mark on frame ${frame} stores ${time}`);
  }
}

const STRIKE = { user: 0.6, pro: 0.45 } as const;

function marksOf({ frameTimes }: Clip): MergeMarks {
  const at = (share: number) => frameTimes[frameOf(frameTimes.length, share)] ?? 0;
  const side = (strike: number) => ({ top: at(strike - 0.2), strike: at(strike) });
  return { user: side(STRIKE.user), pro: side(STRIKE.pro) };
}

function frameOf(count: number, share: number): number {
  return Math.round((count - 1) * share);
}

async function checkMerged(merged: Buffer, clip: Clip, firstNumber: number, wrong: string[]): Promise<void> {
  const marks = marksOf(clip);
  const side = ({ top, strike }: MergeMarks['user']) => ({
    clip,
    annotations: { restTime: null, topTime: top, strikeTime: strike },
  });
  const planned = planComparison(side(marks.user), side(marks.pro), 'strike');
  if (!planned.ok) throw new Error(planned.problem);
  const { plan } = planned;
  const folder = await mkdtemp(join(tmpdir(), 'formats-'));
  try {
    const path = join(folder, 'merged.mp4');
    await writeFile(path, merged);
    const numbers = await readPaneNumbers(path, plan.canvas, [plan.panes.user.rect, plan.panes.pro.rect]);
    const meetFrame = Math.round((plan.meetAt * plan.frameRate.numerator) / plan.frameRate.denominator);
    const wanted = [STRIKE.user, STRIKE.pro].map((share) => frameOf(clip.frameTimes.length, share) + firstNumber);
    const found = numbers[meetFrame] ?? [];
    if (String(found) !== String(wanted)) wrong.push(`merged: ${found} meet instead of ${wanted}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
