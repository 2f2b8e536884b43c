import { describe, expect, test } from 'vitest';
import { applyEdits, type Edit, readEditList } from './edit-list.ts';

/** A box with its contents; numbers become 32-bit words. */
function box(type: string, ...contents: (number | Uint8Array)[]): Uint8Array {
  const parts = contents.map((part) => (typeof part === 'number' ? word(part) : part));
  const sizeBytes = 8 + parts.reduce((sum, part) => sum + part.byteLength, 0);
  return Uint8Array.from([
    ...word(sizeBytes),
    ...new TextEncoder().encode(type),
    ...parts.flatMap((part) => [...part]),
  ]);
}

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value);
  return bytes;
}

const from = (bytes: Uint8Array) => async (start: number, end: number) => new DataView(bytes.slice(start, end).buffer);

/** A file with one track, 1000 ticks per second of the movie and 30 per second of the media. */
function fileWithEdits(...entries: (readonly [length: number, mediaTime: number])[]): Uint8Array {
  const list = box(
    'elst',
    0,
    entries.length,
    ...entries.flatMap(([length, mediaTime]) => [length, mediaTime, 0x10000]),
  );
  const track = box('trak', box('tkhd', 0, 0, 0, 7), box('edts', list), box('mdia', box('mdhd', 0, 0, 0, 30, 0)));
  return Uint8Array.from([...box('ftyp', 0), ...box('moov', box('mvhd', 0, 0, 0, 1000, 0), track)]);
}

describe('reading an edit list', () => {
  test('shows nothing during an empty entry, and starts the next one after it', async () => {
    expect(await readEditList(from(fileWithEdits([500, -1], [2000, 15])), 7)).toEqual([
      { at: 0, mediaFrom: null, length: 0.5 },
      { at: 0.5, mediaFrom: 0.5, length: 2 },
    ]);
  });

  test('finds none for another track or in a file that is not an MP4', async () => {
    expect(await readEditList(from(fileWithEdits([2000, 0])), 8)).toEqual([]);
    expect(await readEditList(from(new TextEncoder().encode('This is a text and no video at all.')), 7)).toEqual([]);
    expect(await readEditList(from(new Uint8Array(0)), 7)).toEqual([]);
  });

  test('does not read past the list when its count is wrong', async () => {
    const file = fileWithEdits([2000, 0]);
    const listAt = new TextDecoder('latin1').decode(file).indexOf('elst');
    new DataView(file.buffer).setUint32(listAt + 8, 0xffffffff);
    expect(await readEditList(from(file), 7)).toHaveLength(1);
  });
});

describe('applying an edit list', () => {
  test('hides frames before and after the edit', () => {
    expect(shownTimes([-0.2, -0.1, 0, 0.1, 0.2, 0.3], [{ at: 0, mediaFrom: 5, length: 0.3 }])).toEqual(
      [0, 0.1, 0.2].map(near),
    );
  });

  test('starts an edit that begins between two frames with the next one', () => {
    expect(shownTimes([-0.06, 0.04, 0.14], [{ at: 0, mediaFrom: 5, length: 10 }])).toEqual([0, 0.1].map(near));
  });

  test('keeps a late start', () => {
    const edits = [
      { at: 0, mediaFrom: null, length: 10 },
      { at: 10, mediaFrom: 0, length: 4 },
    ];
    expect(shownTimes([10, 10.1], edits)).toEqual([10, 10.1].map(near));
  });

  test('a length of 0 extends to the end; without a list nothing changes', () => {
    expect(shownTimes([0, 1, 2], [{ at: 0, mediaFrom: 0, length: 0 }])).toEqual([0, 1, 2].map(near));
    expect(shownTimes([0.5, 1], [])).toEqual([0.5, 1]);
  });

  test('assigns each shown frame its packet', () => {
    expect(
      applyEdits([-0.06, 0.04, 0.14], [{ at: 0, mediaFrom: 5, length: 10 }]).map((frame) => frame.packetTime),
    ).toEqual([0.04, 0.14]);
  });

  test('ignores a list that shows no frame', () => {
    expect(shownTimes([-9, -8], [{ at: 0, mediaFrom: 10, length: 1 }])).toEqual([-9, -8]);
  });
});

function shownTimes(packetTimes: readonly number[], edits: readonly Edit[]): readonly number[] {
  return applyEdits(packetTimes, edits).map(({ time }) => time);
}

function near(time: number) {
  return expect.closeTo(time, 6);
}
