// Reports the state of a page when a browser test fails, for example after a timeout.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { onTestFinished } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../.cache/failed-pages');
const CONSOLE_LINES = 10;
const TEXT_LINES = 25;
/** The timeout of each query to a page that may hang. */
const QUERY_TIMEOUT_MS = 5_000;
let reports = 0;

/**
 * Watches a page until the test ends; if it fails, logs the page's state. Call it after registering the hook that closes
 * the page, because hooks run in reverse order.
 */
export function reportOnFailure(page: Page): void {
  const lines: string[] = [];
  const pending = new Map<Request, number>();
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  page.on('request', (request) => pending.set(request, performance.now()));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail' || page.isClosed()) return;
    const text = await withTimeout(page.evaluate(() => document.body.innerText));
    const requests = [...pending].map(
      ([request, since]) =>
        `${request.method()} ${request.url()}, for ${((performance.now() - since) / 1000).toFixed(1)} s`,
    );
    console.log(
      [
        `The page of the failed test was at ${page.url()}`,
        `Screenshot: ${await screenshotOf(page)}`,
        section('Pending requests', requests),
        section('Last console lines', lines.slice(-CONSOLE_LINES)),
        section(
          'Visible text',
          text?.split('\n').filter(Boolean).slice(0, TEXT_LINES) ?? ['the page does not respond'],
        ),
      ].join('\n'),
    );
  });
}

function section(title: string, lines: readonly string[]): string {
  return `${title}:${lines.length === 0 ? ' none' : lines.map((line) => `\n  ${line}`).join('')}`;
}

async function screenshotOf(page: Page): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  reports += 1;
  const path = join(FOLDER, `${process.pid}-${reports}.png`);
  const taken = await withTimeout(page.screenshot({ path, timeout: QUERY_TIMEOUT_MS }));
  return taken === undefined ? 'none could be taken' : path;
}

async function withTimeout<Value>(query: Promise<Value>): Promise<Value | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, QUERY_TIMEOUT_MS);
  try {
    return await Promise.race([query.catch(() => undefined), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
