// deploy/nginx.conf in Debian's nginx, with a certificate as on a real site.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#tests/server/local-port.ts';
import { until } from '#tests/until.ts';
import { type StandIn, startProgram, startStandIn } from './test-proxy.ts';

const SHIPPED = join(import.meta.dirname, '../../deploy/nginx.conf');
/** Stands for the shipped time limit, which is too long for a test. */
const LIMIT = '2s';
const PATHS = ['/api/merge', '/api/pro/upload'];

let folder = '';
let port = 0;
let web: StandIn;
let nginx: ReturnType<typeof startProgram>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-nginx-'));
  port = await freePort();
  web = await startStandIn((incoming, response) => {
    incoming.resume();
    // Without an end of its own the request runs into the proxy's time limit.
    incoming.on('end', () => incoming.url?.includes('hang') || response.end('ok'));
  });
  const key = ['-keyout', 'key.pem', '-out', 'certificate.pem', '-subj', '/CN=swing.example'];
  await execa('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...key], { cwd: folder });
  const shipped = await readFile(SHIPPED, 'utf8');
  expect(shipped).toContain('proxy_read_timeout 330s;');
  await writeFile(
    join(folder, 'swingmark.conf'),
    shipped.replaceAll('127.0.0.1:3000', web.address).replace('330s', LIMIT),
  );
  await writeFile(join(folder, 'nginx.conf'), configuration());
  nginx = startProgram(['nginx', '-p', folder, '-c', 'nginx.conf', '-e', 'stderr']);
  await until('nginx answers', () =>
    sent('/').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
});
afterAll(async () => {
  await nginx.stop();
  web.close();
  await rm(folder, { recursive: true, force: true });
});

/** The configuration of a site that includes the shipped file. */
function configuration(): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; master_process off; pid ${folder}/pid; events {}
http {
  access_log off; ${temporary.join(' ')}
  server {
    listen 127.0.0.1:${port} ssl;
    server_name swing.example;
    ssl_certificate ${folder}/certificate.pem;
    ssl_certificate_key ${folder}/key.pem;
    include ${folder}/swingmark.conf;
  }
}`;
}

/** Sends a request to nginx as a visitor of the site does. */
async function sent(
  path: string,
  { body = '', headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
) {
  return new Promise<{ status: number | undefined }>((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body ? 'POST' : 'GET',
        rejectUnauthorized: false,
        headers: { host: 'swing.example', ...headers },
      },
      (response) => resolve({ status: response.resume().statusCode }),
    );
    outgoing.on('error', reject).end(body);
  });
}

test.each(PATHS)(
  'gives %s the time limit of a video, and passes on the visitor’s protocol, host and address [F17]',
  async (path) => {
    await sent(path, {
      headers: { 'x-forwarded-host': 'localhost', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' },
    });
    expect(web.lastHeaders).toMatchObject({
      host: 'swing.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
    });
    expect(web.lastHeaders).not.toHaveProperty('x-forwarded-host');
    expect((await sent(`${path}${path === '/api/merge' ? '/' : '?'}hang`)).status).toBe(504);
  },
);

test('lets chunks and golfers’ videos through, and no larger body [F17]', async () => {
  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024);
  expect(await sent('/api/upload/chunk', { body: megabytes(2) })).toEqual({ status: 200 });
  expect(await sent('/api/upload/chunk', { body: megabytes(3) })).toEqual({ status: 413 });
  expect(await sent('/api/pro/upload', { body: megabytes(20) })).toEqual({ status: 200 });
});
