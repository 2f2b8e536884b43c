// Typed calls of the HTTP contract. Throws on failure; the caller decides on the toast.
import type { RequestOf, ResponseOf } from '#contract/calls.ts';
import { type CallName, ROUTES } from '#contract/routes.ts';
import { apiErrorOf } from './api-error.ts';
import { watchedFetch } from './connection.ts';

type BodyPart<Name extends CallName> =
  RequestOf<Name> extends undefined ? { readonly body?: undefined } : { readonly body: RequestOf<Name> };

/** The options of a call: a body where the contract has one, values for `:name` parts of the path, an abort signal. */
export type CallOptions<Name extends CallName> = BodyPart<Name> & {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly signal?: AbortSignal;
};

/** Makes a call and returns its JSON. Throws ApiError for an unsuccessful answer, TypeError without a network. */
export async function callApi<Name extends CallName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<ResponseOf<Name>> {
  const response = await fetchCall(name, options);
  return (await response.json()) as ResponseOf<Name>;
}

/** Makes a call whose answer is not JSON. Throws as {@link callApi} does. */
export async function fetchCall<Name extends CallName>(name: Name, options: CallOptions<Name>): Promise<Response> {
  const { method, path } = ROUTES[name];
  const { body, params, signal } = options;
  const response = await watchedFetch(fillIn(path, params), {
    method,
    credentials: 'include',
    // Strict servers refuse a content type without a body, so send both or neither (specification §7).
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw await apiErrorOf(response);
  return response;
}

function fillIn(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}
