import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { retimeHeader } from '#domain/mp4/header.ts';
import { type RangeSource, retimedMp4 } from './retime-mp4.ts';

function box(type: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** `mvhd` and `mdhd` begin alike: version and flags, two times, the timescale, the duration. */
function clockBox(type: string, version: number, clock: number): Buffer {
  const body = Buffer.alloc(version === 1 ? 36 : 24);
  body.writeUInt8(version);
  const at = version === 1 ? 20 : 12;
  body.writeUInt32BE(clock, at);
  body.writeUInt32BE(480_000, version === 1 ? at + 8 : at + 4);
  return box(type, body);
}

function handlerBox(kind: string): Buffer {
  return box('hdlr', Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(13));
}

interface Shape {
  version?: number;
  movieClock?: number;
  trackClock?: number;
  kinds?: string[];
  extra?: Buffer[];
}

function movie({ version = 0, movieClock = 1000, trackClock = 120_000, kinds = ['vide'], extra = [] }: Shape): Buffer {
  const tracks = kinds.map((kind) =>
    box(
      'trak',
      box('tkhd', Buffer.alloc(84)),
      box('mdia', clockBox('mdhd', version, trackClock), handlerBox(kind), box('minf', box('stbl'))),
    ),
  );
  return box('moov', clockBox('mvhd', version, movieClock), ...tracks, ...extra);
}

describe('the header of a video at another speed', () => {
  it.each([0, 1])('has both timescales multiplied and nothing else changed (boxes of version %d)', (version) => {
    const header = movie({ version });
    expect(Buffer.from(retimeHeader(header, 0.75))).toEqual(movie({ version, movieClock: 750, trackClock: 90_000 }));
  });

  it('does not modify its input', () => {
    const header = movie({});
    retimeHeader(header, 2);
    expect(header).toEqual(movie({}));
  });

  it('is unchanged when halved and doubled', () => {
    expect(Buffer.from(retimeHeader(retimeHeader(movie({}), 0.5), 2))).toEqual(movie({}));
  });

  it.each([
    ['a clock that does not divide', movie({ trackClock: 90_001 }), 'The clock of mdhd would be 67500.75'],
    ['a clock of 0', movie({ movieClock: 0 }), 'The clock of mvhd would be 0'],
    ['a sound track', movie({ kinds: ['vide', 'soun'] }), 'Found 2 boxes trak instead of 1'],
    ['no picture', movie({ kinds: ['soun'] }), 'The track is of the kind soun'],
    ['no track', movie({ kinds: [] }), 'Found 0 boxes trak instead of 1'],
    ['fragments', movie({ extra: [box('mvex')] }), 'The header holds a box mvex'],
    ['a packed header', movie({ extra: [box('cmov')] }), 'The header holds a box cmov'],
    ['clocks of an unknown version', movie({ version: 2 }), 'The box mvhd is of no known version'],
    ['a box larger than its place', movie({}).fill(0xff, 8, 12), 'The box at byte 8 does not fit its parent'],
    ['a header cut short', movie({}).subarray(0, 60), 'The box at byte 0 does not fit its parent'],
    ['something else', box('free', Buffer.alloc(50)), 'This is not one moov box'],
  ])('is refused for %s', (_, header, why) => {
    expect(() => retimeHeader(header, 0.75)).toThrow(why);
  });
});

/** A file in memory that counts the bytes read. */
function fileOf(...parts: Buffer[]): RangeSource & { opened: [number, number][] } {
  const bytes = Buffer.concat(parts);
  const opened: [number, number][] = [];
  return {
    opened,
    sizeBytes: bytes.length,
    open: async ({ from, to }) => {
      opened.push([from, to]);
      return Readable.from([bytes.subarray(from, to + 1)]);
    },
  };
}

describe('a video at another speed as a stream', () => {
  const ftyp = box('ftyp', Buffer.from('isom0000'));
  const pictures = box('mdat', Buffer.alloc(5000, 7));

  it('has the file’s length and unchanged pictures', async () => {
    const file = fileOf(ftyp, movie({}), pictures);
    const stream = await retimedMp4(file, 2);
    const expected = Buffer.concat([ftyp, movie({ movieClock: 2000, trackClock: 240_000 }), pictures]);
    expect(stream && (await buffer(stream))).toEqual(expected);
  });

  it('reads the pictures once, as one range that is opened before anything is sent', async () => {
    const file = fileOf(ftyp, movie({}), pictures);
    const stream = await retimedMp4(file, 2);
    expect(file.opened.at(-1)).toEqual([file.sizeBytes - pictures.length, file.sizeBytes - 1]);
    stream?.destroy();
  });

  it('closes the file when the download is aborted before its first byte', async () => {
    const file = fileOf(ftyp, movie({}), pictures);
    const streams: Readable[] = [];
    const watched: RangeSource = {
      ...file,
      open: async (range) => {
        const stream = await file.open(range);
        if (stream) streams.push(stream);
        return stream;
      },
    };
    const stream = await retimedMp4(watched, 2);
    const closed = new Promise((resolve) => stream?.once('close', resolve));
    stream?.destroy();
    await closed;
    expect(streams.at(-1)?.destroyed).toBe(true);
  });

  it.each([
    ['a header behind its pictures', fileOf(ftyp, pictures, movie({})), 'The media data precedes the header'],
    ['no header', fileOf(ftyp, box('free')), 'The file has no header'],
    ['no pictures', fileOf(ftyp, movie({})), 'The file has no media data'],
    ['an end inside its header', fileOf(ftyp, movie({}).subarray(0, 90)), 'The box moov does not fit in the file'],
    ['a box of no size', fileOf(ftyp, Buffer.alloc(64)), 'The file has no header'],
    ['three bytes', fileOf(Buffer.alloc(3)), 'The file ends inside a box'],
  ])('is refused for a file with %s', async (_, file, why) => {
    await expect(retimedMp4(file, 0.5)).rejects.toThrow(why);
  });

  it('is null when the file is gone', async () => {
    expect(await retimedMp4({ sizeBytes: 100, open: async () => null }, 0.5)).toBeNull();
  });
});
