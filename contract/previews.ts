// The preview: a playable copy of an upload that the browser cannot show, or can step through only slowly.
import { z } from 'zod';
import { ClipShape, Handle } from './wire.ts';

/** The visitor's upload to make a preview of. */
export const PreviewRequest = z.object({
  filePath: Handle.describe('The filePath of an upload of this visitor'),
});

/**
 * The preview shows the original's frames at the original's times: frame n of one is frame n of the other. `clip`
 * describes the original, so that a mark set on the preview is a frame time of the original.
 */
export const PreviewResponse = z.object({
  previewUrl: z.string().describe('A path on this server, readable by this visitor only; answers range requests'),
  clip: ClipShape,
});

/** Where a preview is, and which clip it shows. */
export type PreviewResponse = z.infer<typeof PreviewResponse>;
