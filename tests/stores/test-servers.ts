// A new database and a new bucket on the servers that all tests share.
import type { SharedServers } from './shared-site.ts';
import { testBucketUrl } from './test-bucket.ts';
import { newPostgresUrl } from './test-database.ts';

/** For one site. */
export async function testServers(): Promise<SharedServers> {
  return { databaseUrl: await newPostgresUrl(null), s3Url: await testBucketUrl() };
}
