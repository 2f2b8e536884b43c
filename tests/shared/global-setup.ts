// Starts the resources that all tests share: PostgreSQL, an S3 store, Chromium, a server with the built site, a workbench. Each
// is started on its first use and stopped after the last test. Runs once, in vitest's main process.
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { smallLibrary } from '#tests/fixtures/small-library.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import { isResourceName, type Resource, type ResourceName, START_RESOURCE } from './start-resource.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test workers request the address of a shared resource: see shared-resource.ts. */
    sharedResources: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Once, before several workers want it.
  await smallLibrary();
  const resources = new Map<ResourceName, Promise<Resource>>();
  const start = (name: ResourceName): Promise<Resource> => {
    const resource = resources.get(name) ?? START_RESOURCE[name]();
    resources.set(name, resource);
    return resource;
  };
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    const started = isResourceName(name)
      ? start(name)
      : Promise.reject(new Error(`There is no shared resource ${name}`));
    started.then(
      ({ address }) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  project.provide('sharedResources', `http://127.0.0.1:${await listenLocally(server)}/`);
  return async () => {
    server.close();
    const started = await Promise.allSettled(resources.values());
    await Promise.all(started.flatMap((resource) => (resource.status === 'fulfilled' ? [resource.value.stop()] : [])));
  };
}
