// The document of the API, and a page that shows it without sending requests.
import type { StaticDocumentSpec } from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';

const PAGE = '/api/docs';

/** Requires `@fastify/swagger`, registered before the routes that the document describes. */
export function apiDocsRoutes(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } };
  app.get('/api/openapi.json', hidden, async () => app.swagger());
  // Loaded when it is first asked for: loading takes as long as a tenth of the server's start.
  let opening: Promise<FastifyInstance> | null = null;
  for (const path of [PAGE, `${PAGE}/*`]) {
    app.get(path, hidden, async ({ url }, reply) => {
      // The types of this option do not know OpenAPI 3.1.
      opening ??= openPage(app.swagger() as StaticDocumentSpec['document']);
      const docs = await opening;
      const { statusCode, headers, rawPayload } = await docs.inject({ method: 'GET', url });
      return reply.code(statusCode).headers(headers).send(rawPayload);
    });
  }
  app.addHook('onClose', async () => (await opening)?.close());
}

async function openPage(document: StaticDocumentSpec['document']): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const docs = Fastify();
  await docs.register(swagger, { mode: 'static', specification: { document } });
  await docs.register(swaggerUi, { routePrefix: PAGE, uiConfig: { supportedSubmitMethods: [] } });
  return docs;
}
