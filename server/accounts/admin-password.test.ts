import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/runtime/config.ts';
import { passwordFile, resolveAdminPassword } from './admin-access.ts';
import { PasswordHashing } from './password-hashing.ts';

const hashing = new PasswordHashing();
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-admin-'));
  file = join(folder, 'admin-password.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the administrator’s password', () => {
  it('is a one-time code until one is chosen: another at each start, and stored as a hash readable only by the operator', async () => {
    const first = await resolveAdminPassword(hashing, { place: passwordFile(file), setting: null });
    expect(first.code).toMatch(/^[\w-]{20}$/);
    expect(await readFile(file, 'utf8')).not.toContain(first.code);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const second = await resolveAdminPassword(hashing, { place: passwordFile(file), setting: null });
    expect(second).toMatchObject({ hasChanged: true, code: expect.any(String) });
    expect(await hashing.matches(second.hash, first.code ?? '')).toBe(false);
    await passwordFile(file).write({ hash: await hashing.hash('chosen'), from: 'made' });
    const third = await resolveAdminPassword(hashing, { place: passwordFile(file), setting: null });
    expect(third).toMatchObject({ code: null, hasChanged: false });
    expect(await hashing.matches(third.hash, 'chosen')).toBe(true);
  });

  it('is the setting, and a changed setting ends the old one’s sessions', async () => {
    await resolveAdminPassword(hashing, { place: passwordFile(file), setting: 'first setting' });
    expect(
      (await resolveAdminPassword(hashing, { place: passwordFile(file), setting: 'first setting' })).hasChanged,
    ).toBe(false);
    const changed = await resolveAdminPassword(hashing, { place: passwordFile(file), setting: 'second setting' });
    expect(changed.hasChanged).toBe(true);
    expect(await hashing.matches(changed.hash, 'second setting')).toBe(true);
    expect(await hashing.matches(changed.hash, 'first setting')).toBe(false);
  });

  it('is a one-time code when the setting is removed', async () => {
    await resolveAdminPassword(hashing, { place: passwordFile(file), setting: 'a setting' });
    const made = await resolveAdminPassword(hashing, { place: passwordFile(file), setting: null });
    expect(made).toMatchObject({ hasChanged: true, code: expect.any(String) });
  });

  it('leaves no other file when it cannot be written [F39]', async () => {
    await symlink('/dev/full', `${file}.part`);
    const resolved = resolveAdminPassword(hashing, { place: passwordFile(file), setting: null });
    await expect(resolved).rejects.toThrow('ENOSPC');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not regenerated when its file is broken', async () => {
    await writeFile(file, 'not json');
    await expect(resolveAdminPassword(hashing, { place: passwordFile(file), setting: null })).rejects.toThrow(
      /Delete the file/,
    );
  });
});

describe('settings of accounts', () => {
  it.each([
    ['112: the example’s password', { ADMIN_PASSWORD: 'change-me' }, 'ADMIN_PASSWORD'],
    ['a blank password', { ADMIN_PASSWORD: '   ' }, 'ADMIN_PASSWORD'],
    ['a password that no log-in takes', { ADMIN_PASSWORD: 'x'.repeat(257) }, 'ADMIN_PASSWORD'],
    ['a mail server that is none', { SMTP_URL: 'https://mail.example' }, 'SMTP_URL'],
    ['a Google id without its secret', { GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET'],
    ['a Google secret without its id', { GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID'],
    ['a proxy that is none', { TRUSTED_PROXIES: 'loopback, everyone' }, 'TRUSTED_PROXIES'],
    ['a provider over plain http', { GOOGLE_ISSUER: 'http://accounts.example' }, 'GOOGLE_ISSUER'],
    ['a provider of one’s own over plain http', { OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER'],
    [
      'a provider of one’s own without its secret',
      { OIDC_ISSUER: 'https://a.b', OIDC_CLIENT_ID: 'x' },
      'OIDC_CLIENT_SECRET',
    ],
    ['a provider’s name alone', { OIDC_NAME: 'Club' }, 'OIDC_ISSUER'],
    ['a provider’s long name', { OIDC_NAME: 'x'.repeat(41) }, 'OIDC_NAME'],
  ])('%s stops the start and names the variable', (_, environment, name) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(new RegExp(name));
  });

  it('that are empty count as not set', () => {
    const config = readConfig({ ADMIN_PASSWORD: '', SMTP_URL: '', GOOGLE_CLIENT_ID: '', METRICS_TOKEN: '' });
    expect(config).toMatchObject({ adminPassword: null, smtpUrl: null, google: null, metricsToken: null });
  });

  it('accept a provider on this machine without https', () => {
    const google = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' };
    expect(readConfig({ ...google, GOOGLE_ISSUER: 'http://127.0.0.1:9000' }).google?.issuer).toBe(
      'http://127.0.0.1:9000',
    );
    expect(readConfig(google).google?.issuer).toBe('https://accounts.google.com');
  });

  it('name a provider of one’s own by its host unless they give it a name', () => {
    const own = { OIDC_ISSUER: 'https://login.club.example/realm', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
    expect(readConfig(own).provider).toMatchObject({ name: 'login.club.example', clientId: 'a' });
    expect(readConfig({ ...own, OIDC_NAME: 'Club login' }).provider?.name).toBe('Club login');
  });
});
