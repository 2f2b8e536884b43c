// Reads the titles of the repository's tests from their sources, without running them: test('…'), campaignTest('…'), wholeTest('…'),
// it('…') and test.each(…)('…'). A title may end with the ids of the requirements it proves and of the reported faults
// it guards against: `… [S1.1 F2]`.
import { globSync, readFileSync } from 'node:fs';

export interface TestTitle {
  readonly file: string;
  /** The title without its ids; `%s` and `${…}` as they are written. */
  readonly title: string;
  /** The ids at its end, such as `S2.7` and `F3`. */
  readonly ids: readonly string[];
  readonly tier: TestTier;
}

/** What runs a test: `npm test`, CI's second tier too, or only the campaign, which CI does not run. */
export type TestTier = 'test' | 'whole' | 'campaign';

const TESTS = '{domain,contract,server,web,tests,scripts,tools,content}/**/*.test.{ts,tsx}';
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The titles of all tests, in the order of files and lines. */
export function allTestTitles(pattern = TESTS): readonly TestTitle[] {
  return globSync(pattern)
    .sort()
    .flatMap((file) =>
      titlesOf(readFileSync(file, 'utf8')).map(({ title, tier }) => ({
        file,
        ...withIds(title),
        tier: tierOfFile(file) ?? tier,
      })),
    );
}

/** The tier of files that run as a whole; null for those whose tests say it. */
function tierOfFile(file: string): TestTier | null {
  if (file.includes('.campaign.')) return 'campaign';
  return /\.(whole|bare)\./.test(file) ? 'whole' : null;
}

const TIER_OF_CALL: Readonly<Record<string, TestTier>> = { campaignTest: 'campaign', wholeTest: 'whole' };

/** The titles in one source text, without tests that never run: commented out, `.skip` and `.todo`. */
export function titlesOf(source: string): readonly { readonly title: string; readonly tier: TestTier }[] {
  const calls = [...source.matchAll(/(?<![\w.])(test|campaignTest|wholeTest|it)((?:\.\w+)*)\(/g)].filter(
    ({ index, 2: modifiers = '' }) => !/\.(skip|todo)\b/.test(modifiers) && !isInComment(source, index),
  );
  return calls.flatMap((call) => {
    const title = titleAt(source, call.index + call[0].length - 1);
    return title === null ? [] : [{ title, tier: TIER_OF_CALL[call[1] ?? ''] ?? 'test' }];
  });
}

function isInComment(source: string, at: number): boolean {
  const line = source.slice(source.lastIndexOf('\n', at) + 1, at);
  return /^\s*(\/\/|\/?\*(?!.*\*\/))/.test(line);
}

/** The title of a call whose parenthesis opens at `open`; in `each(…)('…')` it is in the second parenthesis. */
function titleAt(source: string, open: number): string | null {
  const close = closingAt(source, open);
  const start = source[close + 1] === '(' ? close + 1 : open;
  const text = source.slice(start + 1).trimStart();
  const quote = text[0] ?? '';
  if (!`'"\``.includes(quote) || quote === '') return null;
  return text.slice(1, stringEnd(text, 0)).replaceAll(/\\(['"`\\])/g, '$1');
}

/** The index of the bracket that closes the one at `open`. Skips strings and comments. */
function closingAt(source: string, open: number): number {
  const wanted: string[] = [];
  for (let at = open; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (`'"\``.includes(character)) at = stringEnd(source, at);
    else if (source.startsWith('//', at)) at = source.indexOf('\n', at);
    else if (CLOSING[character]) wanted.push(CLOSING[character]);
    else if (character === wanted.at(-1)) wanted.pop();
    if (wanted.length === 0 || at < 0) return at;
  }
  return source.length;
}

/** The index of the closing quote of the string at `start`. */
function stringEnd(source: string, start: number): number {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === quote) return at;
  }
  return source.length;
}

function withIds(text: string): { title: string; ids: readonly string[] } {
  const match = /^(.*) \[((?:(?:S\d+\.\d+|F\d+) ?)+)\]$/s.exec(text);
  return { title: match?.[1] ?? text, ids: match?.[2]?.trim().split(' ') ?? [] };
}
