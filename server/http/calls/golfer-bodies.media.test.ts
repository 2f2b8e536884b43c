// The administrator's browser stores the body that it has seen in a golfer's video. Who and what is refused: case 180.
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminGolfer, GolferDetail } from '#contract/golfers.ts';
import { drawnGolferBody } from '#tests/fixtures/drawn-body.ts';
import { golferLibraryForTests } from '#tests/server/golfer-library.ts';

const library = golferLibraryForTests();
let golfer: GolferDetail;
let body: ReturnType<typeof drawnGolferBody>;

beforeAll(async () => {
  golfer = (await (await library.upload(library.form())).json()) as GolferDetail;
  body = drawnGolferBody(golfer.clip);
});

const put = (part: 'body' | 'filmed', value: unknown, by = library.admin, id: number = golfer.id) =>
  by.fetch(`/api/pro/${id}/${part}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });
const stored = async () => (await library.list()).find(({ id }) => id === golfer.id);

describe('a golfer’s body', () => {
  it('is public under its own address, and sets the view and the hand that it shows [S7.16]', async () => {
    expect([golfer.view, golfer.hand, golfer.bodyUrl]).toEqual([null, null, null]);
    const answer = await put('body', body);
    expect(answer.status).toBe(200);
    const { bodyUrl, ...kept } = (await answer.json()) as AdminGolfer;
    expect(kept).toMatchObject({ id: golfer.id, restTime: 0.5, view: 'face-on' });
    const visitor = library.server.newBrowser();
    const served = await visitor.fetch(String(bodyUrl));
    expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await served.json()).toEqual(body);
    expect(await visitor.json(`/api/pro/${golfer.id}`)).toMatchObject({ bodyUrl, view: 'face-on' });

    // Another one has another address, and the earlier one is gone.
    const next = (await (await put('body', { ...body, outlines: null })).json()) as AdminGolfer;
    expect(next.bodyUrl).not.toBe(bodyUrl);
    expect((await visitor.fetch(String(bodyUrl))).status).toBe(404);
    expect((await visitor.fetch('/uploads/bodies/..%2Fgolfers')).status).toBe(404);
    await library.expectNoStrays();
  });

  it('does not override the view and the hand set by the administrator', async () => {
    const filmed = { view: 'down-the-line', hand: 'left' };
    expect(await (await put('filmed', filmed)).json()).toMatchObject(filmed);
    await put('body', body);
    expect(await stored()).toMatchObject(filmed);
    expect((await put('filmed', { view: 'above', hand: 'left' })).status).toBe(400);
    expect((await put('filmed', filmed, library.admin, 999_999)).status).toBe(404);
    expect((await put('filmed', { view: null, hand: null }, library.server.newBrowser())).status).toBe(401);
    expect(await stored()).toMatchObject(filmed);
    expect(await (await put('filmed', { view: null, hand: null })).json()).toMatchObject({ view: null, hand: null });
  });
});
