// The composition root of a process that answers requests. main.ts listens on a port; tests may not.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openAccounts } from '#server/accounts/open-accounts.ts';
import { Backups, backUpBeforeUpgrade } from '#server/backup/backups.ts';
import { clockOffset as offsetOfClock } from '#server/database/database-clock.ts';
import { truncateLog } from '#server/database/open-database.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { SpareSpace, withoutSpareSpace } from '#server/files/spare-space.ts';
import { returnPathOf } from '#server/http/calls/accounts.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { isReadyBy, readinessOf } from '#server/http/ops/readiness.ts';
import { AddGolfer } from '#server/library/add-golfer.ts';
import { DemoSwings } from '#server/library/content.ts';
import { findMailFailure } from '#server/mail/mail-queue.ts';
import type { Config } from '#server/runtime/config.ts';
import { Shares } from '#server/shares/shares.ts';
import { fillLibrary, findProbedContent } from '#server/site/fill-library.ts';
import { contentRootOf, type openFfmpeg, openSite, PROJECT_ROOT, type Site, toolsOf } from '#server/site/open-site.ts';
import { openOwnWork, openSharedWork } from '#server/site/open-work.ts';
import { leadSite, type Sweep, siteSweep } from '#server/site/site-sweep.ts';
import { UploadFinisher } from '#server/uploads/upload-finisher.ts';
import { Uploads } from '#server/uploads/uploads.ts';

interface AppParts {
  readonly config: Config;
  readonly webRoot?: string;
  /** The folder of the shipped content; null for none, in tests. */
  readonly contentRoot?: string | null;
  /** How tests open another ffmpeg. */
  readonly openFfmpeg?: typeof openFfmpeg;
  /** Called when the site has to be closed and opened again: with the data of a backup, or with other settings. */
  readonly reopen?: () => void;
}

/** An app that is not listening yet. Closing `server` shuts down everything that belongs to it. */
export interface App {
  readonly server: FastifyInstance;
  readonly sweep: Sweep;
  /** The code for the first visit of /admin, to be shown once; null where the administrator has a password. */
  readonly oneTimeCode: string | null;
  isReady(): Promise<boolean>;
}

/** How long running jobs may take to end when the server stops. The whole shutdown takes at most ten seconds. */
export const JOB_GRACE_MS = 7_000;
const UPLOAD_GRACE_MS = 2_000;

/** Opens everything and mounts all calls. Throws when a requirement is missing. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, webRoot = join(PROJECT_ROOT, 'dist/web'), contentRoot = contentRootOf(config) } = parts;
  const server = createHttpServer({
    logLevel: config.logLevel,
    newRequestId: randomUUID,
    trustedProxies: config.trustedProxies,
    maxConnectionsOfNetwork: config.maxConnectionsOfNetwork,
  });
  const { log } = server.fastify;
  const site = await openSite({
    config,
    contentRoot,
    log,
    openFfmpeg: parts.openFfmpeg,
    ...(config.role === 'all' && { beforeMigration: backUpBeforeUpgrade }),
  });
  try {
    return await openApp(parts, { server, site, webRoot });
  } catch (error) {
    await site.close();
    throw error;
  }
}

async function openApp(
  parts: AppParts,
  { server, site, webRoot }: { server: ReturnType<typeof createHttpServer>; site: Site; webRoot: string },
): Promise<App> {
  const { config } = site;
  const { db, locks, folder, media, content, golfers, tools, log } = site;
  const services = await openServices(site, () => publicOriginOf(server.fastify, config.publicOrigin));
  const { accounts, shared, uploads, sweep } = services;
  // A site of one process sweeps before it resumes the previous server's jobs: nothing is being stored yet.
  if (!shared)
    await sweep.start().catch((err: unknown) => log.error({ err }, 'The first sweep failed; it is repeated'));
  await uploads.countOpen();
  if (tools) await fillLibrary(site, tools);
  const work = shared ?? (await openOwnWork(site, toolsOf(site)));
  const lead = services.lead();

  const isOne = config.role === 'all';
  const reopen = parts.reopen ?? null;
  const backups = isOne ? new Backups({ ...site, reopen }) : null;
  // A new machine first gets the old one's backup: the empty site needs none.
  if (accounts.oneTimeCode === null) backups?.open();
  const spare = config.databaseUrl === null ? await SpareSpace.open(folder) : null;
  const { makeGolfer: make, jobs } = work;
  await server.mount({
    ...site,
    ...services,
    webRoot,
    jobs,
    backups,
    reopen,
    usedAt: site.instance.usedAt,
    addGolfer: new AddGolfer({ golfers, media, make, locks }),
    freeingSpace: spare?.use ?? withoutSpareSpace,
    purgeDeleted: () => truncateLog(db),
    demos: new DemoSwings(content, (file) =>
      tools ? probeClip(tools, join(content.root, file)) : findProbedContent(site, file),
    ),
    beforeClose: () => work.close(JOB_GRACE_MS),
    afterClose: async () => {
      spare?.close();
      await backups?.close();
      await lead?.close();
      await sweep.stop();
      // A disconnected client's upload may still be being assembled in the data folder.
      await uploads.close(UPLOAD_GRACE_MS);
      await accounts.close();
      await site.close();
    },
  });
  return {
    server: server.fastify,
    sweep,
    oneTimeCode: accounts.oneTimeCode,
    isReady: async () => isReadyBy(await services.readiness()),
  };
}

/** What processes of every role open. `origin`: under which visitors reach the site. */
export async function openServices(site: Site, origin: () => string) {
  const { config, db, folder, media, tools } = site;
  const { databaseUrl, diskReserveBytes } = config;
  const accounts = await openAccounts({ ...site, returnPath: returnPathOf, origin });
  const clockOffset = databaseUrl === null ? null : () => offsetOfClock(db);
  const store = config.s3 && media;
  const readiness = readinessOf({
    db,
    folder,
    store,
    tools,
    diskReserveBytes,
    clockOffset,
    mailFailure: config.smtpUrl === null ? null : () => findMailFailure(db),
  });
  const taking = tools && { tools, isReady: async () => isReadyBy(await readiness()) };
  const shared = databaseUrl === null ? null : await openSharedWork(site, databaseUrl, taking);
  const finisher =
    shared?.finisher ?? new UploadFinisher({ media, folder, tools: toolsOf(site) }, config.maxConcurrentJobs);
  const uploads = new Uploads({ ...site, store: site.uploadStore, finisher });
  const shares = new Shares({ ...site, store: site.shareStore, uploads, maxShareBytes: config.maxShareBytes });
  const sweep = siteSweep(site, uploads, shares, () => accounts.deleteExpired());
  /** Leads the site whenever no other process does; null for a process that never does. */
  const lead = () => (databaseUrl !== null && tools ? leadSite(site, databaseUrl, sweep) : null);
  return { accounts, clockOffset, readiness, shared, uploads, shares, sweep, lead };
}

/** The origin without a trailing slash, such as `https://swing.example`. Known once the server listens. */
function publicOriginOf(app: FastifyInstance, publicOrigin: string | null): string {
  if (publicOrigin !== null) return publicOrigin;
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) return 'http://localhost';
  // Exactly the address that is printed at the start: cookies of 127.0.0.1 are not sent to localhost.
  const host = address.address === '127.0.0.1' ? address.address : 'localhost';
  return `http://${host}:${address.port}`;
}
