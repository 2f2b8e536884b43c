// Comparisons that are refused, over real HTTP with real videos (hostile cases §6.2, §6.4).
import { describe, expect, test } from 'vitest';
import { comparedClipsForTests } from '#tests/fixtures/compared-clips.ts';
import type { Change } from '#tests/server/merge-body.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

const compared = comparedClipsForTests();
const { mergeBody, merge } = compared;

describe('a comparison is refused', () => {
  const paths = ['', '/etc/passwd', 'C:\\Windows\\system.ini', '//host/share', '../../x', '..%2f', '%252e', '....//'];
  const protocols = [
    'file:///etc/passwd',
    'concat:a|b',
    'subfile,,start,0,end,0,,:/etc/passwd',
    'pipe:0',
    '-i',
    '-f lavfi',
  ];
  test.each([...paths, ...protocols, 'data:video/mp4;base64,AAAA', 'a'.repeat(48), 'http://127.0.0.1/x.mp4'])(
    'for the video %j',
    async (userVideoPath) => {
      const answers = [
        await merge({ userVideoPath }),
        await merge({ proVideoId: null, proVideoPath: userVideoPath || 'x' }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.error]).toEqual([404, 'Video not found. Please upload it again.']);
      }
    },
  );

  test('for another visitor’s video as for an unknown one', async () => {
    const stranger = new TestVisitor(compared.server.url);
    const [foreign, unknown] = [
      await stranger.call('mergeVideos', { body: mergeBody() }),
      await stranger.call('mergeVideos', { body: mergeBody({ userVideoPath: 'unknown' }) }),
    ];
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  });

  const refusals: (readonly [string, Change, number, string])[] = [
    ...['abc', '0x10', ' ', '1,5', '1.2abc', true, [1], {}, -5, '1.2'].map(
      (time) => [`the time ${JSON.stringify(time)}`, { userTopTime: time }, 400, 'Invalid time (userTopTime)'] as const,
    ),
    ...['Strike', 'strike -vf x', '__proto__', ['strike'], null, 7].map(
      (type) =>
        [`the alignment ${JSON.stringify(type)}`, { alignmentType: type }, 400, 'Invalid alignment type'] as const,
    ),
    ['strike before top', { userStrikeTime: 0.5 }, 422, 'Positions must be in the order rest, top, strike'],
    ['top before rest', { userRestTime: 1 }, 422, 'Positions must be in the order rest, top, strike'],
    [
      'rest at the strike',
      { userRestTime: 1.2, userTopTime: null },
      422,
      'Positions must be in the order rest, top, strike',
    ],
    ['a mark beyond the end', { userStrikeTime: 9999 }, 422, 'The marked position is outside the video'],
    ['no strike', { userStrikeTime: null }, 422, 'Please upload a video and mark all positions'],
    [
      'no top for the tops',
      { userTopTime: null, alignmentType: 'top' },
      422,
      'Please upload a video and mark all positions',
    ],
    [
      'no rest for all positions',
      { userRestTime: null, alignmentType: 'all' },
      422,
      'Please upload a video and mark all positions',
    ],
    [
      'tempos that cannot be matched',
      { userRestTime: 0.9, userTopTime: 1, userStrikeTime: 1.2, alignmentType: 'all' },
      422,
      'The two swings’ tempos are too unlike to match every position. Please check the marks, or align at the strike or the top.',
    ],
    ['both pros', { proVideoPath: 'x' }, 400, 'Please send either a pro golfer or a custom pro video, not both'],
    ['no pro', { proVideoId: null }, 422, 'Please select a pro golfer or upload a custom pro video'],
    ['an unknown golfer', { proVideoId: 4711 }, 404, 'Professional golfer not found'],
    ['a golfer who is no number', { proVideoId: '1 OR 1=1' }, 400, 'Invalid pro golfer id'],
  ];
  test.each(refusals)('for %s', async (_, change, status, sentence) => {
    const answer = await merge(change);
    expect([answer.status, answer.body.error, answer.body.message]).toEqual([status, sentence, sentence]);
  });

  test('while the upload is incomplete', async () => {
    await compared.visitor.sendChunk({
      chunkIndex: 0,
      totalChunks: 2,
      fileName: 'a.mp4',
      fileId: 'half',
      chunk: 'AAAA',
    });
    expect((await merge({ userVideoPath: 'half' })).status).toBe(404);
    await compared.visitor.call('cancelUpload', { params: { fileId: 'half' } });
  });
});

test('accepts marks at the first and the last frame, reads −0 as 0, and rejects infinity', async () => {
  const ends = { userRestTime: 0, userTopTime: 1, userStrikeTime: 1.9666667 };
  expect((await merge(ends)).status).toBe(200);
  const headers = { 'content-type': 'application/json' };
  for (const [time, status] of [
    ['-0.0', 200],
    ['1e999', 400],
    ['-1e-9', 400],
  ] as const) {
    const body = JSON.stringify(mergeBody(ends)).replace('"userRestTime":0', `"userRestTime":${time}`);
    const answer = await compared.visitor.fetch('/api/merge-videos-chunked', { method: 'POST', headers, body });
    expect([time, answer.status]).toEqual([time, status]);
  }
});
