// The dashboard and the alert rules of deploy/, against the metrics that processes export.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sandbox } from '#server/ffmpeg/process/sandbox.ts';
import { openFolderMediaStore } from '#server/files/media-store.ts';
import { metricsRoutes } from '#server/http/ops/metrics.ts';
import { openTestSqlite } from '#tests/stores/test-database.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const METRIC = /\bswingmark_\w+/g;

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}
interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

const dashboard = JSON.parse(await readFile(join(DEPLOY, 'grafana-dashboard.json'), 'utf8')) as Dashboard;
const alerts = parse(await readFile(join(DEPLOY, 'alerts.yaml'), 'utf8')) as Alerts;
const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const watched = alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
const metricsIn = (expressions: readonly string[]) => new Set(expressions.flatMap((text) => text.match(METRIC) ?? []));

let text = '';
beforeAll(async () => {
  const [{ db, close }, { promises }] = [await openTestSqlite(), await sandbox()];
  const root = await mkdtemp(join(tmpdir(), 'swingmark-metrics-'));
  const media = await openFolderMediaStore(root, join(root, 'lost'));
  const server = Fastify();
  // A process of a shared site that runs ffmpeg exports every metric.
  metricsRoutes(server, 'token', { db, media, sandbox: promises, clockOffset: async () => 0 });
  text = (await server.inject({ url: '/metrics', headers: { authorization: 'Bearer token' } })).body;
  await server.close();
  await close();
  await rm(root, { recursive: true });
});

const exported = () => new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));

test('shows every exported metric on the dashboard, and no other [F20]', () => {
  expect(exported().size).toBeGreaterThan(5);
  expect(metricsIn(shown)).toEqual(exported());
});

test('raises alerts on exported metrics only, among them the clock, the queue and the sandbox [F20]', () => {
  expect([...metricsIn(watched)].filter((name) => !exported().has(name))).toEqual([]);
  for (const name of ['clock_offset_seconds', 'queue_age_seconds', 'ffmpeg_sandbox']) {
    expect(metricsIn(watched)).toContain(`swingmark_${name}`);
  }
});

test('names only promises of the sandbox that exist [F20]', () => {
  const promises = watched.flatMap((expression) => /promise=~?"([^"]+)"/.exec(expression)?.[1]?.split('|') ?? []);
  expect(promises.length).toBeGreaterThan(0);
  for (const promise of promises) expect(text).toContain(`promise="${promise}"`);
});
