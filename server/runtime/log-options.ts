// The logger's settings for every process. Errors of other programs, such as the mail server's or the database's, quote what they
// were given, so everything that looks like an email address is replaced in whatever is logged of an error.

/** What the database adds to an error: values of rows. */
const LEFT_OUT = ['detail', 'where', 'parameters', 'internalQuery'];
/** A cause of a cause of a cause, with its fields. */
const MAX_DEPTH = 6;
const ADDRESS = /[^\s<>"(),;:]{0,200}[^\s<>"(),;:/]@[^\s<>"(),;:/]+/g;

/** For Fastify's `logger`. */
export function logOptions({ logLevel }: { readonly logLevel: string }) {
  return { level: logLevel, serializers: { err: loggedError } };
}

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [field: string]: unknown;
}

/** A loggable copy of an error without email addresses and values of rows. */
export function loggedError(error: unknown): LoggedError {
  return errorAt(error instanceof Error ? error : new Error(String(error)), 0);
}

function errorAt(error: Error, depth: number): LoggedError {
  const { name, message, stack = '', cause, ...fields } = error;
  return {
    ...loggedFields({ ...fields, ...(cause !== undefined && { cause }) }, depth),
    type: name,
    message: withoutAddresses(message),
    stack: withoutAddresses(stack),
  };
}

function logged(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutAddresses(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((each) => logged(each, depth + 1));
  return value instanceof Error ? errorAt(value, depth + 1) : loggedFields(value, depth + 1);
}

function loggedFields(fields: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields).filter(([name]) => !LEFT_OUT.includes(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, logged(value, depth)]));
}

function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, '…@…');
}
