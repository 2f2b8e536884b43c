import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lastFrameTime } from '#domain/video/clip.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { golferLibraryForTests } from '#tests/server/golfer-library.ts';
import { type FormChange, makeClip, messageOf, videoFile } from '#tests/server/golfer-upload.ts';
import { contentKeyOf } from '#web/kept/content-key.ts';

const BLANK = 'Please provide a name and select a video file';
const UNMARKED = 'Please mark all key positions in the video';

const library = golferLibraryForTests();
const { form, upload, list, expectNoStrays } = library;

describe('adding a golfer', () => {
  it('stores the form, the video and a thumbnail of the top [S2.5 S7.8]', async () => {
    const answer = await upload(form({ name: 'Annika' }));
    expect(answer.status).toBe(200);
    const golfer = (await answer.json()) as Record<string, unknown>;
    expect(golfer).toMatchObject({
      name: 'Annika',
      majorChampionships: 3,
      club: 'Driver',
      height: `6'1"`,
      restTime: 0.5,
      topTime: 1.2,
      strikeTime: 1.6,
    });
    const picture = await library.server.newBrowser().fetch(String(golfer.thumbnailUrl));
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    const stored = await library.server
      .newBrowser()
      .fetch(String(golfer.videoUrl), { headers: { range: 'bytes=0-9' } });
    expect(stored.status).toBe(206);
    expect(stored.headers.get('content-type')).toBe('video/mp4');
    expect(await library.server.newBrowser().json(`/api/pro/${golfer.id}`)).toEqual(golfer);
    await expectNoStrays();
  });

  it('makes a small silent loop of the swing in real time for its card', async () => {
    const answer = await upload(form({ name: 'Looped', slowMotionFactor: '2' }));
    const { id } = (await answer.json()) as { id: number };
    const loopUrl = (await list()).find((golfer) => golfer.id === id)?.loopUrl;
    const loop = await library.server.newBrowser().fetch(String(loopUrl));
    expect(loop.headers.get('content-type')).toBe('video/mp4');
    const folder = await mkdtemp(join(tmpdir(), 'swingmark-loop-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'loop.mp4'), Buffer.from(await loop.arrayBuffer()));
    const { clip, source } = await probeClip(
      { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' },
      join(folder, 'loop.mp4'),
    );
    expect([source.codec, clip.widthPx <= 480]).toEqual(['h264', true]);
    expect(lastFrameTime(clip)).toBeLessThan(1.6);
    await expectNoStrays();
  });

  it('accepts the fields in any order, the video first or last', async () => {
    const order = ['video', 'strikeTime', 'topTime', 'restTime', 'height', 'club', 'name', 'majorChampionships'];
    expect((await upload(form({}, order))).status).toBe(200);
    expect((await upload(form({}, order.toReversed()))).status).toBe(200);
  });

  it('119: the list has the marked times for the administrator only [S3.2 S6.2 S7.4]', async () => {
    await upload(form({ name: 'Listed' }));
    const own = (await list()).find(({ name }) => name === 'Listed');
    expect(own).toMatchObject({ restTime: 0.5, topTime: 1.2, strikeTime: 1.6 });
    const seen = (await list(library.server.newBrowser())).find(({ name }) => name === 'Listed') ?? {};
    const fields = [
      'club',
      'hand',
      'height',
      'id',
      'level',
      'loopUrl',
      'majorChampionships',
      'name',
      'tag',
      'tempo',
      'thumbnailUrl',
    ];
    expect(Object.keys(seen).sort()).toEqual(['bodyUrl', ...fields, 'videoUrl', 'view']);
  });

  it.each<[FormChange, number, string]>([
    [{ name: '' }, 400, BLANK],
    [{ name: '  ' }, 400, BLANK],
    [{ name: null }, 400, BLANK],
    [{ video: null }, 400, BLANK],
    [{ video: new File([], '') }, 400, BLANK],
    [{ video: 'a text' }, 400, BLANK],
    [{ restTime: '0' }, 400, UNMARKED],
    [{ topTime: '' }, 400, UNMARKED],
    [{ strikeTime: null }, 400, UNMARKED],
    [{ majorChampionships: 'abc' }, 400, 'Major championships is a whole number'],
    [{ majorChampionships: '-3' }, 400, 'Major championships is a whole number'],
    [{ topTime: 'NaN' }, 400, 'Invalid time (topTime)'],
    [{ name: 'x'.repeat(10_000) }, 400, 'Please use a shorter name'],
    [{ name: 'x'.repeat(20_000) }, 400, 'The field name is too long'],
    [{ strikeTime: '9.9' }, 422, 'The marked position is outside the video'],
    [{ strikeTime: '1.0' }, 422, 'Positions must be in the order rest, top, strike'],
    [{ video: videoFile(new Uint8Array(5000), 'noise.mp4') }, 422, 'This file could not be read as a video'],
    [{ video: videoFile(new Uint8Array(0), 'nothing.mp4') }, 422, 'The video is empty'],
    [
      { video: videoFile(new Uint8Array(9), 'page.html', 'text/html') },
      415,
      'Invalid file type. Please select a video file (MP4, MOV, AVI, MKV, WebM, M4V, 3GP, FLV, WMV)',
    ],
  ])('104: %o is refused with %i %j, and nothing is stored', async (change, status, words) => {
    const before = await list();
    const answer = await upload(form(change));
    expect([answer.status, await messageOf(answer)]).toEqual([status, words]);
    expect(await list()).toEqual(before);
    await expectNoStrays();
  });

  it('104: an empty number of majors is 0 [S5.5]', async () => {
    const answer = await upload(form({ majorChampionships: '' }));
    expect(await answer.json()).toMatchObject({ majorChampionships: 0 });
  });

  it('105: a name that is code is kept as text', async () => {
    const name = '"><img src=x onerror=alert(1)>';
    expect(await (await upload(form({ name }))).json()).toMatchObject({ name });
  });

  it('107: fields that no form has are not stored', async () => {
    const extra = { id: '9999', thumbnailUrl: '/etc/passwd', path: '/etc/passwd', isAdmin: 'true', level: 'x' };
    const golfer = (await (await upload(form(extra))).json()) as Record<string, unknown>;
    expect(golfer.id).not.toBe(9999);
    expect(golfer.thumbnailUrl).toMatch(/^\/uploads\/thumbnails\/[\w-]+\.jpg$/);
    expect(golfer.level).toBeNull();
  });

  it('accepts any kind of video by its content', async () => {
    const bytes = await makeClip('avi', ['-c:v', 'mpeg4']);
    expect((await upload(form({ video: videoFile(bytes, 'really-an-avi.mov', 'video/quicktime') }))).status).toBe(200);
  });

  it('145: the same golfer sent again after a lost response is stored once', async () => {
    const change = { name: 'Twice' };
    const [first, second] = [await upload(form(change)), await upload(form(change))];
    const ids = [first, second].map(async (answer) => ((await answer.json()) as { id: number }).id);
    expect(await ids[0]).toBe(await ids[1]);
    expect((await list()).filter(({ name }) => name === 'Twice')).toHaveLength(1);
    await expectNoStrays();
  });

  it('144: a golfer whose picture cannot be stored is not stored partially', async () => {
    const bucket = join(library.server.dataDir, 'media/thumbnails');
    const before = await list();
    await rename(bucket, `${bucket}-away`);
    const answer = await upload(form());
    await rename(`${bucket}-away`, bucket);
    expect(answer.status).toBe(500);
    expect(await list()).toEqual(before);
    await expectNoStrays();
  });
});

describe('a video that must be new', () => {
  const mustBeNew = { mustBeNew: 'true' };
  /** Another video each: the same packets in another container are the same video. */
  const everyKeyFrame = (frames: number) => ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', String(frames)];
  const inLibrary = (name: string) =>
    `This video is already in the library, as “${name}”. To publish it again, delete that golfer first.`;

  it('is stored once, with its view, its hand and the key of its content', async () => {
    const video = videoFile(await makeClip('mp4', everyKeyFrame(7)), 'new.mp4');
    const sent = { ...mustBeNew, video, name: 'New', view: 'face-on', hand: 'left' };
    expect(await (await upload(form(sent))).json()).toMatchObject({ view: 'face-on', hand: 'left' });
    const stored = (await list()).filter(({ name }) => name === 'New');
    expect(stored).toMatchObject([{ contentKey: await contentKeyOf(video) }]);

    // Also after a lost response, and with another name and other marks.
    for (const change of [sent, { ...sent, name: 'Another', restTime: '0.6' }]) {
      const answer = await upload(form(change));
      expect([answer.status, await messageOf(answer)]).toEqual([409, inLibrary('New')]);
    }
    expect((await list()).filter(({ name }) => name === 'New' || name === 'Another')).toHaveLength(1);
    // The form for one golfer may publish another swing of the same video.
    expect((await upload(form({ video, name: 'Another' }))).status).toBe(200);
    await expectNoStrays();
  });

  it('is stored once when two requests send it at the same time', async () => {
    const video = videoFile(await makeClip('mp4', everyKeyFrame(11)), 'raced.mp4');
    const answers = await Promise.all(['One', 'Two'].map((name) => upload(form({ ...mustBeNew, video, name }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await expectNoStrays();
  });

  it('is recognized where an earlier version stored no key', async () => {
    const video = videoFile(await makeClip('mp4', ['-c:v', 'mpeg4']), 'old.mp4');
    expect((await upload(form({ video, name: 'Old' }))).status).toBe(200);
    const db = await openDatabase(join(library.server.dataDir, 'swingmark.db'));
    await db.updateTable('golfers').set({ content_key: null }).where('name', '=', 'Old').execute();
    await db.destroy();
    const answer = await upload(form({ ...mustBeNew, video }));
    expect([answer.status, await messageOf(answer)]).toEqual([409, inLibrary('Old')]);
  });
});

describe('authorization', () => {
  it('118: 500 MB from a stranger are refused before they are read [S6.2]', async () => {
    const boundary = 'stranger';
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': 500_000_000 };
    const request = httpRequest(`${library.server.origin}/api/pro/upload`, { method: 'POST', headers });
    request.on('error', () => undefined);
    request.write(`--${boundary}\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\n\r\n`);
    let sentBytes = 0;
    const piece = Buffer.alloc(1024 * 1024);
    const pump = setInterval(() => {
      if (!request.destroyed && request.write(piece)) sentBytes += piece.length;
    }, 5);
    const status = await new Promise((resolve) => {
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    expect(status).toBe(401);
    const closed = await Promise.race([
      new Promise((resolve) => request.on('close', () => resolve(true))),
      sleep(10_000),
    ]);
    clearInterval(pump);
    request.destroy();
    expect(closed).toBe(true);
    expect(sentBytes).toBeLessThan(100_000_000);
    await expectNoStrays();
  });

  it('118: a visitor has to log in, and another spelling of the address does not bypass that', async () => {
    const visitor = library.server.newBrowser();
    expect((await upload(form(), visitor)).status).toBe(401);
    const other = await visitor.fetch('/API/PRO/UPLOAD', { method: 'POST', body: form() });
    expect([401, 404, 415]).toContain(other.status);
    await expectNoStrays();
  });

  it('120: an upload whose session ends midway stores nothing', async () => {
    const before = await list();
    const body = form();
    const encoded = new Request('http://x', { method: 'POST', body });
    const bytes = new Uint8Array(await encoded.arrayBuffer());
    const half = Math.floor(bytes.length / 2);
    const stream = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(bytes.subarray(0, half));
        await sleep(100);
        const db = await openDatabase(join(library.server.dataDir, 'swingmark.db'));
        await db.deleteFrom('sign_ins').execute();
        await db.destroy();
        controller.enqueue(bytes.subarray(half));
        controller.close();
      },
    });
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    const answer = await library.admin.fetch('/api/pro/upload', {
      method: 'POST',
      headers,
      body: stream,
      duplex: 'half',
    });
    await library.logInAgain();
    expect(answer.status).toBe(401);
    expect(await list()).toEqual(before);
    await expectNoStrays();
  });
});
