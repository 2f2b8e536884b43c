// The administrator's browser stores the body that it has seen in a golfer's video; nobody else can.
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminGolfer, GolferDetail } from '#contract/golfers.ts';
import { MAX_GOLFER_BODY_BYTES } from '#domain/library/golfer-body.ts';
import { drawnGolferBody } from '#tests/fixtures/drawn-body.ts';
import { golferLibraryForTests } from '#tests/server/golfer-library.ts';
import { messageOf } from '#tests/server/golfer-upload.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';

const library = golferLibraryForTests();
let golfer: GolferDetail;
let body: ReturnType<typeof drawnGolferBody>;

beforeAll(async () => {
  golfer = (await (await library.upload(library.form())).json()) as GolferDetail;
  body = drawnGolferBody(golfer.clip);
});

interface PutOptions {
  readonly id?: string;
  readonly by?: TestBrowser;
  readonly headers?: Record<string, string>;
}

const put = (part: 'body' | 'filmed', value: unknown, { id, by, headers }: PutOptions = {}) =>
  (by ?? library.admin).fetch(`/api/pro/${id ?? golfer.id}/${part}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof value === 'string' ? value : JSON.stringify(value),
  });
const stored = async () => (await library.list()).find(({ id }) => id === golfer.id);

describe('a golfer’s body', () => {
  it('is served to everybody under an address of its own, with the view and hand that it shows', async () => {
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
    const next = (await (await put('body', { ...body, silhouettes: [] })).json()) as AdminGolfer;
    expect(next.bodyUrl).not.toBe(bodyUrl);
    expect((await visitor.fetch(String(bodyUrl))).status).toBe(404);
    expect((await visitor.fetch('/uploads/bodies/..%2Fgolfers')).status).toBe(404);
    await library.expectNoStrays();
  });

  it('is not taken from a visitor, from another site, or in the wrong form, and nothing changes', async () => {
    const before = await stored();
    const other = drawnGolferBody({ ...golfer.clip, widthPx: 322 });
    const tooLarge = `${' '.repeat(MAX_GOLFER_BODY_BYTES)}{}`;
    const visitor = library.server.newBrowser();
    for (const [status, answer] of [
      [401, await put('body', body, { by: visitor })],
      [401, await put('body', tooLarge, { by: visitor })],
      [403, await put('body', body, { headers: { 'sec-fetch-site': 'cross-site' } })],
      [404, await put('body', body, { id: '999999' })],
      [404, await put('body', body, { id: '1e3' })],
      [413, await put('body', tooLarge)],
      [400, await put('body', { ...body, extra: 1 })],
      [400, await put('body', { ...body, version: 2 })],
      [400, await put('body', '{"version":1,"track":{"version":1,"widthPx":1e999}}')],
      [400, await put('body', other)],
    ] as const) {
      expect([status, answer.status, await messageOf(answer)]).toEqual([status, status, expect.stringMatching(/\w+/)]);
    }
    expect(await messageOf(await put('body', other))).toMatch(/^This body is not of the golfer’s video/);
    expect(await stored()).toEqual(before);
    await library.expectNoStrays();
  });

  it('does not overrule what the administrator says of view and hand', async () => {
    const filmed = { view: 'down-the-line', hand: 'left' };
    expect(await (await put('filmed', filmed)).json()).toMatchObject(filmed);
    await put('body', body);
    expect(await stored()).toMatchObject(filmed);
    expect((await put('filmed', { view: 'above', hand: 'left' })).status).toBe(400);
    expect((await put('filmed', filmed, { id: '999999' })).status).toBe(404);
    expect((await put('filmed', { view: null, hand: null }, { by: library.server.newBrowser() })).status).toBe(401);
    expect(await stored()).toMatchObject(filmed);
    expect(await (await put('filmed', { view: null, hand: null })).json()).toMatchObject({ view: null, hand: null });
  });
});
