// Tests the sandbox and ffmpeg in it, when a process starts that runs ffmpeg.
import type { FastifyBaseLogger } from 'fastify';
import { findMediaTools } from '#server/ffmpeg/find-media-tools.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import { chooseSandbox, type SandboxPromises, sandboxWarnings } from '#server/ffmpeg/process/sandbox.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { Config } from '#server/runtime/config.ts';

/** Tests the sandbox on the data folder's disk and ffmpeg in it, and logs what the sandbox guarantees. */
export async function openFfmpeg(
  { ffmpegPath, ffprobePath, ffmpegSandbox }: Pick<Config, 'ffmpegPath' | 'ffprobePath' | 'ffmpegSandbox'>,
  { workRoot }: Pick<DataFolder, 'workRoot'>,
  log: FastifyBaseLogger,
): Promise<{ readonly tools: MediaTools; readonly sandbox: SandboxPromises }> {
  const options = { choice: ffmpegSandbox, program: ffmpegPath, folder: workRoot };
  const { promises, isolation } = await chooseSandbox(options);
  const tools = await findMediaTools({ ffmpegPath, ffprobePath });
  log.info({ ...promises, isolation }, 'ffmpeg sandbox');
  for (const warning of sandboxWarnings(promises)) log.warn(warning);
  return { tools, sandbox: promises };
}
