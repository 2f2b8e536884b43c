// A public demo, READ_ONLY=on: visitors compare swings, and nothing of the site can be changed, not even by its administrator.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '#contract/routes.ts';
import { SEALED_BEGINNING, SEALED_NAME } from '#contract/shares.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { type RunningServer, startServer } from '#tests/server/running-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ READ_ONLY: 'on', GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' });
});
afterAll(() => server.stop());

/** Calls of visitors, and the administrator's log-in. */
const OTHERS: readonly string[] = [
  ...['signUp', 'signOut', 'requestAccountDeletion', 'adminLogin', 'adminLogout'],
  ...['uploadChunk', 'cancelUpload', 'deleteMyVideos', 'createShare', 'shareState', 'withdrawShare'],
  ...['makePreview', 'mergeVideos', 'mergeDemo', 'downloadSpeed', 'renderDrawings', 'cancelJob'],
];
const CHANGES = Object.entries(ROUTES).filter(([call, { method }]) => method !== 'GET' && !OTHERS.includes(call));
const PARTS: Readonly<Record<string, string>> = { ':id': '1'.repeat(32), ':name': '2026-01-01T00-00-00Z' };

test.each(CHANGES)('%s is refused to the administrator', async (_, { method, path }) => {
  const address = path.replace(/:\w+/g, (part) => PARTS[part] ?? part);
  const admin = await server.newAdmin();
  const answer = await admin.fetch(address, { method });
  expect([answer.status, (await answer.json()).code]).toEqual([403, 'read-only']);
});

test('nobody signs up', async () => {
  const form = { email: 'ann@club.example', username: 'ann', password: 'my putter is lucky' };
  const answer = await server.newBrowser().post('/api/auth/signup', { ...form, confirmPassword: form.password });
  expect(await answer.json()).toMatchObject({
    code: 'read-only',
    error: 'This is a demo site, so nothing of it can be changed. Please try this on a site of your own.',
  });
  expect(await server.newBrowser().json('/api/auth/google')).toMatchObject({ code: 'google-not-configured' });
});

test('a visitor’s video is taken and previewed, and links are off', async () => {
  const visitor = new TestVisitor(server.origin);
  const { path } = await numberedClip({ codec: 'mpeg4', container: 'avi', frames: 60 });
  const { filePath } = (await visitor.upload('swing', await readFile(path), 'swing.avi')).body;
  expect((await visitor.call('makePreview', { body: { filePath } })).status).toBe(200);
  const file = Buffer.concat([Buffer.from(SEALED_BEGINNING), Buffer.alloc(1000)]);
  expect((await visitor.upload('0'.repeat(32), file, SEALED_NAME)).body.code).toBe('not-available');
});
