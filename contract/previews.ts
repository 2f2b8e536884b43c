// The preview: a playable copy of an upload that the browser cannot show, or is slow to step through.
import { z } from 'zod';
import { ClipShape, Handle } from './wire.ts';

/** The upload of this visitor to make a preview of. */
export const PreviewRequest = z.object({
  filePath: Handle.describe('The filePath of an upload of this visitor'),
});

/**
 * The preview shows the original's frames at the original's times: frame n of one is frame n of the other. `clip` is the
 * original's, so that a mark set on the preview is one of the original's frame times.
 */
export const PreviewResponse = z.object({
  previewUrl: z.string().describe('A path on this server, readable by this visitor only; answers range requests'),
  clip: ClipShape,
});

/** Where a preview is, and what it is a preview of. */
export type PreviewResponse = z.infer<typeof PreviewResponse>;
