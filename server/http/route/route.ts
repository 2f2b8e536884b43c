// Mounts one call of the contract with its method, path and schemas.
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call } from '#contract/calls.ts';
import { ErrorBody } from '#contract/wire.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time limit of the body, instead of the default. */
    bodyTimeoutMs?: number;
    /** The route accepts a multipart form instead of JSON. */
    takesForm?: boolean;
  }
}

type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A handler's input: the validated parts of the request, and the request itself for cookies and headers. */
export interface CallInput<Row extends Call> {
  readonly body: Checked<Row['request']>;
  readonly params: Checked<Row['params']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A handler's result. */
export type CallAnswer<Row extends Call> = Row['response'] extends z.ZodType ? z.input<Row['response']> : FastifyReply;

export interface RouteOptions {
  readonly bodyLimit?: number;
  readonly config?: FastifyContextConfig;
  /** Runs before the body is read. */
  readonly onRequest?: (request: FastifyRequest) => Promise<void>;
}

export function route<Row extends Call>(
  app: FastifyInstance,
  call: Row,
  handler: (input: CallInput<Row>) => Promise<CallAnswer<Row>>,
  options: RouteOptions = {},
): void {
  app.route({
    method: call.method,
    url: call.path,
    ...options,
    schema: {
      summary: call.summary,
      ...(call.params && { params: call.params }),
      ...(call.request && { body: call.request }),
      response: { ...(call.response && { 200: call.response }), '4xx': ErrorBody, '5xx': ErrorBody },
    },
    handler: (request, reply) =>
      handler({
        body: request.body as Checked<Row['request']>,
        params: request.params as Checked<Row['params']>,
        request,
        reply,
      }),
  });
}
