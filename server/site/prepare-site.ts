// `migrate`: prepares the database and the store of a site before its processes start: tables, queues, library. Safe while
// processes of the last version run.
import Fastify from 'fastify';
import type { Config } from '#server/runtime/config.ts';
import { fillLibrary } from './fill-library.ts';
import { contentRootOf, openSite, toolsOf } from './open-site.ts';

/** Prepares the site that the settings name. */
export async function prepareSite(config: Config): Promise<void> {
  const { log } = Fastify({ logger: { level: config.logLevel } });
  // Any process may prepare the site, whatever its role will be.
  const site = await openSite({ config: { ...config, role: 'all' }, contentRoot: contentRootOf(config), log });
  try {
    if (config.databaseUrl !== null) {
      const { openBoss } = await import('#server/jobs/boss.ts');
      const carrier = await openBoss({ url: config.databaseUrl, works: false, migrates: true, log });
      await carrier.close();
    }
    await fillLibrary(site, toolsOf(site));
  } finally {
    await site.close();
  }
}
