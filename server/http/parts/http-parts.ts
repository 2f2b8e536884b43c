// What the calls need: the services of a process, and who sends a request.
import type { Readable } from 'node:stream';
import type { BackupState } from '#contract/backups.ts';
import type { Accounts } from '#server/accounts/open-accounts.ts';
import type { ResultStore } from '#server/comparisons/result-store.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { FreeingSpace } from '#server/files/spare-space.ts';
import type { Administrator, SignIns, Visitors } from '#server/http/identity/cookies.ts';
import type { MetricsParts } from '#server/http/ops/metrics.ts';
import type { Readiness } from '#server/http/ops/readiness.ts';
import type { JobQueue } from '#server/jobs/job-queue.ts';
import type { AddGolfer } from '#server/library/add-golfer.ts';
import type { Content, DemoSwings } from '#server/library/content.ts';
import type { GolferStore } from '#server/library/golfer-store.ts';
import type { Config } from '#server/runtime/config.ts';
import type { StoredSettings } from '#server/runtime/stored-settings.ts';
import type { Shares } from '#server/shares/shares.ts';
import type { UploadStore } from '#server/uploads/upload-store.ts';
import type { Uploads } from '#server/uploads/uploads.ts';

export interface HttpParts extends MetricsParts {
  readonly config: Config;
  readonly settings: { readonly stored: StoredSettings; readonly environment: Config; readonly version: string };
  /** Closes the site and opens it again; null where nothing can. */
  readonly reopen: (() => void) | null;
  readonly webRoot: string;
  readonly content: Content;
  readonly folder: DataFolder;
  readonly uploads: Uploads;
  readonly uploadStore: UploadStore;
  readonly results: ResultStore;
  readonly shares: Shares;
  readonly golfers: GolferStore;
  readonly demos: DemoSwings;
  readonly addGolfer: AddGolfer;
  readonly jobs: JobQueue;
  readonly accounts: Accounts;
  readonly visitors: Visitors;
  readonly signIns: SignIns;
  readonly administrator: Administrator;
  /** The server is reached by https. */
  readonly isSecure: boolean;
  readonly freeingSpace: FreeingSpace;
  /** Purges deleted rows from the database's files. */
  readonly purgeDeleted: () => Promise<void>;
  readonly readiness: Readiness;
  /** Null in a process of a site of several. */
  readonly backups: Backups | null;
  /** When the site's data were last in use before it was opened, in milliseconds since 1970. */
  readonly usedAt: () => Promise<number>;
}

/** The backups of a site; see server/backup. */
export interface Backups {
  state(): Promise<BackupState>;
  /** Whether the nights' backups have failed for two days. */
  isOverdue(): Promise<boolean>;
  backUp(): void;
  stop(): Promise<void>;
  archive(name: string): Promise<{ readonly bytes: number; readonly stream: Readable }>;
  restore(name: string): Promise<void>;
  receive(archive: Readable): Promise<void>;
}
