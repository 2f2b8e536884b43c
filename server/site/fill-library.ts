// Fills a site's library from the shipped content.
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import { seedLibrary } from '#server/library/seed-library.ts';
import type { Site } from './open-site.ts';
import { keepProbedContent } from './probed-content.ts';

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
