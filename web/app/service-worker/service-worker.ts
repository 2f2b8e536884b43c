// Caches the shell (pages, code, typeface) for offline use and receives shared clips. Videos and call answers are never
// cached. Hand-written rather than workbox: 2.3 kB gzip against 7.1 kB and 323 more packages (docs/decisions/065).
import { SCREEN_NAMES, SCREENS } from '#contract/screens.ts';
import { putClipAgain, removeClip } from '#web/clip/clip-storage.ts';
import { inTime } from './in-time.ts';
import { isFile, type Shell, shellRequest } from './shell-routes.ts';

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

const worker = globalThis as unknown as WorkerScope;

/** Written in by the build (web/build/build-service-worker.ts). */
declare const SHELL: Shell;

const CACHE_PREFIX = 'shell-';
const CACHE_NAME = CACHE_PREFIX + SHELL.version;
/** Kept across builds, because most builds do not change these files. Named after the first of them, the body model. */
const LATER_CACHE_NAME = 'body-model';

// A new worker waits until no page of the old build is open: their code is in the old cache only. A page that is
// loaded in the meantime comes from the network and is the new build anyway.
worker.addEventListener('install', (event) => event.waitUntil(keepShell()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldFiles().then(() => worker.clients.claim())));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, mode, url } = request;
  const facts = { method, mode, url, hasRange: request.headers.has('range') };
  const wanted = shellRequest(facts, worker.location.origin, SHELL);
  if (wanted?.kind === 'share') event.respondWith(takeSharedClip(request));
  if (wanted?.kind === 'file') event.respondWith(keptOrFetched(request));
  if (wanted?.kind === 'later-file')
    event.respondWith(keptOrKeep({ request, waitUntil: (work) => event.waitUntil(work) }));
  if (wanted?.kind === 'page') event.respondWith(inTime(fetch(request), kept(wanted.address)));
});

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  // Bypasses the HTTP cache: pages must be of the same build as the files.
  const pages = SCREEN_NAMES.map((name) => new Request(SCREENS[name], { cache: 'reload' }));
  await cache.addAll(pages);
  // One after another: what the page loads meanwhile comes first on a slow line.
  for (const address of SHELL.files) await keepFile(cache, address);
}

async function keepFile(cache: Cache, address: string): Promise<void> {
  const response = await fetch(address);
  if (!isFile(response)) throw new Error(`${address} is not the file`);
  await cache.put(address, response);
}

async function dropOldFiles(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  const model = await caches.open(LATER_CACHE_NAME);
  const kept = await model.keys();
  const unused = kept.filter(({ url }) => !SHELL.laterFiles.includes(new URL(url).pathname));
  await Promise.all(unused.map((request) => model.delete(request)));
}

/** A hashed file never changes. */
async function keptOrFetched(request: Request): Promise<Response> {
  return (await kept(request.url)) ?? fetch(request);
}

interface KeepingEvent {
  readonly request: Request;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** A file that is cached when it is first fetched. */
async function keptOrKeep({ request, waitUntil }: KeepingEvent): Promise<Response> {
  const model = await caches.open(LATER_CACHE_NAME);
  const known = await model.match(request.url, { ignoreVary: true });
  if (known) return known;
  const response = await fetch(request);
  // Stored while the page reads it. A browser without room for it goes on without storing it.
  if (isFile(response)) waitUntil(model.put(request, response.clone()).catch(() => undefined));
  return response;
}

async function kept(address: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE_NAME);
  return cache.match(address, { ignoreVary: true });
}

/** One id for all shared clips: other sites can send clips too, and only the last one is kept. */
const SHARED_ID = 'shared';

/** Stores the clip and redirects to the analysis page with its id. */
async function takeSharedClip(request: Request): Promise<Response> {
  const clipId = await keepClip(request).catch(() => null);
  return Response.redirect(`/?shared=${clipId ?? 'nothing'}`, 303);
}

async function keepClip(request: Request): Promise<string | null> {
  const file = (await request.formData()).getAll('files').find((one) => one instanceof File);
  if (!file) return null;
  await removeClip(SHARED_ID);
  return (await putClipAgain(SHARED_ID, file)) ? SHARED_ID : null;
}
