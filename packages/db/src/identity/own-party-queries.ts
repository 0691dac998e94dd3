import type { Did } from '@gateway/domain/identity/did'
import type { EscrowRail } from '@gateway/domain/identity/party'
import type { EscrowRole } from '@gateway/domain/escrows/escrow'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { PageBounds } from '../kernel/read-page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

interface Row<Moment> {
  readonly escrowId: string
  readonly rail: EscrowRail
  readonly role: EscrowRole
  readonly state: string
  /** Null while nobody is bound to the other role. */
  readonly counterpartyDid: Did | null
  /** What the merchant has written of the escrow with a DID; null before. */
  readonly receiptId: string | null
  readonly boundAt: Moment
}

/** An escrow that a merchant is a party of. */
export type OwnParty = Row<Date>

/** A page of the escrows that a merchant is a party of, those bound last first, and how many there are in all. */
export async function listOwnParties(
  em: Em,
  { merchantId, limit, offset }: { merchantId: MerchantId } & PageBounds,
): Promise<{ parties: OwnParty[]; total: number }> {
  const { rows } = await sql<Row<string>>`SELECT own.escrow_id AS "escrowId", own.rail, own.role, own.created_at AS "boundAt",
      other.did AS "counterpartyDid", coalesce(escrow.state, card_escrow.state) AS state, receipt.id AS "receiptId"
    FROM (SELECT * FROM escrow_party WHERE merchant_id = ${merchantId}::uuid ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}) AS own
      LEFT JOIN escrow_party AS other ON other.escrow_id = own.escrow_id AND other.role <> own.role
      LEFT JOIN escrow ON own.rail = 'crypto' AND escrow.id = own.escrow_id
      LEFT JOIN card_escrow ON own.rail = 'card' AND card_escrow.id = own.escrow_id
      LEFT JOIN receipt ON receipt.kind = 'task' AND receipt.escrow_id = own.escrow_id AND receipt.author_merchant_id = own.merchant_id
        AND receipt.counterparty_did IS NOT NULL
    ORDER BY own.created_at DESC, own.id DESC`.execute(tables(em))
  const counted = await tables(em)
    .selectFrom('escrow_party')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('merchantId', '=', merchantId)
    .executeTakeFirst()
  return { parties: rows.map(({ boundAt, ...row }) => ({ ...row, boundAt: new Date(boundAt) })), total: Number(counted?.total ?? 0) }
}
