// Random values for requests that match the JSON schemas of the OpenAPI document, or do not.
import type { RandomNumbers } from './random-numbers.ts';

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
}

const ODD_TEXTS = [
  ...['', ' ', '0', '-1', '1e999', 'NaN', 'null', 'true', '__proto__', 'constructor', '../../etc/passwd', '%2e%2e%2f'],
  ...[
    '\u0000',
    '\u202e',
    '日本',
    '🏌️',
    "' OR 1=1 --",
    '<script>',
    'a'.repeat(300),
    'x'.repeat(70_000),
    'file:///etc/passwd',
  ],
  ...['http://127.0.0.1:1/', '//evil.example', 'a.mp4', 'clip.mov', 'AAAA', 'AAA=', '@@@@', '#ff0000', 'strike', '1.5'],
];
const ODD_NUMBERS = [0, -0, 1, -1, 0.5, 1.5, 2, 20, 21, 1e9, 1e21, 1e300, -1e300, 2 ** 31, 2 ** 53, 5e-324, 86_400];

/** A value that matches a schema, or nearly. `known`: existing values, such as the handle of a video. */
export function matchingValue(schema: JsonSchema, random: RandomNumbers, known: readonly unknown[]): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return matchingValue(random.pick(schema.anyOf), random, known);
  switch (schema.type) {
    case 'object':
      return matchingObject(schema, random, known);
    case 'array':
      return Array.from({ length: (schema.minItems ?? 0) + random.below(3) }, () =>
        matchingValue(schema.items ?? {}, random, known),
      );
    case 'integer':
      return Math.floor(numberIn(schema, random));
    case 'number':
      return numberIn(schema, random);
    case 'boolean':
      return random.next() < 0.5;
    case 'null':
      return null;
    default:
      return textFor(schema, random, known);
  }
}

function matchingObject(
  { properties = {}, required = [] }: JsonSchema,
  random: RandomNumbers,
  known: readonly unknown[],
) {
  const names = Object.keys(properties).filter((name) => required.includes(name) || random.next() < 0.7);
  return Object.fromEntries(names.map((name) => [name, matchingValue(properties[name] ?? {}, random, known)]));
}

function numberIn({ minimum = 0, maximum = 100 }: JsonSchema, random: RandomNumbers): number {
  const [low, high] = [Math.max(minimum, -1000), Math.min(maximum, 1000)];
  return random.next() < 0.2 ? random.pick([minimum, maximum, low, high]) : low + random.next() * (high - low);
}

/** There are few patterns, so an occasional match is enough. */
function textFor({ pattern }: JsonSchema, random: RandomNumbers, known: readonly unknown[]): unknown {
  if (pattern === undefined)
    return random.next() < 0.3 && known.length > 0 ? random.pick(known) : random.pick(ODD_TEXTS);
  const samples = ['1.2', '', '12', 'abc_1', '#00ff00', 'upload-1', '7', '0.5'].filter((text) =>
    new RegExp(pattern).test(text),
  );
  return samples.length > 0 ? random.pick(samples) : random.pick(ODD_TEXTS);
}

/** Any JSON value. */
export function randomJson(random: RandomNumbers, depth = 3): unknown {
  const kind = random.below(depth > 0 ? 7 : 5);
  if (kind === 0) return null;
  if (kind === 1) return random.next() < 0.5;
  if (kind === 2) return random.pick(ODD_NUMBERS);
  if (kind < 5) return random.pick(ODD_TEXTS);
  const items = Array.from({ length: random.below(4) }, () => randomJson(random, depth - 1));
  return kind === 5
    ? items
    : Object.fromEntries(items.map((item) => [String(random.pick(ODD_TEXTS)).slice(0, 40), item]));
}

/** A copy of an object with one field removed, changed in type, or added. */
export function mutatedValue(value: unknown, random: RandomNumbers): unknown {
  if (value === null || typeof value !== 'object') return randomJson(random);
  const fields = Object.entries(value);
  const at = random.below(fields.length + 1);
  const change = random.below(3);
  if (at === fields.length) return Object.fromEntries([...fields, ['extra', randomJson(random)]]);
  if (change === 0) return Object.fromEntries(fields.filter((_, index) => index !== at));
  const odd = (inner: unknown) =>
    change === 1 && typeof inner === 'object' ? mutatedValue(inner, random) : randomJson(random);
  const changed = fields.map(([name, inner], index) => [name, index === at ? odd(inner) : inner]);
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}
