// A `fetch` stub for component tests: answers the contract's calls and records the requests. Answers are typed by the
// contract; all other calls get 404.
import type { RequestOf, ResponseOf } from '#contract/calls.ts';
import { type CallName, ROUTES } from '#contract/routes.ts';

/** A recorded call. */
export interface AskedCall {
  readonly name: CallName;
  readonly path: string;
  readonly body: unknown;
  readonly init: RequestInit;
}

/** An error response. `body` is sent unchanged. */
export class Refusal {
  readonly status: number;
  readonly body: string;
  readonly statusText: string;

  constructor(status: number, body = '', statusText = '') {
    this.status = status;
    this.body = body;
    this.statusText = statusText;
  }
}

/** An error response in the server's format. */
export function refusal(status: number, sentence: string, code: string, statusText = ''): Refusal {
  return new Refusal(status, JSON.stringify({ error: sentence, message: sentence, code }), statusText);
}

type Answers = {
  readonly [Name in CallName]?: (body: RequestOf<Name>) => ResponseOf<Name> | Refusal | Promise<ResponseOf<Name>>;
};

/** A `fetch` with these answers, and the list of recorded calls. */
export function answerCalls(answers: Answers) {
  const asked: AskedCall[] = [];
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted();
    const path = String(input);
    const name = callOf(path, init.method ?? 'GET');
    if (!name) return new Response('', { status: 404 });
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    asked.push({ name, path, body, init });
    const answer = answers[name] as ((sent: unknown) => unknown) | undefined;
    const given = answer ? await answer(body) : refusal(404, 'There is nothing at this address', 'not-found');
    if (given instanceof Refusal) return new Response(given.body, given);
    return Response.json(given);
  };
  return { fetch, asked };
}

function callOf(path: string, method: string): CallName | undefined {
  return (Object.keys(ROUTES) as CallName[]).find((name) => {
    const pattern = new RegExp(`^${ROUTES[name].path.replace(/:\w+/g, '[^/]+')}$`);
    return ROUTES[name].method === method && pattern.test(path);
  });
}
