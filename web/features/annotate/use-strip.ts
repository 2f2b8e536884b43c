// The pictures of a film strip, added as they are decoded. Pictures already read are kept while the strip moves.
import { useEffect, useState } from 'react';
import type { PicturePart } from '#domain/body/close-up.ts';

/** The pictures read so far, by frame. `isRefused` is true if this browser cannot decode the video. */
export interface StripPictures {
  readonly addresses: ReadonlyMap<number, string>;
  readonly isRefused: boolean;
}

const NONE: StripPictures = { addresses: new Map(), isRefused: false };
/** Reading starts this many milliseconds after the cursor stops moving. */
const REST_MS = 150;

interface ReadPictures {
  readonly source: Blob | string;
  readonly part: PicturePart | null;
  readonly pictures: StripPictures;
}

/** Reads the pictures of frames, by ascending index: the given part of each, or all of it if `part` is null. */
export function useStrip(source: Blob | string, frames: readonly number[], part: PicturePart | null): StripPictures {
  const [read, setRead] = useState<ReadPictures>({ source, part, pictures: NONE });
  const pictures = read.source === source && read.part === part ? read.pictures : NONE;
  const { addresses, isRefused } = pictures;
  const missing = isRefused ? '' : frames.filter((frame) => !addresses.has(frame)).join();

  useEffect(() => {
    if (missing === '') return;
    const asked = new AbortController();
    const frames = missing.split(',').map(Number);
    async function read() {
      const { readStrip } = await import('./read-strip.ts');
      const came = new Map<number, string>();
      const isRead = await readStrip(source, {
        ...{ frames, part },
        signal: asked.signal,
        onPicture: (frame, address) => came.set(frame, address),
      });
      if (asked.signal.aborted) return;
      // Remember frames that cannot be decoded, so that they are not requested again.
      for (const frame of frames) if (!came.has(frame)) came.set(frame, '');
      setRead((before) => ({
        ...{ source, part },
        pictures: {
          addresses: new Map([
            ...(before.source === source && before.part === part ? before.pictures.addresses : []),
            ...came,
          ]),
          isRefused: !isRead,
        },
      }));
    }
    const timer = setTimeout(() => void read(), REST_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [source, part, missing]);
  return pictures;
}
