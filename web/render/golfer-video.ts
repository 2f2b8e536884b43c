// The video of a golfer of the library as a file: fetched once for the last few golfers, so that a merged video can be made of it
// without a connection.
import { useEffect } from 'react';
import { MAKE_VIDEOS_ON } from '#web/lib/site-settings.ts';

/** A visitor goes back and forth between a few golfers; each video is some megabytes. */
const MOST_HELD = 3;

/** The last videos that were asked for, the newest last. */
const fetched = new Map<string, Promise<Blob>>();

/** What is at the address of a golfer's video. Rejects when it does not come; the next call then tries again. */
export function golferVideo(address: string): Promise<Blob> {
  const known = fetched.get(address);
  const video = known ?? fetchVideo(address);
  fetched.delete(address);
  fetched.set(address, video);
  if (!known) video.catch(() => fetched.delete(address));
  for (const old of fetched.keys()) if (fetched.size > MOST_HELD) fetched.delete(old);
  return video;
}

/** Fetches a golfer's video before it is needed, where videos are made on the device: the merged one then needs no connection. */
export function useGolferVideoAtHand(address: string | null): void {
  useEffect(() => {
    if (address && MAKE_VIDEOS_ON !== 'server') golferVideo(address).catch(() => undefined);
  }, [address]);
}

async function fetchVideo(address: string): Promise<Blob> {
  const response = await fetch(address, { credentials: 'include' });
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  return response.blob();
}
