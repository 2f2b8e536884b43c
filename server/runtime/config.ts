// The settings: the environment, validated once. The only reader of process.env.
import { accessSync, constants, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { delimiter, isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from './app-error.ts';

/** A setting: an empty value counts as not set, as in `.env` files. */
const setting = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** A whole number within bounds. */
const whole = (least: number, most: number, fallback: number) =>
  setting(z.coerce.number().int().min(least).max(most).default(fallback));

const optionalText = setting(z.string().optional());

/** The longest password that the log-in call accepts. */
const MAX_ADMIN_PASSWORD = 256;

/** Room for what is being assembled, see docs/decisions/020-uploads.md. */
const DEFAULT_RESERVE_MB = 2048;

/** Sample values that must be replaced. */
const SAMPLE_PASSWORDS = ['change-me', 'changeme', 'change-this', 'example', 'sample', 'your-password'];

const isLoopback = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/** A proxy as Fastify accepts it: a named network, an address, or a network such as 10.0.0.0/8. */
const isProxy = (text: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) ||
  (isIP(text.split('/')[0] ?? '') > 0 && /^[^/]+(\/\d{1,3})?$/.test(text));

const issuerAddress = z
  .url({ protocol: /^https?$/, message: 'is not an https address' })
  .refine((text) => text.startsWith('https:') || isLoopback(new URL(text)), 'has to be reached by https');

/** Providers of OpenID Connect: Google, whose issuer only tests change, and the site's own. */
const ProviderSettings = {
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GOOGLE_ISSUER: setting(issuerAddress.default('https://accounts.google.com')),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_ISSUER: setting(issuerAddress.optional()),
  OIDC_NAME: setting(z.string().max(40, 'is longer than 40 characters').optional()),
};

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

/** Whether an address has nothing but protocol, host and port. */
const isOrigin = (text: string) => {
  const url = URL.parse(text);
  return url?.href === `${url?.origin}/`;
};

const webAddress = z.url({ protocol: /^https?$/, message: 'is not an http or https address' });

const Environment = z.object({
  ADMIN_PASSWORD: setting(
    z
      .string()
      .max(MAX_ADMIN_PASSWORD, `is longer than ${MAX_ADMIN_PASSWORD} characters`)
      .refine((text) => text.trim() !== '', 'is blank')
      .refine((text) => !SAMPLE_PASSWORDS.includes(text.toLowerCase()), 'still has the value of the example')
      .optional(),
  ),
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/, message: 'is not an smtp or smtps address' }).optional()),
  SMTP_CA_FILE: optionalText,
  MAIL_FROM: optionalText,
  METRICS_TOKEN: optionalText,
  TRUSTED_PROXIES: setting(
    z
      .string()
      .transform((text) => text.split(',').map((proxy) => proxy.trim()))
      .refine((proxies) => proxies.every(isProxy), 'is not a list of addresses, networks or loopback')
      .default([]),
  ),
  ...ProviderSettings,
  ROLE: setting(z.enum(['all', 'web', 'worker'], 'is not all, web or worker').default('all')),
  DATABASE_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\/./, 'is not of the form postgres://user:password@host:5432/database')
      .optional(),
  ),
  DATABASE_CONNECTIONS: whole(2, 100, 10),
  S3_URL: setting(z.string().transform(toS3Settings).optional()),
  MEDIA_CACHE_MB: whole(0, 10_000_000, 4096),
  PORT: whole(0, 65_535, 3000),
  HOST: setting(z.string().default('127.0.0.1')),
  DATA_DIR: setting(z.string().default('./data')),
  BACKUP_FOLDER: optionalText,
  BACKUP_S3_URL: setting(z.string().transform(toS3Settings).optional()),
  NIGHTLY_BACKUPS: setting(z.enum(['on', 'off']).default('on')),
  READ_ONLY: setting(z.enum(['on', 'off']).default('off')),
  CONTENT_DIR: optionalText,
  PUBLIC_URL: setting(
    webAddress
      .refine(isOrigin, 'has to be an origin such as https://swing.example: Swingmark cannot run below a path')
      .transform((url) => new URL(url).origin)
      .optional(),
  ),
  COMMUNITY_URL: setting(webAddress.default('https://www.reddit.com/r/GolfSwing/')),
  MAKE_VIDEOS_ON: setting(z.enum(['both', 'device', 'server']).default('both')),
  MAX_CONCURRENT_JOBS: whole(1, 256, availableParallelism()),
  JOB_TIMEOUT_SECONDS: whole(1, 300, 300),
  RESULT_HOURS: whole(1, 8760, 24),
  UPLOAD_HOURS: whole(1, 8760, 24),
  DISK_RESERVE_MB: setting(z.coerce.number().int().min(0).max(1_000_000).optional()),
  VISITOR_STORAGE_MB: whole(1, 1_000_000, 2048),
  LINK_MB: whole(0, 500, 200),
  LINKS_MB: whole(0, 100_000_000, 20_480),
  BODY_TIMEOUT_SECONDS: whole(1, 600, 60),
  MAX_CONNECTIONS_PER_NETWORK: whole(1, 2000, 200),
  MAX_NEW_VISITORS_PER_NETWORK: whole(1, 1_000_000, 600),
  FFMPEG_PATH: optionalText,
  FFPROBE_PATH: optionalText,
  FFMPEG_SANDBOX: setting(z.enum(['auto', 'bubblewrap', 'unshare', 'none']).default('auto')),
  FAULT_POINT_FILE: optionalText,
  NODE_ENV: optionalText,
  PARENT_FD: whole(0, 64, 0),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
  LOG_IPS: setting(z.enum(['on', 'off']).default('on')),
});

export type Config = Readonly<ReturnType<typeof settingsOf>>;

/** An invalid setting. The message names the variable. */
export class ConfigError extends StartError {}

/** Reads the settings. Throws a {@link ConfigError} that names each invalid variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const { success, data: env, error } = Environment.safeParse(environment);
  if (!success) {
    const problems = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The settings cannot be used.\n${problems.join('\n')}`);
  }
  const missing = missingSettings(env);
  if (missing.length > 0) throw new ConfigError(`The settings cannot be used.\n${missing.join('\n')}`);
  return settingsOf(env, environment.PATH);
}

/** What the settings of an environment mean. */
function settingsOf(env: z.output<typeof Environment>, path: string | undefined) {
  const isReadOnly = env.READ_ONLY === 'on';
  return {
    /** Whether nothing of the site can be changed: its library, its settings, its accounts, its links. */
    isReadOnly,
    /** What the process does: answer requests, run ffmpeg, or both. */
    role: env.ROLE,
    /** PostgreSQL; null for the embedded database. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** How many connections the queries of this process may use. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    /** The store of media and chunks; null for folders. */
    s3: env.S3_URL ?? null,
    /** Size limit of the cache of library files on a process's disk, in bytes. */
    mediaCacheBytes: env.MEDIA_CACHE_MB * 1024 * 1024,
    port: env.PORT,
    host: env.HOST,
    /** The absolute path of the data folder. */
    dataDir: resolve(env.DATA_DIR),
    /** The absolute path of the folder with the site's own backups. */
    backupFolder: backupFolderOf(env),
    /** The store to which each of them is sent as well; null for none. */
    backupStore: env.BACKUP_S3_URL ?? null,
    /** Whether the site backs itself up each night. */
    backsUpNightly: env.NIGHTLY_BACKUPS === 'on' && !isReadOnly,
    /** The absolute path of the folder with the shipped library; null for the project's own. */
    contentDir: env.CONTENT_DIR === undefined ? null : resolve(env.CONTENT_DIR),
    /** The origin under which visitors reach the server, such as `https://swing.example`; null when not set. */
    publicOrigin: env.PUBLIC_URL ?? null,
    /** The forum that the header links to. */
    communityUrl: env.COMMUNITY_URL,
    /** Where merged videos are made: on the visitor's device, falling back to the server (`both`), or on only one of them. */
    makeVideosOn: env.MAKE_VIDEOS_ON,
    maxConcurrentJobs: env.MAX_CONCURRENT_JOBS,
    jobTimeoutMs: env.JOB_TIMEOUT_SECONDS * 1000,
    resultHours: env.RESULT_HOURS,
    uploadHours: env.UPLOAD_HOURS,
    /** Uploads leave at least this much of the disk free, in bytes. By default a small disk has a smaller reserve. */
    diskReserveBytes: (env.DISK_RESERVE_MB ?? DEFAULT_RESERVE_MB) * 1024 * 1024,
    hasOwnDiskReserve: env.DISK_RESERVE_MB !== undefined,
    visitorStorageBytes: env.VISITOR_STORAGE_MB * 1024 * 1024,
    /** The largest encrypted file of a link, in bytes; 0 where links are switched off. */
    maxShareBytes: isReadOnly ? 0 : env.LINK_MB * 1024 * 1024,
    /** The most that all links together may take up, in bytes. */
    maxSharesBytes: env.LINKS_MB * 1024 * 1024,
    bodyTimeoutMs: env.BODY_TIMEOUT_SECONDS * 1000,
    /** How many connections, and requests in progress, the clients of one network may have. */
    maxConnectionsOfNetwork: env.MAX_CONNECTIONS_PER_NETWORK,
    /** How many new visitors a network may begin per hour. */
    maxNewVisitorsOfNetwork: env.MAX_NEW_VISITORS_PER_NETWORK,
    ffmpegPath: env.FFMPEG_PATH ?? onPath('ffmpeg', path),
    ffprobePath: env.FFPROBE_PATH ?? onPath('ffprobe', path),
    /** The isolation of ffmpeg: the best that this machine supports, a specific one, or none. */
    ffmpegSandbox: env.FFMPEG_SANDBOX,
    logLevel: env.LOG_LEVEL,
    /** Whether the line of each request has the visitor's IP address. */
    logsIps: env.LOG_IPS === 'on',
    /** The file that names the armed fault point, for fault tests only; null otherwise. */
    faultPointFile: faultPointFile(env),
    /** The proxies whose X-Forwarded-For header is trusted. */
    trustedProxies: env.TRUSTED_PROXIES,
    /** The administrator's password; null to generate one. */
    adminPassword: env.ADMIN_PASSWORD ?? null,
    /** The mail server; null to write mails to the outbox. */
    smtpUrl: env.SMTP_URL ?? null,
    /** The certificate of an authority to trust for the mail server besides the usual ones, as PEM; null for none. */
    smtpAuthority: env.SMTP_CA_FILE === undefined ? null : certificateIn(env.SMTP_CA_FILE),
    /** The sender of mails; null for the default. */
    mailFrom: env.MAIL_FROM ?? null,
    /** The provider for signing up with Google; null when not configured. */
    google: isReadOnly ? null : googleSettings(env),
    /** The site's own provider for signing up; null when not configured. */
    provider: isReadOnly ? null : ownProviderSettings(env),
    /** The token that protects /metrics; null disables it. */
    metricsToken: env.METRICS_TOKEN ?? null,
    /** A pipe from the parent process that closes when that process exits. 0 when there is none. */
    parentFd: env.PARENT_FD,
  };
}

/** The program's absolute path on the operator's PATH; its bare name when it is not found. */
function onPath(program: string, path = ''): string {
  const candidates = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, program));
  return candidates.find(isExecutable) ?? program;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A folder elsewhere in the data folder would be taken for a part of the data. */
function backupFolderOf({ DATA_DIR, BACKUP_FOLDER = join(DATA_DIR, 'backups') }: z.output<typeof Environment>): string {
  const [dataDir, folder] = [resolve(DATA_DIR), resolve(BACKUP_FOLDER)];
  const within = relative(dataDir, folder);
  const isElsewhere = within.startsWith('..') || isAbsolute(within);
  if (isElsewhere || within === 'backups') return folder;
  throw new ConfigError('BACKUP_FOLDER: has to be outside DATA_DIR');
}

function certificateIn(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch {
    // The same remedy.
  }
  throw new ConfigError(`SMTP_CA_FILE: ${file} is not a readable certificate in PEM`);
}

/** Refuses crash injection outside of tests. */
function faultPointFile({ FAULT_POINT_FILE: file, NODE_ENV }: z.output<typeof Environment>): string | null {
  if (file && NODE_ENV !== 'test') throw new ConfigError('FAULT_POINT_FILE: is for tests, which set NODE_ENV=test');
  return file ?? null;
}

function googleSettings(env: z.output<typeof Environment>) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = env;
  if (!clientId && !clientSecret) return null;
  if (!clientId) throw new ConfigError('GOOGLE_CLIENT_ID: is missing, but GOOGLE_CLIENT_SECRET is set');
  if (!clientSecret) throw new ConfigError('GOOGLE_CLIENT_SECRET: is missing, but GOOGLE_CLIENT_ID is set');
  return { issuer, clientId, clientSecret };
}

function ownProviderSettings(env: z.output<typeof Environment>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = env;
  if (issuer && clientId && clientSecret) {
    return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname };
  }
  if (!issuer && !clientId && !clientSecret && !name) return null;
  const needed = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  const missing = Object.entries(needed).flatMap(([setting, value]) => (value ? [] : [`${setting}: is missing`]));
  throw new ConfigError(`${missing.join('\n')}\nSigning up with a provider of your own needs all three.`);
}

/** Missing settings with the reason, by variable; empty for a site of one process without a database server. */
function missingSettings(env: Readonly<Record<string, unknown>>): readonly string[] {
  const isOne = env.ROLE === 'all';
  const needed: readonly (readonly [name: string, isNeeded: boolean, why: string])[] = [
    ['DATABASE_URL', !isOne, 'because processes with a ROLE share one PostgreSQL'],
    ['S3_URL', !isOne, 'because processes with a ROLE share one store'],
    ['PUBLIC_URL', !isOne || env.DATABASE_URL !== undefined, 'because links in mails lead to no single process'],
    ['ADMIN_PASSWORD', !isOne, 'the same for all processes'],
    ['SMTP_URL', env.ROLE === 'web', 'because web processes have no common outbox'],
  ];
  return needed.flatMap(([name, isNeeded, why]) =>
    isNeeded && env[name] === undefined ? [`${name}: has to be set, ${why}`] : [],
  );
}
