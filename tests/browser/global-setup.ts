// Starts what the tests in a browser share: one Chromium, one server with the built site, one workbench. Each is
// started when the first test asks for it and ended after the last test. Runs in vitest's own process, beside the test
// workers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { isPartName, type Part, type PartName, START_PART } from './start-part.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test workers ask for the address of a shared part: see shared-part.ts. */
    sharedParts: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const parts = new Map<PartName, Promise<Part>>();
  const start = (name: PartName): Promise<Part> => {
    const part = parts.get(name) ?? START_PART[name]();
    parts.set(name, part);
    return part;
  };
  const desk = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    const started = isPartName(name) ? start(name) : Promise.reject(new Error(`There is no shared part ${name}`));
    started.then(
      ({ address }) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  project.provide('sharedParts', `http://127.0.0.1:${(desk.address() as AddressInfo).port}/`);
  return async () => {
    desk.close();
    const started = await Promise.allSettled(parts.values());
    await Promise.all(started.flatMap((part) => (part.status === 'fulfilled' ? [part.value.stop()] : [])));
  };
}
