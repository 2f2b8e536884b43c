// Failures of the disk and of SQLite become responses that name the problem.
import { expect, test } from 'vitest';
import { asAppError } from './route.ts';

const errno = (code: string) => Object.assign(new Error(code), { code });
const sqlite = (errcode: number) => Object.assign(new Error('sqlite'), { errcode });

test.each([
  ['a read-only file system', errno('EROFS'), 'storage-failed'],
  ['a broken disk', errno('EIO'), 'storage-failed'],
  ['a read-only database', sqlite(8), 'storage-failed'],
  ['a read-only database after a recovery', sqlite(8 | (3 << 8)), 'storage-failed'],
  ['a database that cannot be written', sqlite(10 | (3 << 8)), 'storage-failed'],
  ['a full disk', errno('ENOSPC'), 'no-space'],
  ['a full quota', errno('EDQUOT'), 'no-space'],
  ['a full database', sqlite(13), 'no-space'],
  ['a locked database', sqlite(5), 'busy'],
  ['anything else', new Error('a fault of ours'), 'internal'],
])('%s gets its own error code', (_, error, code) => {
  expect(asAppError(error).code).toBe(code);
});
