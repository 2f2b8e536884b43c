// A real server for tests with a temporary data folder and a free port; without web app and content by default. The caller
// closes it.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '#server/app.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { MEDIA_BUCKETS } from '#server/files/media-store.ts';
import { readConfig } from '#server/runtime/config.ts';
import { openFfmpeg } from '#server/site/open-site.ts';
import { listOwnedChunkFolders, listOwnedFiles } from '#server/site/owned-files.ts';

/** A running server. */
export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  readonly app: App;
  /** Stops it and starts another one on the same data folder. */
  restart(): Promise<TestServer>;
  /** Stops it and deletes its data folder. */
  close(): Promise<void>;
}

/** Options that differ from the defaults. */
export interface TestServerOptions {
  readonly dataDir?: string;
  readonly contentRoot?: string;
  readonly webRoot?: string;
  /** Settings as the environment would give them. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * The ffmpeg that this process opened last, by its settings. It is reused, because checking ffmpeg starts three
 * programs.
 */
let opened: { readonly settings: string; readonly ffmpeg: ReturnType<typeof openFfmpeg> } | null = null;

const openFfmpegOnce: typeof openFfmpeg = (config, folder, log) => {
  const settings = [config.ffmpegPath, config.ffprobePath, config.ffmpegSandbox].join();
  if (opened?.settings === settings) return opened.ffmpeg;
  const ffmpeg = openFfmpeg(config, folder, log);
  opened = { settings, ffmpeg };
  ffmpeg.catch(() => {
    opened = null;
  });
  return ffmpeg;
};

/** Starts a server. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'swingmark-test-')));
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DISK_RESERVE_MB: '0',
    // A test may run at night.
    NIGHTLY_BACKUPS: 'off',
    MAX_CONCURRENT_JOBS: '2',
    ADMIN_PASSWORD: 'correct horse battery staple',
    ...options.settings,
  });
  const nowhere = join(dataDir, 'nothing-here');
  const { contentRoot = null, webRoot = nowhere } = options;
  const app = await createApp({ config, contentRoot, webRoot, openFfmpeg: openFfmpegOnce });
  const url = await app.server.listen({ port: config.port, host: config.host });
  return {
    url,
    dataDir,
    app,
    restart: async () => {
      await app.server.close();
      return startTestServer({ ...options, dataDir });
    },
    close: async () => {
      await app.server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Files in the data folder that no row owns, and missing files of rows: empty for a healthy server. The server may be
 * running.
 */
export async function findStrays(dataDir: string): Promise<string[]> {
  const db = await openDatabase(join(dataDir, 'swingmark.db'));
  try {
    const owned = [
      ...(await listOwnedFiles(db)).map(({ bucket, name }) => `media/${bucket}/${name}`),
      ...[...(await listOwnedChunkFolders(db))].map((folder) => `chunks/${folder}`),
    ];
    const existing = await listFiles(dataDir);
    return [
      ...existing.filter((path) => !owned.includes(path)).map((path) => `without an owner: ${path}`),
      ...owned.filter((path) => !existing.includes(path)).map((path) => `missing: ${path}`),
    ];
  } finally {
    await db.destroy();
  }
}

async function listFiles(dataDir: string): Promise<string[]> {
  const folders = ['chunks', 'work', ...MEDIA_BUCKETS.map((bucket) => `media/${bucket}`)];
  const lists = folders.map(async (folder) =>
    (await readdir(join(dataDir, folder))).map((name) => `${folder}/${name}`),
  );
  return (await Promise.all(lists)).flat().sort();
}
