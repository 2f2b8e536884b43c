// Downloads at another speed, and drawings rendered into a video.
import { z } from 'zod';
import { DRAWING_WIDTH, MAX_DRAWINGS } from '#domain/drawing/drawing.ts';
import { isDownloadSpeed } from '#domain/video/playback-speed.ts';
import { Time } from './wire.ts';

/** A merged video at one of the seven speeds, as a file. `filename` is a suggestion; the server sanitises it. */
export const DownloadSpeedRequest = z.object({
  videoUrl: z.string().max(500),
  speed: z.number('Invalid speed').refine(isDownloadSpeed, 'Invalid speed'),
  filename: z.string().max(5000).optional(),
});

const Coordinate = z.number('Invalid point').min(-1_000_000, 'Invalid point').max(1_000_000, 'Invalid point');
const PointShape = z.object({ x: Coordinate, y: Coordinate }, 'Invalid point');

/** One drawn segment: see `domain/drawing/drawing.ts`. */
export const DrawingShape = z.object({
  from: PointShape,
  to: PointShape,
  color: z.string('Invalid colour').regex(/^#[0-9a-f]{6}$/, 'Invalid colour'),
  width: z
    .int('Invalid drawing width')
    .min(DRAWING_WIDTH.least, 'Invalid drawing width')
    .max(DRAWING_WIDTH.most, 'Invalid drawing width'),
  timestamp: Time,
  onlyThisFrame: z.boolean('Invalid choice of frames').optional(),
});

const SurfaceSide = z.int('Invalid video size').min(1, 'Invalid video size').max(16_384, 'Invalid video size');

/** Drawings to burn into a merged video; `videoWidth` and `videoHeight` are the drawing surface's size in pixels. */
export const RenderDrawingsRequest = z.object({
  videoUrl: z.string().max(500),
  drawings: z.array(DrawingShape).min(1, 'No video or drawings to render').max(MAX_DRAWINGS),
  videoWidth: SurfaceSide,
  videoHeight: SurfaceSide,
});

/** Where the video with drawings is: a path on this server, readable by this visitor only. */
export const RenderDrawingsResponse = z.object({ videoUrl: z.string() });
