// A new database and a new bucket on the servers that all tests share.

import { randomBytes } from 'node:crypto';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import { newBucketUrl } from './s3-server.ts';
import type { SharedServers } from './shared-site.ts';
import { newPostgresUrl } from './test-database.ts';

/** For one site. */
export async function testServers(): Promise<SharedServers> {
  return { databaseUrl: await newPostgresUrl(null), s3Url: await testBucketUrl() };
}

/** Its address, as S3_URL gives it; `TEST_S3_URL` where that is set. */
export async function testBucketUrl(): Promise<string> {
  const given = process.env.TEST_S3_URL;
  return given ?? newBucketUrl(await sharedResource('s3'), `test-${randomBytes(8).toString('hex')}`);
}
