// The settings: accepted values, and the variable that a refusal names.
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('no settings are required', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    resultHours: 24,
    uploadHours: 24,
    publicOrigin: null,
  });
  expect(readConfig({ PORT: '', PUBLIC_URL: '' })).toEqual(readConfig({}));
});

test('a public address counts as its origin', () => {
  expect(readConfig({ PUBLIC_URL: 'https://swing.example/' }).publicOrigin).toBe('https://swing.example');
});

test.each(['/golf', '/?x=1', '/#top', '//'])(
  'a public address that ends with %s is refused with the reason [F12]',
  (end) => {
    expect(() => readConfig({ PUBLIC_URL: `https://swing.example${end}` })).toThrow('cannot run below a path');
  },
);

test('a public address with user and password is refused, and the password is not shown [F12]', () => {
  const read = () => readConfig({ PUBLIC_URL: 'https://user:hunter2@swing.example' });
  expect(read).toThrow('PUBLIC_URL: has to be an origin');
  expect(read).not.toThrow('hunter2');
});

test.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['PUBLIC_URL', 'swing.example'],
  ['PUBLIC_URL', 'ftp://swing.example'],
  ['MAX_CONCURRENT_JOBS', '0'],
  ['RESULT_HOURS', '1.5'],
  ['UPLOAD_HOURS', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['S3_URL', 'https://store.example/media'],
  ['S3_URL', 'https://key:secret@store.example'],
  ['BACKUP_S3_URL', 'https://store.example/backups'],
  ['ROLE', 'both'],
])('%s=%s stops the start with a message that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: `);
});

const SHARED = {
  DATABASE_URL: 'postgres://swing:secret@db/swing',
  S3_URL: 'https://key:s%2Fcret@store.example:3900/media?region=garage',
  PUBLIC_URL: 'https://swing.example',
  ADMIN_PASSWORD: 'the greens are fast today',
  SMTP_URL: 'smtp://mail.example',
};

test('a role requires the shared settings, and the refusal names missing ones', () => {
  expect(readConfig({ ...SHARED, ROLE: 'web' })).toMatchObject({
    role: 'web',
    databaseUrl: SHARED.DATABASE_URL,
    s3: {
      endpoint: 'https://store.example:3900',
      bucket: 'media',
      region: 'garage',
      accessKeyId: 'key',
      secretAccessKey: 's/cret',
    },
  });
  for (const name of Object.keys(SHARED)) {
    expect(() => readConfig({ ...SHARED, ROLE: 'web', [name]: '' })).toThrow(`\n${name}: has to be set`);
  }
  expect(readConfig({ ...SHARED, ROLE: 'worker', SMTP_URL: '' }).smtpUrl).toBeNull();
  expect(() => readConfig({ DATABASE_URL: SHARED.DATABASE_URL })).toThrow('PUBLIC_URL: has to be set');
});

test('a fault point file is for tests only', () => {
  expect(() => readConfig({ FAULT_POINT_FILE: '/tmp/fault' })).toThrow('FAULT_POINT_FILE: is for tests');
  expect(() => readConfig({ FAULT_POINT_FILE: '/tmp/fault', NODE_ENV: 'production' })).toThrow(ConfigError);
  expect(readConfig({ FAULT_POINT_FILE: '/tmp/fault', NODE_ENV: 'test' }).faultPointFile).toBe('/tmp/fault');
});

test('backups are sent to the store that BACKUP_S3_URL names, and to none without it', () => {
  const address = 'https://key:secret@store.example/backups';
  expect(readConfig({ BACKUP_S3_URL: address }).backupStore).toEqual(readConfig({ S3_URL: address }).s3);
  expect(readConfig({}).backupStore).toBeNull();
});

test('backups are in the data folder by default, and otherwise outside of it', () => {
  expect(readConfig({ DATA_DIR: '/data' }).backupFolder).toBe('/data/backups');
  expect(readConfig({ DATA_DIR: '/data', BACKUP_FOLDER: '/database' }).backupFolder).toBe('/database');
  for (const folder of ['/data', '/data/media', '/data/backups/more']) {
    expect(() => readConfig({ DATA_DIR: '/data', BACKUP_FOLDER: folder })).toThrow('BACKUP_FOLDER');
  }
});
