// Which files count as uploaded, and how expired uploads are replaced.
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '#web/api/api-client.ts';
import { clearSession } from './comparison-session.ts';
import { knownUpload, rememberUpload, withFreshUploads } from './known-uploads.ts';

afterEach(clearSession);

const clip = (name: string) => new File([name], name, { type: 'video/mp4', lastModified: 7 });
const gone = () =>
  new ApiError({ status: 404, statusText: '', body: JSON.stringify({ error: 'Gone', code: 'video-not-found' }) });

test('removes both expired uploads of a comparison and runs the work again', async () => {
  const files = [clip('mine.mp4'), clip('pro.mp4')];
  for (const file of files) await rememberUpload(file, { filePath: `handle of ${file.name}` });
  const knownEachTime: (string | null)[][] = [];
  const work = async () => {
    const known = await Promise.all(files.map(knownUpload));
    knownEachTime.push(known.map((upload) => upload?.filePath ?? null));
    if (known.some((upload) => upload !== null)) throw gone();
    return 'compared';
  };
  expect(await withFreshUploads(files, work)).toBe('compared');
  expect(knownEachTime).toEqual([
    ['handle of mine.mp4', 'handle of pro.mp4'],
    [null, null],
  ]);
});

test('does not repeat failed work for files that were never uploaded', async () => {
  let tries = 0;
  const work = () => {
    tries += 1;
    return Promise.reject(gone());
  };
  await expect(withFreshUploads([clip('mine.mp4')], work)).rejects.toThrow('404');
  expect(tries).toBe(1);
});
