// A video whose frames this browser can decode one by one. Loads mediabunny.
import { type InputVideoTrack, VideoSampleSink } from 'mediabunny';
import { isFalse } from '#web/lib/false-answers.ts';
import type { ShownFrame } from './edit-list.ts';
import { openVideo, readShownFrames, withoutEditLists } from './frame-table.ts';

export interface DecodableTrack {
  readonly track: InputVideoTrack;
  /** The kind of video: `avc1`. */
  readonly codec: string;
  /** The shown frames in order, with the times of their packets in this track. */
  readonly shown: readonly ShownFrame[];
  readonly close: () => void;
}

/**
 * Opens a file, or a video at an address; null if this browser cannot decode it. Rejects if the video cannot be read, or
 * is aborted while it is read.
 */
export async function openDecodable(source: Blob | string, signal?: AbortSignal): Promise<DecodableTrack | null> {
  if (typeof VideoDecoder === 'undefined') return null;
  const input = openVideo(source);
  const close = () => input.dispose();
  signal?.addEventListener('abort', close, { once: true });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error('The file has no picture track');
    if (await track.canDecode()) {
      const codec = (await track.getCodecParameterString())?.slice(0, 4) ?? '';
      return { track, codec, shown: await readShownFrames(track, source), close };
    }
  } catch (error) {
    close();
    throw error;
  }
  close();
  return null;
}

/** Opens a file as {@link openDecodable} does, without its edit lists: some decoders drop frames with negative times. */
export async function openUnedited(file: Blob): Promise<DecodableTrack | null> {
  const copy = await withoutEditLists(file);
  const edited = await openDecodable(file);
  if (!edited) return null;
  const input = openVideo(copy);
  const close = () => {
    input.dispose();
    edited.close();
  };
  try {
    const track = (await input.getPrimaryVideoTrack()) ?? edited.track;
    const later = (await track.getFirstTimestamp()) - (await edited.track.getFirstTimestamp());
    const shown = edited.shown.map(({ time, packetTime }) => ({ time, packetTime: packetTime + later }));
    return { track, codec: edited.codec, shown, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Without the chip, whose decoders have few output buffers and stall while a window holds them. */
export const SOFTWARE = { hardwareAcceleration: 'prefer-software' } as const;

/** What decodes a track: in software where the chip is known to lose frames of such videos. */
export function sinkOf({ track, codec }: Pick<DecodableTrack, 'track' | 'codec'>): VideoSampleSink {
  return new VideoSampleSink(track, isFalse(`hardware ${codec}`) ? SOFTWARE : {});
}

/** A video of which each frame can be shown on a canvas. */
export interface SteppableTrack extends Pick<DecodableTrack, 'track' | 'codec' | 'close'> {
  /** The time of each shown frame's packet, ascending. */
  readonly packetTimes: readonly number[];
  /** Memory of one decoded picture: 12 bits per pixel. */
  readonly pictureBytes: number;
}

/**
 * Opens the local video at an address, which must have `frameCount` shown frames. Null if this browser cannot decode it,
 * or if a canvas would show other colors than the video (high dynamic range): the player then uses the browser's seeks.
 */
export async function openSteppable(src: string, frameCount: number): Promise<SteppableTrack | null> {
  const file = await (await fetch(src)).blob();
  const opened = await openUnedited(file).catch(() => null);
  if (!opened) return null;
  const { track, codec, shown, close } = opened;
  const packetTimes = shown.map(({ packetTime }) => packetTime);
  const isInOrder = packetTimes.every((time, index) => index === 0 || time > (packetTimes[index - 1] ?? 0));
  if (isInOrder && packetTimes.length === frameCount && !(await track.hasHighDynamicRange())) {
    const pictureBytes = (await track.getCodedWidth()) * (await track.getCodedHeight()) * 1.5;
    return { track, packetTimes, codec, pictureBytes, close };
  }
  close();
  return null;
}
