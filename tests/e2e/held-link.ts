// A proxy before a site that holds the last bytes of a link back until a test says so.
import { createServer, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { withResolvers } from '#web/lib/with-resolvers.ts';

/** What becomes of the rest: it comes, or comes with its last byte changed. */
type Rest = 'as it was' | 'changed';

/** Starts it for one test. Returns its address, and what releases the rest. */
export async function heldLink(origin: string, heldBytes: number) {
  const { promise: released, resolve: release } = withResolvers<Rest>();
  const server = createServer((asked, answer) => {
    const { hostname, port } = new URL(origin);
    const headers = { ...asked.headers, host: `${hostname}:${port}` };
    const passed = request({ hostname, port, path: asked.url, method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      if (!asked.url?.endsWith('/content')) return void given.pipe(answer);
      void given.toArray().then(async (pieces) => {
        const bytes = Buffer.concat(pieces as Buffer[]);
        answer.write(bytes.subarray(0, -heldBytes));
        if ((await released) === 'changed') bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
        answer.end(bytes.subarray(-heldBytes));
      });
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { origin: `http://127.0.0.1:${port}`, release };
}
