// Stores the rows of links. Their encrypted files are in the media store.
import { sql } from 'kysely';
import type { ShareTotals } from '#contract/shares.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Row } from '#server/database/tables.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

type Share = Row<'shares'>;

export class ShareStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A link that has not ended. */
  find(id: string): Promise<Share | undefined> {
    return this.#db
      .selectFrom('shares')
      .selectAll()
      .where('id', '=', id)
      .where('expires_at', '>', steadyNow())
      .executeTakeFirst();
  }

  async add(share: Omit<Share, 'openings' | 'sent_bytes' | 'created_at'>): Promise<void> {
    await this.#db
      .insertInto('shares')
      .values({ ...share, created_at: steadyNow() })
      .execute();
  }

  /**
   * Counts bytes that are about to be sent, and an opening where they begin the file. The link; undefined when it has ended
   * or its bytes are used up. One statement, so that concurrent requests cannot pass the limit.
   */
  async count(id: string, sent: { readonly bytes: number; readonly isFirst: boolean }, maxTimes: number) {
    const added = sql<number>`sent_bytes + cast(${sent.bytes} as bigint)`;
    return this.#db
      .updateTable('shares')
      .set({ sent_bytes: added, ...(sent.isFirst && { openings: sql<number>`openings + 1` }) })
      .where('id', '=', id)
      .where('expires_at', '>', steadyNow())
      .where(added, '<=', sql<number>`bytes * cast(${maxTimes} as bigint)`)
      .returningAll()
      .executeTakeFirst();
  }

  listOf(visitorId: string): Promise<Share[]> {
    return this.#db.selectFrom('shares').selectAll().where('visitor_id', '=', visitorId).execute();
  }

  listEndedBy(time: number): Promise<Share[]> {
    return this.#db.selectFrom('shares').selectAll().where('expires_at', '<=', time).execute();
  }

  /** Ends a link now, by the clock of every process. */
  async end(id: string): Promise<void> {
    await this.#db.updateTable('shares').set({ expires_at: 0 }).where('id', '=', id).execute();
  }

  async delete(id: string): Promise<void> {
    await this.#db.deleteFrom('shares').where('id', '=', id).execute();
  }

  async totals(): Promise<Omit<ShareTotals, 'maxBytes'>> {
    const sums = await this.#db
      .selectFrom('shares')
      .select([
        sql<number>`count(*)`.as('links'),
        sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'),
        sql<number>`cast(coalesce(sum(openings), 0) as bigint)`.as('openings'),
      ])
      .executeTakeFirstOrThrow();
    return { links: Number(sums.links), bytes: Number(sums.bytes), openings: Number(sums.openings) };
  }

  async bytesOf(visitorId: string): Promise<number> {
    return (await this.listOf(visitorId)).reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
