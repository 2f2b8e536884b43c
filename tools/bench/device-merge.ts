// The merged video made in a browser beside the server's: time from the request to the finished file, CPU, memory, size
// and similarity to a lossless rendering of the same plan; in Chromium also the memory with 4K60 clips. Run alone: node
// tools/bench/run.ts device-merge, or with ENGINE=firefox
import { statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { startWorkbench } from '#tests/browser/workbench.ts';
import { RENDER_IN_PAGE } from '#tests/fixtures/rendered-on-device.ts';
import { type BenchSwings, benchSwings } from './bench-swings.ts';
import { type DeviceEngine, deviceEngine, startDeviceBrowser } from './device-browser.ts';
import { type BenchFigure, measuredTools, median, runMeasured } from './measured-run.ts';
import { referenceArgs, ssim } from './merge-cost.ts';
import { costOf } from './process-cost.ts';

const ROUNDS = 3;
const MAX_SSIM_LOSS = 0.01;
/**
 * The limits that differ between engines: the time as a multiple of the server's, without and with the upload, the
 * size, and the memory.
 */
const LIMITS: Readonly<Record<DeviceEngine, Readonly<Record<'server' | 'withUpload' | 'size' | 'peakMb', number>>>> = {
  chromium: { server: 1.3, withUpload: 0.12, size: 1.8, peakMb: 400 },
  firefox: { server: 3, withUpload: 0.25, size: 1.2, peakMb: 900 },
};
/** Clips from a phone that films in 4K, and the memory that the page may use for two of them. */
const FOUR_K = { widthPx: 3840, heightPx: 2160, framesPerSecond: 60, megabitsPerSecond: 50 };
const MAX_PEAK_4K_MB = 600;
/** The upload that the visitor is spared: base64, as the chunks are sent. */
const UPLOAD_BITS_PER_SECOND = 10e6;
const BASE64 = 4 / 3;
const LOOK_EVERY_MS = 100;

interface Cost {
  readonly seconds: number;
  readonly cpu: number;
}

/** Measures both in turn, three times, each in a browser that was just started. */
export async function run(): Promise<BenchFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  const measured = measuredTools();
  const engine = deviceEngine();
  const limits = LIMITS[engine];
  const workbench = await startWorkbench();
  try {
    const swings = await benchSwings(measured.tools);
    measured.take();
    const [ours, theirs] = [join(folder, 'device.mp4'), join(folder, 'server.mp4')];
    const rounds: { readonly server: Cost; readonly device: Awaited<ReturnType<typeof onDevice>> }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const beganAt = performance.now();
      await mergeVideos(measured.tools, { ...swings, outputPath: theirs });
      const server = { seconds: (performance.now() - beganAt) / 1000, cpu: measured.take().cpuSeconds };
      rounds.push({ server, device: await onDevice(engine, workbench.address, swings, ours) });
    }
    const reference = join(folder, 'reference.mkv');
    runMeasured(measured, referenceArgs(swings, reference));
    const { frameCount } = swings.plan;
    const [deviceSsim, serverSsim] = [ssim(ours, 0, frameCount, reference), ssim(theirs, 0, frameCount, reference)];
    const [deviceMb, serverMb] = [ours, theirs].map((path) => statSync(path).size / 1e6);
    const sentBits = (statSync(swings.user.path).size + statSync(swings.pro.path).size) * 8 * BASE64;
    const upload = sentBits / UPLOAD_BITS_PER_SECOND;
    const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
    const seconds = `${of(({ device }) => device.seconds).toFixed(1)} against ${of(({ server }) => server.seconds).toFixed(1)} s`;
    const cpu = `${of(({ device }) => device.cpu).toFixed(1)} against ${of(({ server }) => server.cpu).toFixed(1)} CPU-s`;
    return [
      {
        name: `merge in ${engine} / on the server`,
        figure: of(({ device, server }) => device.seconds / server.seconds),
        limit: limits.server,
        note: `${seconds}, ${cpu} (medians of ${ROUNDS})`,
      },
      {
        name: `merge in ${engine} / on the server with the upload`,
        figure: of(({ device, server }) => device.seconds / (server.seconds + upload)),
        limit: limits.withUpload,
        note: `upload of ${upload.toFixed(1)} s at 10 Mbit/s computed`,
      },
      {
        name: 'SSIM loss of the device',
        figure: serverSsim - deviceSsim,
        limit: MAX_SSIM_LOSS,
        note: `SSIM ${deviceSsim.toFixed(4)} against ${serverSsim.toFixed(4)}`,
      },
      {
        name: 'size of the device’s video / the server’s',
        figure: (deviceMb ?? Number.NaN) / (serverMb ?? Number.NaN),
        limit: limits.size,
        note: `${deviceMb?.toFixed(2)} against ${serverMb?.toFixed(2)} MB`,
      },
      {
        name: 'memory of the browser’s page while it makes the video, MB',
        figure: of(({ device }) => device.peakMb),
        limit: limits.peakMb,
        note: `its peak; ${of(({ device }) => device.beforeMb).toFixed(0)} before`,
      },
      ...(engine === 'chromium' ? [await fourK(measured.tools, workbench.address, ours)] : []),
    ];
  } finally {
    measured.remove();
    await workbench.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fourK(tools: MediaTools, address: string, outputPath: string): Promise<BenchFigure> {
  const swings = await benchSwings(tools, FOUR_K);
  const { seconds, peakMb, beforeMb } = await onDevice('chromium', address, swings, outputPath);
  return {
    name: 'memory of the browser’s page with two clips of 4K60, MB',
    figure: peakMb,
    limit: MAX_PEAK_4K_MB,
    note: `its peak; ${beforeMb.toFixed(0)} before; ${swings.plan.frameCount} merged frames in ${seconds.toFixed(1)} s`,
  };
}

async function onDevice(engine: DeviceEngine, address: string, { plan, user, pro }: BenchSwings, outputPath: string) {
  const { tab, pid, stop } = await startDeviceBrowser(engine);
  try {
    await tab.open(address.replace('player.html', 'synced.html'));
    await tab.run(() => {
      for (const id of ['user', 'pro']) {
        document.body.append(Object.assign(document.createElement('input'), { type: 'file', id }));
      }
    });
    for (const [id, { path }] of Object.entries({ user, pro })) await tab.chooseFile(`#${id}`, path);
    const frameTimes = { user: user.video.clip.frameTimes, pro: pro.video.clip.frameTimes };
    const before = costOf(pid);
    let peakMb = 0;
    const watching = setInterval(() => {
      peakMb = Math.max(peakMb, costOf(pid).largestMb);
    }, LOOK_EVERY_MS);
    const seconds = await tab.run<number>(MAKE_IN_PAGE, { plan, drawn: [], frameTimes });
    clearInterval(watching);
    const after = costOf(pid);
    await writeFile(outputPath, Buffer.from(await tab.run<string>('() => window.made'), 'base64'));
    return { seconds, cpu: after.cpuSeconds - before.cpuSeconds, peakMb, beforeMb: before.largestMb };
  } finally {
    await stop();
  }
}

/** Keeps the video in the page and returns the seconds. */
const MAKE_IN_PAGE = `async (request) => {
  window.made = await (${RENDER_IN_PAGE})(request);
  return window.renderSeconds;
}`;
