// Starts the server: reads the settings, listens, and stops in good order.
import closeWithGrace from 'close-with-grace';
import { MediaToolsError } from '#server/ffmpeg/process/media-tools.ts';
import { ConfigError, readConfig } from '#server/runtime/config.ts';
import { armFaultPoints } from '#server/runtime/fault-point.ts';
import { createApp } from './app.ts';

/** After this the process ends whatever still runs. */
const STOP_WITHIN_MS = 10_000;

// Whatever is made in the data folder is the server's alone.
process.umask(0o077);

try {
  await start();
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof MediaToolsError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig();
  if (config.faultPointFile) armFaultPoints(config.faultPointFile);
  const { server, madeAdminPassword } = await createApp({ config });
  // A promise that nobody waited for has spoilt one request at most. An error that nobody caught may have left anything
  // half done: after that one the server stops in good order.
  process.on('unhandledRejection', (err) => server.log.error({ err }, 'A failure that nobody waited for'));
  const grace = { delay: STOP_WITHIN_MS, logger: server.log, skip: ['unhandledRejection' as const] };
  closeWithGrace(grace, async ({ err }) => {
    if (err) server.log.fatal({ err }, 'The server stops after a failure');
    await server.close();
  });
  const address = await server.listen({ port: config.port, host: config.host });
  if (madeAdminPassword) {
    console.log(
      `The administrator's password is ${madeAdminPassword}\nIt is shown this once only. Set ADMIN_PASSWORD to choose your own.`,
    );
  }
  console.log(`Swingmark is at ${config.publicOrigin ?? address}`);
}
