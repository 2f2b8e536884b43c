// The server of `npm run dev`, from its sources: its pages are web/index.html, which scripts/dev.ts hands to Vite.
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/runtime/config.ts';

const config = readConfig();
const webRoot = join(import.meta.dirname, '../web');
const { server, oneTimeCode } = await createApp({ config, webRoot });
closeWithGrace({ delay: 2_000 }, () => server.close());
// scripts/dev.ts has ended, however it did.
process.once('disconnect', () => process.kill(process.pid));
await server.listen({ port: config.port, host: config.host });
if (oneTimeCode) console.log(`The one-time code for /admin is ${oneTimeCode}`);
