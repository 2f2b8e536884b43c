// Inspects a video from the server with ffprobe. Independent of the product's checks.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/** A video's facts. */
export interface VideoFacts {
  readonly kinds: readonly string[];
  readonly frameCount: number;
  readonly seconds: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Probed {
  readonly streams: readonly {
    readonly codec_type: string;
    readonly nb_read_frames?: string;
    readonly duration?: string;
    readonly width?: number;
    readonly height?: number;
  }[];
}

/** Decodes all of a video. */
export async function inspectVideo(bytes: Uint8Array): Promise<VideoFacts> {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-watched-'));
  try {
    const path = join(folder, 'video.mp4');
    await writeFile(path, bytes);
    const entries = ['-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames,duration,width,height'];
    const { stdout } = await execa('ffprobe', ['-v', 'error', ...entries, '-of', 'json', path]);
    const { streams } = JSON.parse(stdout) as Probed;
    const picture = streams.find(({ codec_type }) => codec_type === 'video');
    return {
      kinds: streams.map(({ codec_type }) => codec_type),
      frameCount: Number(picture?.nb_read_frames),
      seconds: Number(picture?.duration),
      widthPx: picture?.width ?? 0,
      heightPx: picture?.height ?? 0,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
