// Typed calls of the HTTP contract. Throws on failure; the caller decides on the toast.
import type { RequestOf, ResponseOf } from '#contract/calls.ts';
import { type CallName, ROUTES } from '#contract/routes.ts';
import { apiErrorOf } from './api-error.ts';
import { watchedFetch } from './connection.ts';

type BodyPart<Name extends CallName> =
  RequestOf<Name> extends undefined ? { readonly body?: undefined } : { readonly body: RequestOf<Name> };

/** What a call is made with: a body where the contract has one, values for `:name` parts of the path, a way to stop. */
export type CallOptions<Name extends CallName> = BodyPart<Name> & {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly signal?: AbortSignal;
};

/** Makes a call and returns its JSON. Throws ApiError for an answer that is no success, TypeError without a network. */
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
    // A content type without a body is refused by strict servers, so both come or neither (specification §7).
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw await apiErrorOf(response);
  return response;
}

function fillIn(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}
