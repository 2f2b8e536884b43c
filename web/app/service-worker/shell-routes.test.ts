// The requests that the service worker answers, and those that it never touches.
import { describe, expect, test } from 'vitest';
import { isFile, type RequestFacts, type Shell, shellRequest } from './shell-routes.ts';

const ORIGIN = 'https://swingmark.example';
const SHELL: Shell = { version: '1', files: ['/assets/app-1.js'], laterFiles: ['/assets/later/pose-1.tflite'] };

const ask = (path: string, facts: Partial<RequestFacts> = {}) =>
  shellRequest({ method: 'GET', mode: 'cors', hasRange: false, url: ORIGIN + path, ...facts }, ORIGIN, SHELL);

describe('the service worker answers', () => {
  test.each([
    ['/', '/'],
    ['/?shared=1', '/'],
    ['/How-To-Use/', '/how-to-use'],
  ])('a visit to %s with the page of %s', (path, address) => {
    expect(ask(path, { mode: 'navigate' })).toEqual({ kind: 'page', address });
  });

  test('a file of its own build', () => {
    expect(ask('/assets/app-1.js')).toEqual({ kind: 'file' });
  });

  test('a file that is fetched when it is needed', () => {
    expect(ask('/assets/later/pose-1.tflite')).toEqual({ kind: 'later-file' });
    expect(ask('/assets/later/pose-2.tflite')).toBeNull();
  });

  test('a shared clip', () => {
    expect(ask('/share-target', { method: 'POST', mode: 'navigate' })).toEqual({ kind: 'share' });
  });
});

describe('the service worker leaves alone', () => {
  test.each<[string, string, Partial<RequestFacts>]>([
    ['a call', '/api/pro/list', {}],
    ['a way through the server', '/api/auth/google', { mode: 'navigate' }],
    ['an upload', '/api/upload-chunk', { method: 'POST' }],
    ['a merged video', '/media/abc.mp4', { mode: 'no-cors' }],
    ['a part of a file', '/assets/app-1.js', { hasRange: true }],
    ['a thumbnail', '/uploads/thumbnails/1.jpg', { mode: 'no-cors' }],
    ['the hero’s video', '/content/hero/hero.mp4', { mode: 'no-cors' }],
    ['a file of another build', '/assets/app-2.js', {}],
    ['an address that it does not know', '/nowhere', { mode: 'navigate' }],
    ['a page that is asked for as data', '/how-to-use', {}],
    ['another site', '', { url: 'https://elsewhere.example/', mode: 'navigate' }],
  ])('%s', (_, path, facts) => {
    expect(ask(path, facts)).toBeNull();
  });
});

describe('the service worker keeps', () => {
  const answer = (type: string, facts: Partial<Pick<Response, 'ok' | 'redirected'>> = {}) =>
    isFile({ ok: true, redirected: false, headers: new Headers({ 'content-type': type }), ...facts });

  test('a file of the site', () => {
    expect(answer('application/wasm')).toBe(true);
    expect(answer('text/javascript')).toBe(true);
  });

  test('no page in the place of a file, as a network that wants a log-in sends it', () => {
    expect(answer('text/html; charset=utf-8')).toBe(false);
    expect(answer('application/wasm', { redirected: true })).toBe(false);
    expect(answer('application/wasm', { ok: false })).toBe(false);
  });
});
