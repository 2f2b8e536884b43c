// One process on PostgreSQL, with media in its folder: all work of visitors goes through the shared queue.
import { describe, expect, test } from 'vitest';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { golferForm, sendGolfer } from '#tests/server/golfer-upload.ts';
import { mergeBodyOf } from '#tests/server/merge-body.ts';
import { startServer } from '#tests/server/running-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl } from '#tests/stores/test-database.ts';

describe.skipIf(!HAS_POSTGRES)(`a process on PostgreSQL${NEEDS_POSTGRES}`, () => {
  test('compares, refuses and deletes as on the embedded database, also after a restart', async () => {
    const settings = { DATABASE_URL: await newPostgresUrl(null), PUBLIC_URL: 'http://swing.example' };
    const first = await startServer(settings);
    const clip = await siteClip();
    const golfer = await sendGolfer(await first.newAdmin(), golferForm(new Uint8Array(clip), { name: 'Ada' }));
    expect(golfer.status).toBe(200);
    const { id } = (await golfer.json()) as { id: number };
    const before = new TestVisitor(first.origin);
    const refused = await before.upload('words', Buffer.from('not a video'));
    expect([refused.status, refused.body.code]).toEqual([422, 'not-a-video']);
    const swing = (await before.upload('swing', clip)).body.filePath;
    const body = mergeBodyOf(swing, id);
    const merged = await before.call('mergeVideos', { body });
    expect(merged.status, JSON.stringify(merged.body)).toBe(200);

    const server = await first.restart();
    const visitor = before.at(server.origin);
    expect((await visitor.call('mergeVideos', { body })).body).toEqual(merged.body);
    expect((await visitor.fetch(String(merged.body.mergedVideoUrl))).status).toBe(200);
    expect((await visitor.fetch('/api/pro/999999999999999')).status).toBe(404);
    const drawing = { from: { x: 1, y: 1 }, to: { x: 9, y: 90 }, color: '#ff0000', width: 3, timestamp: 0 };
    const drawn = { videoUrl: merged.body.mergedVideoUrl, drawings: [drawing], videoWidth: 320, videoHeight: 120 };
    expect((await visitor.call('renderDrawings', { body: drawn })).status).toBe(200);
    expect((await visitor.call('deleteMyVideos')).status).toBe(200);
    expect((await visitor.fetch(String(merged.body.mergedVideoUrl))).status).toBe(404);
    expect((await visitor.call('listJobs')).body).toEqual({ jobs: [] });
    await server.stop();
  });
});
