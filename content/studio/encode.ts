// Encodes frames into an MP4: H.264 High without B-frames, a key frame every 30 frames, fast start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';

export interface Encoding {
  file: string;
  frameRate: number;
  /** A WAV file beside the frames, or null for a silent video. */
  sound: string | null;
  quality: number;
  /** Size of the video if it differs from the frames' size. */
  size?: { widthPx: number; heightPx: number };
  /** This many consecutive frames are placed side by side in one frame of the video; 1 if omitted. */
  abreast?: number;
}

function encodeArgs({ file, frameRate, sound, quality, size, abreast = 1 }: Encoding): string[] {
  // The page's JPEGs are full range BT.601; video players expect limited range BT.709.
  const filter = `scale=${size ? `${size.widthPx}:${size.heightPx}:flags=lanczos:` : ''}in_color_matrix=bt601:in_range=full:out_color_matrix=bt709:out_range=tv,format=yuv420p${abreast > 1 ? `,tile=${abreast}x1` : ''}`;
  return [
    '-v',
    'error',
    '-y',
    '-f',
    'image2pipe',
    '-framerate',
    String(frameRate * abreast),
    '-c:v',
    'mjpeg',
    '-i',
    'pipe:0',
    ...(sound ? ['-i', sound] : []),
    '-vf',
    filter,
    '-c:v',
    'libx264',
    '-profile:v',
    'high',
    '-preset',
    'slow',
    '-crf',
    String(quality),
    '-tune',
    'animation',
    '-g',
    '30',
    '-keyint_min',
    '30',
    '-sc_threshold',
    '0',
    '-bf',
    '0',
    '-fps_mode',
    'cfr',
    '-r',
    String(frameRate),
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-colorspace',
    'bt709',
    '-color_range',
    'tv',
    ...(sound ? ['-c:a', 'aac', '-b:a', '64k'] : ['-an']),
    '-map_metadata',
    '-1',
    '-movflags',
    '+faststart',
    file,
  ];
}

/** Encodes at the given quality. */
export async function encode(frames: Buffer[], encoding: Encoding): Promise<void> {
  const child = spawn('ffmpeg', encodeArgs(encoding), { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(child, 'close') as Promise<[number]>;
  for (const jpeg of frames) if (!child.stdin.write(jpeg)) await once(child.stdin, 'drain');
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

/** Encodes at the best quality that fits the size limit. */
export async function encodeWithin(frames: Buffer[], encoding: Encoding, limitBytes: number): Promise<void> {
  for (let quality = encoding.quality; ; quality += 1.5) {
    await encode(frames, { ...encoding, quality });
    if (statSync(encoding.file).size <= limitBytes) return;
    if (quality > 40) throw new Error(`${encoding.file} does not fit into ${limitBytes} bytes`);
  }
}
