// A new, empty bucket of the store that all tests share.
import { randomBytes } from 'node:crypto';
import { newBucketUrl } from './s3-server.ts';
import { sharedStore } from './shared-store.ts';

/** Its address, as S3_URL gives it; `TEST_S3_URL` where that is set. */
export async function testBucketUrl(): Promise<string> {
  const given = process.env.TEST_S3_URL;
  return given ?? newBucketUrl(await sharedStore('s3'), `test-${randomBytes(8).toString('hex')}`);
}
