import { platformBusinessId } from '@gateway/domain/businesses/business'
import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { SpendPurpose } from '@gateway/domain/custody/purposes'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { isStuck, isUnsigned } from '../custody/waiting-conditions.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Money of an escrow that waits, in base units; `round` is the number of its payout, as `release` takes it, and null of what no payout has taken. */
export interface WaitingEscrowPayout {
  readonly kind: 'untaken' | 'unsigned' | 'stuck'
  readonly escrow: string
  /** The platform's own for an escrow without a business. */
  readonly businessId: BusinessId
  readonly businessName: string
  /** Null for a transfer that no payout has taken. */
  readonly round: number | null
  readonly purpose: SpendPurpose | 'escrow_deposit'
  readonly state: string
  readonly asset: AssetCode
  readonly units: string
  readonly reason: string
  readonly since: Date
}

const OF_ESCROW = sql<boolean>`round.purpose LIKE 'escrow%'`
const WHOSE = sql`escrow.id AS escrow, business.id AS "businessId", business.name AS "businessName"`
const SHOWN = sql`${WHOSE}, round.leg AS round, round.purpose, escrow.state, round.asset, round.amount::text AS units`
const ITS_BUSINESS = sql`JOIN business ON business.id = coalesce(escrow.business_id, ${platformBusinessId})`

const ITS_ESCROW = sql`JOIN escrow ON escrow.id = round.ref::uuid ${ITS_BUSINESS}`

const OVERRULED = 'contract_decided_otherwise' satisfies PlainHoldReason

/**
 * Payouts of escrows that are not signed, or whose transaction blocks leave out and that cannot be replaced, or whose contract will not accept it any
 * more, and transfers to escrows that their balance does not prove; oldest first.
 */
export async function findWaitingEscrowPayouts(em: Em): Promise<WaitingEscrowPayout[]> {
  const { rows } =
    await sql<WaitingEscrowPayout>`SELECT 'unsigned' AS kind, ${SHOWN}, coalesce(round.hold_reason, 'waits_for_the_signer') AS reason,
      coalesce(round.held_since, round.created_at) AS since
    FROM spend_intent round ${ITS_ESCROW}
    WHERE ${OF_ESCROW} AND ${isUnsigned('round')}
    UNION ALL SELECT 'stuck', ${SHOWN}, attempt.stuck_reason, attempt.stuck_since
    FROM spend_attempt attempt JOIN spend_intent round ON round.lead_id = attempt.intent_id ${ITS_ESCROW}
    WHERE ${OF_ESCROW} AND ${isStuck('attempt', 'round')}
    UNION ALL SELECT 'untaken', ${WHOSE}, NULL, 'escrow_deposit', escrow.state, waiting.asset, waiting.units::text, waiting.reason, waiting.arrived_at
    FROM unproven_transfer waiting JOIN escrow ON escrow.id = waiting.subject_id::uuid ${ITS_BUSINESS}
    WHERE waiting.subject = 'escrow' AND waiting.outcome IS NULL
    UNION ALL SELECT 'stuck', ${SHOWN}, ${OVERRULED}, round.updated_at
    FROM contract_outcome recorded JOIN spend_intent round ON round.ref = recorded.subject_id AND round.chain = recorded.chain ${ITS_ESCROW}
    WHERE NOT recorded.is_told AND recorded.subject = 'escrow' AND round.purpose IN ('escrow_release', 'escrow_refund')
      AND round.purpose <> 'escrow_' || recorded.outcome AND round.state IN ('signed', 'broadcast')
    ORDER BY since`.execute(tables(em))
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}
