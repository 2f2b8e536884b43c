// Random requests generated from the OpenAPI document, for every call in it: none causes an internal error, and every
// response matches the document.
import { beforeAll, expect, test } from 'vitest';
import { type Call, calls } from '#contract/calls.ts';
import { ErrorBody } from '#contract/wire.ts';
import { isCampaign, scaled } from '#tests/campaign-scale.ts';
import { type JsonSchema, matchingValue, mutatedValue, randomJson } from '#tests/faults/chaos/random-json.ts';
import { RandomNumbers, seedOfRun } from '#tests/faults/chaos/random-numbers.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { type SiteSwings, setUpSwings } from '#tests/faults/site/site-swings.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

/** Requests that once failed, by call and seed; repeated on every run. */
const REGRESSIONS: readonly (readonly [call: string, seed: number])[] = [];
const REQUESTS = scaled(20, 10_000);
const AT_ONCE = 8;
const seed = seedOfRun();

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}
interface FuzzedCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: JsonSchema | undefined;
  readonly row: Call;
}

const site = faultySite();
let swings: SiteSwings;
let known: unknown[];
let fuzzed: FuzzedCall[];
beforeAll(async () => {
  swings = await setUpSwings(site);
  const { mergedVideoUrl } = (await swings.merge()).body;
  const [demo] = (await swings.visitor.call<{ videoUrl: string }[]>('listDemos')).body;
  known = [swings.swing, mergedVideoUrl, demo?.videoUrl, 'swing'];
  const document = (await (await fetch(`${site.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  fuzzed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => fuzzedCall(method.toUpperCase(), path, operation)),
  );
});

function fuzzedCall(method: string, path: string, { requestBody }: Operation): FuzzedCall {
  const ours = path.replace(/\{(\w+)\}/g, ':$1');
  const row = (Object.values(calls) as Call[]).find((call) => call.method === method && call.path === ours);
  if (!row) throw new Error(`${method} ${path} is in the document, but no call of the contract`);
  return { name: `${method} ${path}`, method, path, body: requestBody?.content['application/json']?.schema, row };
}

/** Sends one request by its seed; resolves with the problem of the response, or null. */
async function send(call: FuzzedCall, requestSeed: number): Promise<string | null> {
  const random = new RandomNumbers(requestSeed);
  const path = call.path.replace(/\{\w+\}/g, () => encodeURIComponent(String(oddParameter(random))));
  const { headers, body } = requestBody(call, random);
  const init = { method: call.method, headers: { ...headers, ...identity(call, random) } };
  const answer = await fetch(site.url + path, {
    ...init,
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(120_000),
  });
  const text = await answer.text();
  if (answer.status >= 500 && ![503, 507].includes(answer.status)) return `${answer.status} ${text.slice(0, 200)}`;
  if (answer.status >= 400)
    return ErrorBody.safeParse(parsed(text)).success ? null : `${answer.status} with ${text.slice(0, 100)}`;
  if (answer.status !== 200 || !call.row.response) return null;
  return call.row.response.safeParse(parsed(text)).success ? null : `200 with another body: ${text.slice(0, 200)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function oddParameter(random: RandomNumbers): unknown {
  const value = random.next() < 0.5 ? randomJson(random, 0) : `${random.below(1_000_000)}`;
  // An empty path segment is a different path.
  return value === '' ? 'empty' : String(value).slice(0, 2000);
}

/**
 * A new visitor, the visitor with videos, or the administrator; always a new visitor for calls that destroy something, and for
 * settings, with which the site opens again.
 */
function identity({ row }: FuzzedCall, random: RandomNumbers): Record<string, string> {
  const isHarmless = ![
    ...['/api/my-videos', '/api/admin/logout', '/api/pro/:id', '/api/uploads/:fileId'],
    '/api/admin/settings',
  ].includes(row.path);
  const who = random.below(4);
  if (who === 0 || !isHarmless) return {};
  if (who === 1) return { cookie: `swingmark-admin=${swings.admin.cookie('swingmark-admin')}` };
  return { cookie: swings.visitor.cookie };
}

function requestBody(call: FuzzedCall, random: RandomNumbers): { headers: Record<string, string>; body?: string } {
  if (call.method === 'GET') return { headers: {} };
  const json = { 'content-type': 'application/json' };
  const fits = () => matchingValue(call.body ?? { type: 'object' }, random, known);
  const kind = random.below(10);
  if (kind < 4) return { headers: json, body: JSON.stringify(fits()) };
  if (kind < 7) return { headers: json, body: JSON.stringify(mutatedValue(fits(), random)) };
  if (kind === 7) return { headers: json, body: JSON.stringify(randomJson(random)) };
  if (kind === 8) {
    const text = JSON.stringify(fits());
    return {
      headers: json,
      body: text.slice(0, random.below(text.length + 1)) + random.pick(['', '}', '\u0000', '[[[[', '"']),
    };
  }
  const type = random.pick([
    'text/plain',
    'multipart/form-data; boundary=b',
    'application/x-www-form-urlencoded',
    'application/xml',
  ]);
  return {
    headers: { 'content-type': type },
    body: `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${random.next()}\r\n--b--\r\n`,
  };
}

test(
  'every call answers any input with an expected status and body',
  async () => {
    const wrong: string[] = [];
    const begunAt = performance.now();
    const statuses = new Map<string, number>();
    for (const [index, call] of fuzzed.entries()) {
      const seeds = REGRESSIONS.filter(([name]) => name === call.name).map(([, known]) => known);
      for (let n = 0; n < REQUESTS; n += 1) seeds.push((seed + index * 1_000_003 + n) >>> 0);
      const next = seeds.values();
      const work = async () => {
        for (const requestSeed of next) {
          const problem = await send(call, requestSeed).catch((error: unknown) => `no answer: ${String(error)}`);
          if (problem !== null) wrong.push(`${call.name} seed ${requestSeed}: ${problem}`);
          statuses.set(call.name, (statuses.get(call.name) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (isCampaign) console.log(`${call.name}: ${statuses.get(call.name)} requests`);
      expect(wrong.slice(0, 10)).toEqual([]);
    }
    const sum = [...statuses.values()].reduce((all, count) => all + count, 0);
    console.log(
      `fuzz: ${sum} requests to ${fuzzed.length} calls (seed ${seed}) in ${Math.round((performance.now() - begunAt) / 1000)} s`,
    );
    // The visitor's videos are unchanged, whatever was sent.
    expect((await new TestVisitor(site.url).at(site.url).call('listGolfers')).status).toBe(200);
    expect((await swings.merge()).status).toBe(200);
  },
  scaled(120_000, 7_200_000),
);
