// Which file names may be uploaded. The content is checked once it is complete; see docs/decisions/020-uploads.md.
import { hasVideoExtension } from '#domain/video/video-file.ts';

/**
 * Whether a file of this name may be uploaded: it has a video extension, or none at all (the browser may know the type
 * from elsewhere). Trailing dots and spaces are ignored, because some systems drop them.
 */
export function isUploadName(name: string): boolean {
  const bare = name.replace(/[. ]+$/, '');
  return hasVideoExtension(bare) || (bare !== '' && !bare.includes('.'));
}
