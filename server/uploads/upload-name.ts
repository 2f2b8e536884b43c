// Which file names may begin an upload. The content decides once it is whole; see docs/decisions/020-uploads.md.
import { hasVideoExtension } from '#domain/video/video-file.ts';

/**
 * Whether a file of this name may be sent: it ends like a video, or has no ending at all (a browser that knew the type
 * from elsewhere). Dots and spaces at the end do not count: some systems drop them.
 */
export function isUploadName(name: string): boolean {
  const bare = name.replace(/[. ]+$/, '');
  return hasVideoExtension(bare) || (bare !== '' && !bare.includes('.'));
}
