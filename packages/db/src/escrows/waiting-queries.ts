import { platformBusinessId } from '@gateway/domain/businesses/business'
import type { SpendPurpose } from '@gateway/domain/custody/purposes'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { isStuck, isUnsigned } from '../custody/waiting-conditions.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A payout of an escrow that waits, in base units; `round` is its number, as `release` takes it. */
export interface WaitingEscrowPayout {
  readonly kind: 'unsigned' | 'stuck'
  readonly escrow: string
  /** The platform's own for an escrow without a business. */
  readonly businessId: BusinessId
  readonly businessName: string
  readonly round: number
  readonly purpose: SpendPurpose
  readonly state: string
  readonly asset: AssetCode
  readonly units: string
  readonly reason: string
  readonly since: Date
}

const OF_ESCROW = sql<boolean>`round.purpose LIKE 'escrow%'`
const SHOWN = sql`escrow.id AS escrow, business.id AS "businessId", business.name AS "businessName", round.leg AS round, round.purpose, escrow.state, round.asset, round.amount::text AS units`

const ITS_ESCROW = sql`JOIN escrow ON escrow.id = round.ref::uuid JOIN business ON business.id = coalesce(escrow.business_id, ${platformBusinessId})`

/** Payouts of escrows that are not signed, or whose transaction blocks leave out and that cannot be replaced; oldest first. */
export async function findWaitingEscrowPayouts(em: Em): Promise<WaitingEscrowPayout[]> {
  const { rows } =
    await sql<WaitingEscrowPayout>`SELECT 'unsigned' AS kind, ${SHOWN}, coalesce(round.hold_reason, 'waits_for_the_signer') AS reason,
      coalesce(round.held_since, round.created_at) AS since
    FROM spend_intent round ${ITS_ESCROW}
    WHERE ${OF_ESCROW} AND ${isUnsigned('round')}
    UNION ALL SELECT 'stuck', ${SHOWN}, attempt.stuck_reason, attempt.stuck_since
    FROM spend_attempt attempt JOIN spend_intent round ON round.lead_id = attempt.intent_id ${ITS_ESCROW}
    WHERE ${OF_ESCROW} AND ${isStuck('attempt', 'round')}
    ORDER BY since`.execute(tables(em))
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}
