// The promises that deploy/compose.yaml makes about its services.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/runtime/config.ts';

interface Service {
  readonly networks: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

const text = await readFile(join(import.meta.dirname, '../../deploy/compose.yaml'), 'utf8');
const file = parse(text, { merge: true }) as ComposeFile;
const service = (name: string) => file.services[name] ?? expect.fail(`There is no service ${name}`);

test('gives workers internal networks only, and no password of the mail server [F4]', () => {
  const { networks, environment } = service('worker');
  expect(networks.map((name) => [name, file.networks[name]?.internal])).toEqual([['inside', true]]);
  expect(environment).not.toHaveProperty('SMTP_URL');
});

test('lets web processes reach the mail server [F4]', () => {
  const { networks, environment } = service('web-1');
  expect(networks.some((name) => !file.networks[name]?.internal)).toBe(true);
  expect(environment).toHaveProperty('SMTP_URL');
});

test.each(['migrate', 'web-1', 'web-2', 'worker'])(
  'keeps the data folder of %s in memory, so that no volume outlives it [F23]',
  (name) => {
    expect(service(name).tmpfs).toContainEqual(expect.stringMatching(/^\/data:.*uid=1000/));
  },
);

test.each([
  ['web', 'web-2'],
  ['worker', 'worker'],
])('sets all that a %s process needs', (role, name) => {
  const { environment = {} } = service(name);
  const filled = {
    PUBLIC_URL: 'https://swing.example',
    SMTP_URL: 'smtp://mail.example',
    ADMIN_PASSWORD: 'fast greens today',
  };
  const values = Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [
      key,
      String(value).replace(
        /\$\{(\w+).*?\}/g,
        (_, variable: string) => filled[variable as keyof typeof filled] ?? 'value',
      ),
    ]),
  );
  expect(readConfig(values)).toMatchObject({ role });
});

test('names every web process to the proxy [F5]', () => {
  const webs = Object.keys(file.services).filter((name) => service(name).environment?.ROLE === 'web');
  expect(service('caddy').environment?.WEBS?.split(' ')).toEqual(webs.map((name) => `${name}:3000`));
});
