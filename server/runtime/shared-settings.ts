// The settings of sites with several processes: the role of this process, and the database and store they share.
import { z } from 'zod';

/** An empty value counts as not set, as in `.env` files. */
export const blankAsUnset = (value: unknown) => (value === '' ? undefined : value);

/** A whole number within bounds. */
export const whole = (least: number, most: number, fallback: number) =>
  z.preprocess(blankAsUnset, z.coerce.number().int().min(least).max(most).default(fallback));

/** The role of a process: answer requests, run ffmpeg, or both. */
type Role = 'all' | 'web' | 'worker';

export interface S3Settings {
  /** Such as `https://store.example:3900`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const DEFAULT_REGION = 'us-east-1';
const S3_FORM = 'is not of the form https://KEY:SECRET@host:port/bucket?region=name';

const toS3Settings = (text: string, context: z.RefinementCtx): S3Settings => {
  const url = URL.parse(text);
  const bucket = url?.pathname.replace(/^\/|\/$/g, '') ?? '';
  const isWhole =
    url && /^https?:$/.test(url.protocol) && url.username && url.password && /^[\w.-]{3,63}$/.test(bucket);
  if (!isWhole) {
    context.addIssue(S3_FORM);
    return z.NEVER;
  }
  return {
    endpoint: url.origin,
    bucket,
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
};

export const SharedEnvironment = z.object({
  ROLE: z.preprocess(blankAsUnset, z.enum(['all', 'web', 'worker'], 'is not all, web or worker').default('all')),
  DATABASE_URL: z.preprocess(
    blankAsUnset,
    z
      .string()
      .regex(/^postgres(ql)?:\/\/./, 'is not of the form postgres://user:password@host:5432/database')
      .optional(),
  ),
  DATABASE_CONNECTIONS: whole(2, 100, 10),
  S3_URL: z.preprocess(blankAsUnset, z.string().transform(toS3Settings).optional()),
  MEDIA_CACHE_MB: whole(0, 10_000_000, 4096),
});

export interface SharedConfig {
  readonly role: Role;
  /** PostgreSQL; null for the embedded database. */
  readonly databaseUrl: string | null;
  /** How many connections the queries of this process may use. */
  readonly databaseConnections: number;
  /** The store of media and chunks; null for folders. */
  readonly s3: S3Settings | null;
  /** Size limit of the cache of store files on a process's disk, in bytes. */
  readonly mediaCacheBytes: number;
}

export function sharedConfig(env: z.output<typeof SharedEnvironment>): SharedConfig {
  return {
    role: env.ROLE,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseConnections: env.DATABASE_CONNECTIONS,
    s3: env.S3_URL ?? null,
    mediaCacheBytes: env.MEDIA_CACHE_MB * 1024 * 1024,
  };
}

/** Missing settings with the reason, by variable; empty for a site of one process without a database server. */
export function missingSettings(env: Readonly<Record<string, unknown>>): readonly string[] {
  const isOne = env.ROLE === 'all';
  const needed: readonly (readonly [name: string, isNeeded: boolean, why: string])[] = [
    ['DATABASE_URL', !isOne, 'because processes with a ROLE share one PostgreSQL'],
    ['S3_URL', !isOne, 'because processes with a ROLE share one store'],
    ['PUBLIC_URL', !isOne || env.DATABASE_URL !== undefined, 'because links in mails lead to no single process'],
    ['ADMIN_PASSWORD', !isOne, 'the same for all processes'],
    ['SMTP_URL', !isOne, 'because processes with a ROLE have no common outbox'],
  ];
  return needed.flatMap(([name, isNeeded, why]) =>
    isNeeded && env[name] === undefined ? [`${name}: has to be set, ${why}`] : [],
  );
}
