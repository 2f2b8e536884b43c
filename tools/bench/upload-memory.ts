// The server's memory while a visitor uploads a video of the maximum size: 500 MB in 500 chunks. The server runs as a
// separate process; its resident size is read from /proc during the upload.
// Run alone: node tools/bench/upload-memory.ts
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHUNK_BYTES, chunkCount, MAX_VIDEO_BYTES } from '#domain/video/video-file.ts';
import { builtServer } from '#scripts/build-server.mjs';

// As `npm start` starts it: see docs/decisions/020-uploads.md.
import launch from '#server/launch.json' with { type: 'json' };

export interface UploadMemoryResult {
  readonly peakRssMb: number;
  readonly limitMb: number;
  readonly isWithinLimit: boolean;
  readonly chunksPerSecond: number;
  /** The status of the answer to the last chunk: 422, since random bytes are no video. */
  readonly lastStatus: number;
}

/** The server stays below this while it receives 500 MB, in MB of 1,000,000 bytes. */
const MAX_MB = 200;
const SAMPLE_EVERY_MS = 20;

export async function run(): Promise<UploadMemoryResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'swingmark-bench-'));
  const { program, compileCache: NODE_COMPILE_CACHE } = builtServer();
  const server = spawn(process.execPath, [...launch.nodeOptions, program], {
    env: {
      NODE_COMPILE_CACHE,
      ...process.env,
      ...launch.environment,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await addressOf(server.stdout);
    const sampler = samplePeakRss(server.pid ?? 0);
    const startedAt = performance.now();
    const lastStatus = await sendLargestVideo(url);
    const seconds = (performance.now() - startedAt) / 1000;
    const peakRssMb = await sampler.stop();
    return {
      peakRssMb: Math.round(peakRssMb),
      limitMb: MAX_MB,
      isWithinLimit: peakRssMb < MAX_MB,
      chunksPerSecond: Math.round(chunkCount(MAX_VIDEO_BYTES) / seconds),
      lastStatus,
    };
  } finally {
    server.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function addressOf(stdout: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const piece of stdout) {
    text += String(piece);
    const address = /Swingmark is at (\S+)/.exec(text)?.[1];
    if (address) {
      stdout.resume();
      return address;
    }
  }
  throw new Error(`The server did not start: ${text}`);
}

/** Sends chunks one after the other, as the browser does. */
async function sendLargestVideo(url: string): Promise<number> {
  const totalChunks = chunkCount(MAX_VIDEO_BYTES);
  let cookie = '';
  let status = 0;
  for (let chunkIndex = 0; chunkIndex < totalChunks; chunkIndex += 1) {
    const chunk = randomBytes(CHUNK_BYTES).toString('base64');
    const answer = await fetch(`${url}/api/upload-chunk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ chunkIndex, totalChunks, fileName: 'largest.mp4', fileId: 'largest', chunk }),
    });
    cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    status = answer.status;
    await answer.arrayBuffer();
    if (!answer.ok && chunkIndex < totalChunks - 1) throw new Error(`Chunk ${chunkIndex} was answered with ${status}`);
  }
  return status;
}

function samplePeakRss(pid: number): { stop: () => Promise<number> } {
  const stopping = new AbortController();
  const sampling = (async () => {
    let peakMb = 0;
    while (!stopping.signal.aborted) {
      const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
      peakMb = Math.max(peakMb, (Number(kilobytes) * 1024) / 1e6);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
    return peakMb;
  })();
  return {
    stop: () => {
      stopping.abort();
      return sampling;
    },
  };
}

if (import.meta.main) {
  const result = await run();
  console.log(result);
  process.exitCode = result.isWithinLimit ? 0 : 1;
}
