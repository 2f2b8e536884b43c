// What may happen to the rows of a batch, without files, storage and server.
import { describe, expect, it } from 'vitest';
import type { Certainty, FoundSwing } from '#domain/moments/found-swing.ts';
import { withPosition } from '#domain/swing/swing.ts';
import {
  type BatchRow,
  canceled,
  countsOf,
  edited,
  freeRows,
  newRow,
  nextToFind,
  nextToUpload,
  resumed,
  sameFile,
  searchedAgain,
  standingOf,
  withFound,
  withQueued,
} from './batch.ts';

const LIBRARY = new Map([['key of Ben', 'Ben']]);
const FILMED = { view: 'face-on', hand: 'right', mayBeSlow: false } as const;

function row(name: string, change: Partial<BatchRow> = {}): BatchRow {
  const file = { id: name, addedAtMs: 0, contentKey: `key of ${name}`, fileName: `${name}.mp4` };
  return { ...newRow(file), ...change };
}

function swing({ confidence = 0.9, certainty = 'sure' as Certainty, rest = 1 } = {}): FoundSwing {
  const moment = (time: number, of: Certainty = 'sure') => ({ time, confidence: 1, certainty: of, range: null });
  return { confidence, isShort: false, moments: { rest: moment(rest, certainty), top: moment(2), strike: moment(3) } };
}

const ready = (name: string) => withFound(row(name), swing(), FILMED);
const standing = (of: BatchRow) => standingOf(of, LIBRARY);

describe('a row', () => {
  it('takes its name and its club from the file', () => {
    expect(row('Ann_Example-driver')).toMatchObject({
      name: 'Ann Example driver',
      club: 'driver',
      step: { at: 'waiting' },
    });
  });

  it('is ready when the search is sure', () => {
    const found = ready('Ann');
    expect(standing(found)).toEqual({ at: 'ready' });
    expect(found).toMatchObject({ view: 'face-on', hand: 'right', annotations: { restTime: 1 } });
  });

  it.each<[string, BatchRow]>([
    ['name', { ...ready('Ann'), name: ' ' }],
    ['positions', row('Ann', { step: { at: 'searched', without: 'no-swing' } })],
    ['order', { ...ready('Ann'), annotations: { restTime: 2, topTime: 1, strikeTime: 3 } }],
    ['rest-at-zero', withFound(row('Ann'), swing({ rest: 0 }), FILMED)],
    ['position-doubt', withFound(row('Ann'), swing({ certainty: 'check' }), FILMED)],
    ['swing-doubt', withFound(row('Ann'), swing({ confidence: 0.5 }), FILMED)],
    ['slow-motion', withFound(row('Ann'), swing(), { ...FILMED, mayBeSlow: true })],
  ])('needs a look for %s, which only a doubt’s confirmation removes', (need, doubtful) => {
    expect(standing(doubtful)).toEqual({ at: 'needs-look', need });
    const isDoubt = ['position-doubt', 'swing-doubt', 'slow-motion'].includes(need);
    expect(standing({ ...doubtful, isConfirmed: true }).at).toBe(isDoubt ? 'ready' : 'needs-look');
  });

  it('is ready once its doubtful position is corrected', () => {
    const doubtful = withFound(row('Ann'), swing({ certainty: 'check' }), FILMED);
    expect(standing(edited(doubtful, { annotations: withPosition(doubtful.annotations, 'rest', 1.1) })).at).toBe(
      'ready',
    );
  });

  it('keeps marks, view and hand that were set before the search ended', () => {
    const marks = { restTime: 0.5, topTime: 1.5, strikeTime: 1.8 };
    const found = withFound(row('Ann', { annotations: marks, hand: 'left' }), swing(), FILMED);
    expect(found).toMatchObject({ annotations: marks, hand: 'left', view: 'face-on' });
  });

  it('can be edited and published again after a failed upload', () => {
    const failed: BatchRow = { ...ready('Ann'), step: { at: 'not-published', sentence: 'No' } };
    expect(countsOf([failed], LIBRARY)).toMatchObject({ publishable: 1, refused: 1 });
    expect(standing(edited(failed, { name: 'Anna' })).at).toBe('ready');
  });
});

describe('duplicates', () => {
  it('of a row that is not published are recognized', () => {
    const ann = ready('Ann');
    expect(sameFile([ann], ann.contentKey)).toBe(ann);
    expect(sameFile([{ ...ann, step: { at: 'published', wasThere: false } }], ann.contentKey)).toBeUndefined();
  });

  it('of the library are refused, but what was queued before a reload counts as published', () => {
    expect(standing(row('Ben'))).toEqual({ at: 'in-library', name: 'Ben' });
    const queued = resumed({ ...ready('Ben'), step: { at: 'uploading', percent: 9 } });
    expect(nextToUpload([queued], LIBRARY)).toBe(queued);
  });

  it('are not known before the library is: nothing begins', () => {
    const rows = [row('Ann'), { ...ready('Cleo'), step: { at: 'queued' as const } }];
    expect([nextToFind(rows, null), nextToUpload(rows, null)]).toEqual([null, null]);
  });
});

describe('the batch', () => {
  it('searches and uploads one row at a time', () => {
    const rows = [row('Ann'), row('Cleo'), ...['Dan', 'Eve'].map(ready)];
    expect(nextToFind(rows, LIBRARY)?.name).toBe('Ann');
    expect(nextToFind([row('Ann', { step: { at: 'finding', percent: 1 } }), row('Cleo')], LIBRARY)).toBeNull();
    const queued = withQueued(rows, LIBRARY);
    expect(queued.map(({ step }) => step.at)).toEqual(['waiting', 'waiting', 'queued', 'queued']);
    expect(nextToUpload(queued, LIBRARY)?.name).toBe('Dan');
    const uploading = queued.map((each) =>
      each.name === 'Dan' ? { ...each, step: { at: 'uploading' as const, percent: 0 } } : each,
    );
    expect(nextToUpload(uploading, LIBRARY)).toBeNull();
  });

  it('keeps what was found when an upload is cancelled, and can be searched again after a cancelled search', () => {
    expect(standing(canceled({ ...ready('Ann'), step: { at: 'uploading', percent: 50 } })).at).toBe('ready');
    const stopped = canceled(row('Ann'));
    expect(stopped.step).toEqual({ at: 'searched', without: 'canceled' });
    expect(countsOf([stopped], LIBRARY)).toMatchObject({ needSearch: 1, needLook: 1 });
    expect(searchedAgain(stopped)).toEqual(row('Ann'));
    const marked = edited(stopped, { annotations: { restTime: 1, topTime: 2, strikeTime: 3 } });
    expect(searchedAgain(marked)).toBe(marked);
    const published: BatchRow = { ...ready('Ann'), step: { at: 'published', wasThere: false } };
    expect(canceled(published)).toBe(published);
  });

  it('goes on after a reload', () => {
    expect(resumed(row('Ann', { step: { at: 'finding', percent: 50 } })).step).toEqual({ at: 'waiting' });
    expect(resumed({ ...ready('Ann'), step: { at: 'uploading', percent: 50 } }).step).toEqual({ at: 'queued' });
  });

  it('takes thirty files that are not published', () => {
    const published: BatchRow = { ...ready('Ann'), step: { at: 'published', wasThere: false } };
    expect(freeRows([published, row('Cleo')])).toBe(29);
  });

  it('counts each row once', () => {
    const rows = [row('Ann'), ready('Cleo'), row('Ben'), { ...ready('Dan'), name: '' }];
    expect(countsOf(rows, LIBRARY)).toEqual({
      ...{
        all: 4,
        needSearch: 0,
        waiting: 1,
        ready: 1,
        needLook: 1,
        publishing: 0,
        published: 0,
        refused: 1,
        publishable: 1,
      },
    });
  });
});
