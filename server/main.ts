// Starts the server: reads the settings, listens, and stops in good order.
import closeWithGrace from 'close-with-grace';
import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { MediaToolsError } from './ffmpeg/media-tools.ts';

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
  const { server, madeAdminPassword } = await createApp({ config });
  closeWithGrace({ delay: STOP_WITHIN_MS, logger: server.log }, async ({ err }) => {
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
