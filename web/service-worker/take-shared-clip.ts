// Takes in the clip that a phone's share sheet sends, keeps it where every clip of the visitor is kept, and leads to the
// page that opens it. Whether it is a video at all is the page's to say.
import { putClip } from '#web/videos/clip-storage.ts';

/** Where the browser goes on: the first page, with the id of the kept clip. */
export async function takeSharedClip(request: Request): Promise<Response> {
  const clipId = await keepClip(request).catch(() => null);
  return Response.redirect(`/?shared=${clipId ?? 'nothing'}`, 303);
}

async function keepClip(request: Request): Promise<string | null> {
  const file = (await request.formData()).getAll('files').find((one) => one instanceof File);
  if (!file) return null;
  const { clipId, kept } = putClip(file);
  return (await kept) ? clipId : null;
}
