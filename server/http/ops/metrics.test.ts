import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '#tests/server/running-server.ts';

const TOKEN = 'a token for the monitoring';
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN: TOKEN });
});
afterAll(() => server.stop());

const ask = (authorization?: string) =>
  server.newBrowser().fetch('/metrics', { headers: authorization === undefined ? {} : { authorization } });

describe('the metrics', () => {
  it('is Prometheus text', async () => {
    await server.newBrowser().fetch('/api/nothing');
    const answer = await ask(`Bearer ${TOKEN}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    for (const name of [
      'jobs',
      'queue_length',
      'job_mean_seconds',
      'stored_bytes',
      'event_loop_delay_seconds',
      'requests_total',
    ]) {
      expect(text).toContain(`# TYPE swingmark_${name} `);
    }
    expect(text).toContain('swingmark_queue_length 0\n');
    expect(text).toContain('swingmark_stored_bytes{bucket="golfers"} 0\n');
    expect(text).toMatch(/swingmark_requests_total\{status="404"\} [1-9]/);
    expect(text).toMatch(/swingmark_event_loop_delay_seconds\{quantile="0.99"\} \d\S*\n/);
    for (const line of text.trim().split(/\n+/)) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? \S+)$/);
  });

  it.each([undefined, '', 'Bearer', 'Bearer wrong', TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}x`])(
    'is refused with the token %j',
    async (authorization) => {
      const answer = await ask(authorization);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(await answer.text()).not.toContain('swingmark_');
    },
  );

  it('measures the stored bytes again after a failed measurement [F40]', async () => {
    const broken = await startServer({ METRICS_TOKEN: TOKEN });
    const read = () => broken.newBrowser().fetch('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
    const folder = join(broken.dataDir, 'media', 'results');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'a file where a folder should be');
    expect((await read()).status).toBe(500);
    await rename(`${folder}`, `${folder}-file`);
    await rename(`${folder}-away`, folder);
    expect(await (await read()).text()).toContain('swingmark_stored_bytes{bucket="results"} 0\n');
    await broken.stop();
  });

  it('does not exist without the setting', async () => {
    const plain = await startServer();
    const answer = await plain.newBrowser().fetch('/metrics', { headers: { authorization: 'Bearer ' } });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not-found' });
    await plain.stop();
  });
});
