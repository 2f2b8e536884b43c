// Fetches the clips of the check.
import hevcAddress from '#web/check/clips/coded-hevc.mp4?no-inline';
import proAddress from '#web/check/clips/coded-pro.mp4?no-inline';
import userAddress from '#web/check/clips/coded-user.mp4?no-inline';
import { fetchContent } from '#web/lib/fetch-content.ts';

/** Fetches both clips, and the one in HEVC, as iPhones film. Rejects without a connection. */
export async function fetchCodedClips(signal: AbortSignal) {
  const file = async (address: string) =>
    new File([await fetchContent(address, signal)], 'coded.mp4', { type: 'video/mp4' });
  const [user, pro, hevc] = await Promise.all([userAddress, proAddress, hevcAddress].map(file));
  if (!user || !pro || !hevc) throw new Error('A clip is missing');
  return { files: { user, pro }, hevc };
}
