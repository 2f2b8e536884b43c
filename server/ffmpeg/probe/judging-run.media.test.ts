// Which failures of ffprobe are a verdict on the file, and which are not.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileVerdict } from '#server/runtime/app-error.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { probeClip } from './probe.ts';

let folder = '';
let clip = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'judging-'));
  await chmod(folder, 0o755);
  clip = (await numberedClip({ frames: 12 })).path;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
/** Probes with an ffprobe that does this first, in the shell's language, and otherwise works. */
async function outcomeWith(fault: string, path = clip): Promise<string> {
  count += 1;
  const ffprobePath = join(folder, `ffprobe-${count}`);
  await writeFile(ffprobePath, `#!/bin/sh\n${fault}\nexec ffprobe "$@"\n`);
  await chmod(ffprobePath, 0o755);
  return outcomeOf(probeClip({ ffmpegPath: 'ffmpeg', ffprobePath }, path));
}

function outcomeOf(probe: Promise<unknown>): Promise<string> {
  return probe.then(
    () => 'accepted',
    (error: unknown) => {
      if (!(error instanceof Error) || !('code' in error)) throw error;
      return `${error instanceof FileVerdict ? 'verdict' : 'passing'} ${String(error.code)}`;
    },
  );
}

describe('a probe that fails', () => {
  it.each([
    ['exits with 1 without a word', 'exit 1'],
    ['exits with 0 without a word', 'exit 0'],
    ['exits with 126, as a shell that may not start it', 'exit 126'],
    ['exits with 127, as a shell that does not find it', 'exit 127'],
    ['is killed', "sh -c 'kill -KILL $$'; exit $?"],
    ['is terminated', "sh -c 'kill -TERM $$'; exit $?"],
    ['cannot read from the disk', 'echo "file:upload: Input/output error" >&2; exit 1'],
    ['has no memory for another process', 'echo "sh: 1: Cannot fork" >&2; exit 2'],
    ['cannot be put into the sandbox', 'echo "bwrap: Creating new namespace failed" >&2; exit 1'],
  ])('because ffprobe %s leaves the file unjudged', async (_, fault) => {
    expect(await outcomeWith(fault)).toBe('passing not-checked');
  });

  it('because ffprobe is missing leaves the file unjudged', async () => {
    const tools = { ffmpegPath: 'ffmpeg', ffprobePath: join(folder, 'missing') };
    expect(await outcomeOf(probeClip(tools, clip))).toBe('passing not-checked');
  });

  it('because of a full disk reports that', async () => {
    const full = 'echo "file:upload: No space left on device" >&2; exit 1';
    expect(await outcomeWith(full)).toBe('passing no-space');
  });

  // Lasts as long as the limit, 20 seconds.
  wholeTest('because ffprobe hangs while decoding leaves the file unjudged', async () => {
    expect(await outcomeWith('case "$*" in *frame=width*) sleep 60;; esac')).toBe('passing not-checked');
  });

  it('gives a verdict on a file on which ffprobe uses up its CPU time', async () => {
    expect(await outcomeWith("sh -c 'kill -XCPU $$'; exit $?")).toBe('verdict too-long');
  });

  it('gives a verdict on a file that the decoder complains about, or that has no frame', async () => {
    const text = join(folder, 'text.mp4');
    await writeFile(text, 'hello\n'.repeat(100));
    expect(await outcomeWith('', text)).toBe('verdict not-a-video');
  });

  it('gives a verdict after a silent failure only when a sample succeeds and the failure repeats', async () => {
    const silent = 'case "$*" in *yuv4mpegpipe*) ;; *) exit 1;; esac';
    expect(await outcomeWith(silent)).toBe('verdict not-a-video');
    expect(await outcomeWith('')).toBe('accepted');
  });
});
