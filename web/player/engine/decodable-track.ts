// A video whose frames this browser can decode one by one. Loads mediabunny.
import type { Input, InputVideoTrack } from 'mediabunny';
import { openVideo, readShownFrames, withoutEditLists } from './frame-table.ts';

export interface DecodableTrack {
  readonly track: InputVideoTrack;
  /** The time of each shown frame's packet, ascending. */
  readonly packetTimes: readonly number[];
  /** Memory of one decoded picture: 12 bits per pixel. */
  readonly pictureBytes: number;
  readonly close: () => void;
}

/**
 * Opens the video at an address, which must have `frameCount` shown frames. Null if this browser cannot decode it, or
 * if a canvas would show other colors than the video (high dynamic range).
 */
export async function openDecodableTrack(src: string, frameCount: number): Promise<DecodableTrack | null> {
  const inputs: Input[] = [];
  const open = (source: Blob | string) => {
    const input = openVideo(source);
    inputs.push(input);
    return input.getPrimaryVideoTrack();
  };
  const close = () => {
    for (const input of inputs) input.dispose();
  };
  try {
    const track = await open(src);
    if (track && (await track.canDecode()) && !(await track.hasHighDynamicRange())) {
      const frames = await readShownFrames(track, src);
      const decoded = (await open(await withoutEditLists(await (await fetch(src)).blob()))) ?? track;
      const later = (await decoded.getFirstTimestamp()) - (await track.getFirstTimestamp());
      const packetTimes = frames.map((frame) => frame.packetTime + later);
      const isInOrder = packetTimes.every((time, index) => index === 0 || time > (packetTimes[index - 1] ?? 0));
      const pictureBytes = (await track.getCodedWidth()) * (await track.getCodedHeight()) * 1.5;
      if (isInOrder && packetTimes.length === frameCount) return { track: decoded, packetTimes, pictureBytes, close };
    }
  } catch {
    // For an unreadable file the player uses the browser's own seeks.
  }
  close();
  return null;
}
