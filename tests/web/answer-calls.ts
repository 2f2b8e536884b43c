// Stands in for the server at `fetch` in component tests: answers the contract's calls and remembers what was asked.
// Answers are typed by the contract; anything not named is answered with 404.
import type { RequestOf, ResponseOf } from '#contract/calls.ts';
import { type CallName, ROUTES } from '#contract/routes.ts';

/** One call that was made. */
export interface AskedCall {
  readonly name: CallName;
  readonly path: string;
  readonly body: unknown;
  readonly init: RequestInit;
}

/** A failure in place of an answer. `body` is sent as it is. */
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

/** A refusal as the product's own server words it. */
export function refusal(status: number, sentence: string, code: string, statusText = ''): Refusal {
  return new Refusal(status, JSON.stringify({ error: sentence, message: sentence, code }), statusText);
}

type Answers = {
  readonly [Name in CallName]?: (body: RequestOf<Name>) => ResponseOf<Name> | Refusal | Promise<ResponseOf<Name>>;
};

/** A `fetch` that gives these answers, and the list of calls it was asked. */
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
