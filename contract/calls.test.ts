import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { storedBodyTrack } from '#domain/body/stored-body-track.ts';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { type Call, calls } from './calls.ts';
import { ERRORS, errorText } from './errors.ts';
import { DownloadSpeedRequest, DrawingShape, MergeRequest } from './merges.ts';
import { UploadChunkRequest } from './uploads.ts';
import { GolferId, Time, TimeText } from './wire.ts';

const rows: [string, Call][] = Object.entries(calls);

describe('the table of calls', () => {
  it.each([
    ['GET', '/api/auth/me'],
    ['GET', '/api/pro/list'],
    ['GET', '/api/pro/:id'],
    ['GET', '/api/demo/list'],
    ['GET', '/api/admin/check'],
    ['POST', '/api/admin/login'],
    ['POST', '/api/admin/logout'],
    ['POST', '/api/pro/upload'],
    ['DELETE', '/api/pro/:id'],
    ['POST', '/api/upload-chunk'],
    ['POST', '/api/merge-videos-chunked'],
    ['POST', '/api/merge-videos-demo'],
    ['POST', '/api/download-video-speed'],
    ['POST', '/api/render-video-with-drawings'],
    ['POST', '/api/auth/signup'],
    ['GET', '/api/auth/google'],
  ])('has %s %s of the specification [S3.2 S7.5]', (method, path) => {
    expect(rows.filter(([, call]) => call.method === method && call.path === path)).toHaveLength(1);
  });

  it.each(rows)('%s can be written as an OpenAPI schema', (_, call) => {
    for (const schema of [call.request, call.response, call.params]) {
      if (schema) expect(() => z.toJSONSchema(schema, { io: 'input' })).not.toThrow();
    }
  });
});

describe('times on the wire', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, -0.001, 1e9, '1', true, [1], {}, null])(
    'rejects %j as a time',
    (time) => {
      expect(Time.safeParse(time).error?.issues[0]?.message).toBe('Invalid time');
    },
  );

  it('reads −0 as 0', () => {
    expect(Object.is(Time.parse(-0), 0)).toBe(true);
  });

  it.each(['0x10', ' ', '1,5', '1.2abc', '1e3', '-1', 'NaN', '.5', '5.'])(
    'rejects %j as the text of a time',
    (text) => {
      expect(TimeText.safeParse(text).success).toBe(false);
    },
  );

  it.each(['', '0', '1.2', '12.345678'])('accepts %j as the text of a time', (text) => {
    expect(TimeText.safeParse(text).success).toBe(true);
  });
});

describe('requests', () => {
  const chunk = { chunkIndex: 0, totalChunks: 1, fileName: 'a.mp4', fileId: 'a', chunk: 'AAAA' };
  it.each([
    [{ chunkIndex: -1 }, 'Invalid chunk index'],
    [{ chunkIndex: 1.5 }, 'Invalid chunk index'],
    [{ chunkIndex: '1' }, 'Invalid chunk index'],
    [{ chunkIndex: 1e21 }, 'Invalid chunk index'],
    [{ totalChunks: 0 }, 'Invalid chunk count'],
    [{ totalChunks: 1e9 }, 'Invalid chunk count'],
    [{ fileId: '../x' }, 'Invalid file id'],
    [{ fileId: '' }, 'Invalid file id'],
    [{ fileId: 'a'.repeat(65) }, 'Invalid file id'],
    [{ chunk: 7 }, 'Chunk is not valid base64'],
  ])('refuses a chunk with %o and explains why [S3.7]', (change, words) => {
    expect(UploadChunkRequest.safeParse({ ...chunk, ...change }).error?.issues[0]?.message).toBe(words);
  });

  it.each(['Strike', 'strike -vf x', '__proto__', ['strike']])('rejects the alignment %j [S3.5]', (alignmentType) => {
    const result = MergeRequest.safeParse({ userVideoPath: 'x', userStrikeTime: 1, alignmentType });
    expect(result.error?.issues[0]?.message).toBe('Invalid alignment type');
  });

  it.each(['0', '-1', '1e3', '1 OR 1=1', '9'.repeat(400), '', 0, 1.5])('rejects %j as a golfer’s id', (id) => {
    expect(GolferId.safeParse(id).success).toBe(false);
  });

  it.each([
    { isSwapped: 'yes' },
    { user: { isMirrored: true, nudgeFrames: 0.5, slowMotionFactor: 1 } },
    { user: { isMirrored: true, nudgeFrames: 61, slowMotionFactor: 1 } },
    { pro: { isMirrored: true, nudgeFrames: 0, slowMotionFactor: 0 } },
    { pro: { isMirrored: true, nudgeFrames: 0, slowMotionFactor: 33 } },
    { pro: null },
    { tempo: 'both' },
    { layout: 'beside' },
    { framing: 'body' },
    { wipePercent: 4 },
    { names: { isShown: 'yes', user: null, pro: null } },
    { names: { isShown: true, user: 'x'.repeat(81), pro: null } },
    { wipePercent: 50.5 },
    { user: { ...AS_FILMED.user, fit: { ...AS_FILMED.user.fit, sizePercent: 401 } } },
    { user: { ...AS_FILMED.user, fit: { ...AS_FILMED.user.fit, rightPercent: 0.5 } } },
    { pro: { ...AS_FILMED.pro, fit: { sizePercent: 100 } } },
    { hasStrip: 'yes' },
    { user: { ...AS_FILMED.user, box: { headPermille: 200, solesPermille: 240, middlePermille: 500 } } },
    { user: { ...AS_FILMED.user, box: { headPermille: 200, solesPermille: 1001, middlePermille: 500 } } },
    { hasBodyLines: 1 },
    { ghost: { ...AS_FILMED.ghost, look: 'none' } },
    { ghost: { ...AS_FILMED.ghost, strengthPercent: 50.5 } },
    { ghost: { ...AS_FILMED.ghost, fit: { ...AS_FILMED.ghost.fit, sizePercent: 49 } } },
    { ghost: { ...AS_FILMED.ghost, fit: { ...AS_FILMED.ghost.fit, upPercent: 51 } } },
  ])('rejects choices with %o', (change) => {
    const body = {
      userVideoPath: 'x',
      userStrikeTime: 1,
      alignmentType: 'strike',
      choices: { ...AS_FILMED, ...change },
    };
    expect(MergeRequest.safeParse(body).success).toBe(false);
    expect(MergeRequest.safeParse({ ...body, choices: AS_FILMED }).success).toBe(true);
    expect(MergeRequest.safeParse({ ...body, choices: undefined }).success).toBe(true);
  });

  it('fills in missing choices of older clients: the visitor’s tempo, side by side, without lines [S7.17]', () => {
    const { isSwapped } = AS_FILMED;
    const { fit: _, ...side } = AS_FILMED.user;
    const choices = { isSwapped, user: side, pro: side };
    const body = { userVideoPath: 'x', userStrikeTime: 1, alignmentType: 'strike', choices };
    expect(MergeRequest.parse(body).choices).toEqual(AS_FILMED);
  });

  it.each([
    { user: { widthPx: 2, heightPx: 1, cover: '0' } },
    { pro: { widthPx: 1, heightPx: 1, cover: '<' } },
    { user: { widthPx: 481, heightPx: 1, cover: '0'.repeat(481) } },
    { user: 'Ada' },
  ])('rejects names with %o', (names) => {
    const body = { userVideoPath: 'x', userStrikeTime: 1, alignmentType: 'strike' };
    expect(MergeRequest.safeParse({ ...body, names }).success).toBe(false);
    expect(MergeRequest.safeParse({ ...body, names: { user: null } }).success).toBe(true);
  });

  const track = storedBodyTrack(makeBodyTrack({ widthPx: 100, heightPx: 80, frames: [] }));
  const outlines = { widthPx: 100, heightPx: 80, outlines: [{ frameIndex: 0, time: 0, rings: [[0, 0, 9, 0, 9, 9]] }] };
  it.each([
    [{ track, outlines }, null],
    [{ track }, null],
    [null, null],
    [{ track: { ...track, widthPx: -1 } }, 'Invalid body'],
    [
      { track, outlines: { ...outlines, outlines: [{ frameIndex: 0, time: 0, rings: [[0, 0, 1e9, 0, 9, 9]] }] } },
      'Invalid outlines',
    ],
    ['body', 'Invalid body'],
  ])('answers the body %o with %o', (pro, words) => {
    const body = { userVideoPath: 'x', userStrikeTime: 1, alignmentType: 'strike', bodies: { user: null, pro } };
    expect(MergeRequest.safeParse(body).error?.issues[0]?.message ?? null).toBe(words);
  });

  it.each([0, -1, 0.1, 3, '1.5', Number.NaN, 0.7500001])('rejects the speed %j', (speed) => {
    expect(DownloadSpeedRequest.safeParse({ videoUrl: 'x', speed }).error?.issues[0]?.message).toBe('Invalid speed');
  });

  const drawing = { from: { x: 0, y: 0 }, to: { x: 1, y: 1 }, color: '#ff0000', width: 3, timestamp: 0 };
  it.each([
    [{ color: 'red:x=0' }, 'Invalid colour'],
    [{ width: 21 }, 'Invalid drawing width'],
    [{ width: 1.5 }, 'Invalid drawing width'],
    [{ from: { x: 1e308, y: 0 } }, 'Invalid point'],
    [{ timestamp: -1 }, 'Invalid time'],
    [{ onlyThisFrame: 'yes' }, 'Invalid choice of frames'],
  ])('rejects a drawing with %o [S3.6 S5.8]', (change, words) => {
    expect(DrawingShape.safeParse({ ...drawing, ...change }).error?.issues[0]?.message).toBe(words);
  });
});

describe('the table of errors', () => {
  it.each(Object.entries(ERRORS))('%s has a status of a failure and a plain sentence', (_, { status, text }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toMatch(/[/\\]\w+[/\\]|Error:|ffmpeg/);
  });

  it('fills in a sentence’s placeholders', () => {
    expect(errorText('chunk-differs', { chunk: 4 })).toBe('Chunk 4 was already received with different content');
  });
});
