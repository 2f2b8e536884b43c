// Fills a site's library from the shipped content.
import { join } from 'node:path';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { sha256OfFile } from '#server/files/finished-file.ts';
import { seedLibrary } from '#server/library/seed-library.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Site } from './open-site.ts';

/** Fills the library from the content, one process of a site at a time. */
export async function fillLibrary(site: Site, tools: MediaTools): Promise<void> {
  const { config, content, golfers, media, folder, log } = site;
  if (content.demo === null) return;
  const fill = () => seedLibrary({ content, golfers, media, folder, tools, log });
  if (config.databaseUrl === null) return fill();
  const { oneAtATime } = await import('#server/database/leadership.ts');
  await oneAtATime(config.databaseUrl, async () => {
    await fill();
    await keepProbedContent(site, tools);
  });
}

/** Probes the demo swing and stores its facts for processes without ffmpeg. */
async function keepProbedContent({ db, content }: Site, tools: MediaTools): Promise<void> {
  if (!content.demo) return;
  const { file } = content.demo;
  const path = join(content.root, file);
  const sha256 = await sha256OfFile(path);
  const known = await db.selectFrom('probed_content').select('sha256').where('file', '=', file).executeTakeFirst();
  if (known?.sha256 === sha256) return;
  const found = { sha256, video_json: JSON.stringify(await probeClip(tools, path)) };
  await db
    .insertInto('probed_content')
    .values({ file, ...found })
    .onConflict((conflict) => conflict.column('file').doUpdateSet(found))
    .execute();
}

/** The probed facts of a content file. Throws an AppError when it was never probed. */
export async function findProbedContent({ db }: Pick<Site, 'db'>, file: string): Promise<ProbedVideo> {
  const row = await db.selectFrom('probed_content').select('video_json').where('file', '=', file).executeTakeFirst();
  if (!row) throw new AppError('demo-not-found');
  return JSON.parse(row.video_json) as ProbedVideo;
}
