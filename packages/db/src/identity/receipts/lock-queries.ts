import type { MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'

/**
 * Until the transaction ends nobody else writes or judges receipts of an escrow, a card payment or a dispute. Read what is decided on in later statements.
 * The relay has no right to lock their rows.
 */
export async function lockReceiptsOf(em: Em, { objectId }: { objectId: string }): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('receipts|' || ${objectId}, 0))`.execute(tables(em))
}

/** Until the transaction ends a merchant is bound to no role of an escrow, and submits no receipt of it. Taken before any lock of the escrow. */
export async function lockOwnPart(em: Em, { escrowId, merchantId }: { escrowId: string; merchantId: MerchantId }): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('receipts|' || ${escrowId} || '|' || ${merchantId}, 0))`.execute(tables(em))
}
