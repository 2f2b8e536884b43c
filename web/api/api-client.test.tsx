// The calls as specification §7 and §8 describe them, and the default data loader.
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, Refusal, refusal } from '#tests/web/answer-calls.ts';
import { words } from '#web/words/words.ts';
import { ApiError, callApi } from './api-client.ts';

afterEach(() => vi.unstubAllGlobals());

test('sends cookies with each call, and a JSON content type only with a body [S7.1]', async () => {
  const server = answerCalls({ adminLogin: () => ({ success: true }), deleteMyVideos: () => ({ success: true }) });
  vi.stubGlobal('fetch', server.fetch);
  await callApi('adminLogin', { body: { password: 'fore' } });
  await callApi('deleteMyVideos', {});
  const [withBody, withoutBody] = server.asked;
  expect(withBody?.init).toMatchObject({ credentials: 'include', headers: { 'content-type': 'application/json' } });
  expect(withBody?.body).toEqual({ password: 'fore' });
  expect(withoutBody?.init.credentials).toBe('include');
  expect(withoutBody?.init.headers).toBeUndefined();
});

test('escapes values in the path', async () => {
  const server = answerCalls({ cancelJob: () => ({ success: true }) });
  vi.stubGlobal('fetch', server.fetch);
  await callApi('cancelJob', { params: { id: 'a/b?c' } });
  expect(server.asked[0]?.path).toBe('/api/jobs/a%2Fb%3Fc');
});

test('throws "status: body" for an error response, or the status text when the body is empty [S8.1]', async () => {
  const answers = [new Refusal(418, 'short and stout'), new Refusal(502, '', 'Bad Gateway')];
  vi.stubGlobal('fetch', answerCalls({ listJobs: () => answers.shift() ?? { jobs: [] } }).fetch);
  await expect(callApi('listJobs', {})).rejects.toThrow(/^418: short and stout$/);
  await expect(callApi('listJobs', {})).rejects.toThrow(/^502: Bad Gateway$/);
});

test('puts the message and the code of a refusal on the error', async () => {
  vi.stubGlobal('fetch', answerCalls({ listJobs: () => refusal(404, 'There is no such job', 'job-not-found') }).fetch);
  const error = await callApi('listJobs', {}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 404, sentence: 'There is no such job', code: 'job-not-found' });
});

test('names the proxy when a proxy refuses a large body with a page of its own [F57]', async () => {
  const answers = [new Refusal(413, '<html>413 Request Entity Too Large</html>'), new Refusal(502, '<html>502</html>')];
  vi.stubGlobal('fetch', answerCalls({ listJobs: () => answers.shift() ?? { jobs: [] } }).fetch);
  await expect(callApi('listJobs', {})).rejects.toMatchObject({ sentence: words.api.refusedByProxy, code: null });
  await expect(callApi('listJobs', {})).rejects.toMatchObject({ sentence: null });
});
