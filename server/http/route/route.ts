// Mounts one call of the contract with its method, path and schemas, and turns every error into the contract's response body: a
// sentence under both names, and its code. Paths, stacks and logs never reach a client.
import type { FastifyBaseLogger, FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Call } from '#contract/calls.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { ErrorBody } from '#contract/wire.ts';
import { isErrno, isOutOfSpace } from '#server/files/errno.ts';
import { closeWhenUnread } from '#server/http/body/read-body.ts';
import { AppError, invalidRequest } from '#server/runtime/app-error.ts';
import { isDatabaseBusy, isUnstorableText, SQLITE, sqliteCode } from '#server/runtime/database-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time limit of the body, instead of the default. */
    bodyTimeoutMs?: number;
    /** The route accepts a multipart form instead of JSON. */
    takesForm?: boolean;
    /** The route accepts plain bytes beside JSON. */
    takesBytes?: boolean;
  }
}

type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A handler's input: the validated parts of the request, and the request itself for cookies and headers. */
interface CallInput<Row extends Call> {
  readonly body: Checked<Row['request']>;
  readonly params: Checked<Row['params']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type CallAnswer<Row extends Call> = Row['response'] extends z.ZodType ? z.input<Row['response']> : FastifyReply;

interface RouteOptions {
  readonly bodyLimit?: number;
  readonly config?: FastifyContextConfig;
  /** Runs before the body is read. */
  readonly onRequest?: (request: FastifyRequest) => Promise<void>;
  /** Runs before the body is validated. */
  readonly preValidation?: (request: FastifyRequest) => Promise<void>;
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

/** The Retry-After seconds of temporary errors. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = {
  busy: 60,
  stopping: 5,
  'not-checked': 5,
  'network-busy': 60,
  'too-many-jobs': 30,
  'too-many-uploads': 60,
  'too-much-stored': 60,
  'too-many-requests': 60,
  'no-space': 300,
  'storage-failed': 300,
};

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asAppError(error);
  logFailure(failure, error, request.log);
  const { code, waitMs } = failure;
  const retryAfter = waitMs === undefined ? RETRY_AFTER[code] : Math.max(1, Math.ceil(waitMs / 1000));
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  // A client that is still sending would otherwise lose the response when its connection is reset.
  closeWhenUnread(request, reply);
  // A handler may have set another type and length already.
  reply.removeHeader('content-length').removeHeader('etag');
  return reply
    .status(ERRORS[failure.code].status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(failure));
}

function errorBody(failure: AppError): ErrorBody {
  return { error: failure.message, message: failure.message, code: failure.code };
}

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [first] = error.validation;
    return invalidRequest(problemSentence(first?.message ?? '', first?.instancePath ?? ''));
  }
  const sqlite = sqliteCode(error);
  if (isOutOfSpace(error) || sqlite === SQLITE.full) return new AppError('no-space', { cause: error });
  if (isStorageFailure(error)) return new AppError('storage-failed', { cause: error });
  if (sqlite === SQLITE.busy || isDatabaseBusy(error)) return new AppError('busy', { cause: error });
  if (isUnstorableText(error)) return invalidRequest('A text holds a character that cannot be stored', error);
  return fromFramework(error) ?? new AppError('internal', { cause: error });
}

/** Messages to which the field's name is added. */
const NEEDS_FIELD = new Set(['Invalid time', 'Invalid point']);
/** How zod's default messages begin, which are not for visitors. */
const ZOD_MESSAGE = /^(Invalid (input|option|string|key)|Too (big|small)|Unrecognized)/;

function problemSentence(message: string, path: string): string {
  const field = path.split('/').filter(Boolean).join('.');
  if (field === '') return 'Please send a JSON object';
  if (ZOD_MESSAGE.test(message)) return `Invalid value (${field})`;
  return NEEDS_FIELD.has(message) ? `${message} (${field})` : message;
}

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-content-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed-json',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
};

function fromFramework(error: unknown): AppError | undefined {
  for (const [code, ours] of Object.entries(FRAMEWORK_CODES)) {
    if (isErrno(error, code)) return new AppError(ours, { cause: error });
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? invalidRequest('The request could not be read') : undefined;
}

/** Whether the disk is read-only or broken, which needs an operator. */
function isStorageFailure(error: unknown): boolean {
  const codes: readonly (number | null)[] = [SQLITE.readOnly, SQLITE.ioError, SQLITE.cannotOpen];
  return isErrno(error, 'EROFS', 'EIO') || codes.includes(sqliteCode(error));
}

function logFailure(failure: AppError, error: unknown, log: FastifyBaseLogger): void {
  if (ERRORS[failure.code].status >= 500 && !failure.code.endsWith('-not-configured'))
    log.error({ err: error, code: failure.code }, 'Request failed');
  else log.debug({ err: error, code: failure.code }, 'Request refused');
}
