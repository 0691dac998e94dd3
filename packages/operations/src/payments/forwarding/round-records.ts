import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { readShortfalls } from '../../custody/payouts/legs.ts'

/** The facts about rounds that a split needs. */
export interface RoundRecords {
  /** Ids of refunds. */
  readonly returning: ReadonlySet<string>
  /** Shortfalls, by round id. */
  readonly shortfalls: ReadonlyMap<string, bigint>
}

/** Reads the rounds of some payments. */
export async function readRoundRecords(
  em: Em,
  payments: readonly Pick<PaymentEntity, 'id' | 'returningUnits'>[],
  deposits: readonly Pick<DepositEntity, 'intentId'>[],
): Promise<RoundRecords> {
  const taken = new Set(deposits.flatMap(({ intentId }) => intentId ?? []))
  const [returning, shortfalls] = await Promise.all([readReturning(em, payments), readShortfalls(em, [...taken])])
  return { returning, shortfalls }
}

/** Runs no query when nothing was refunded. */
async function readReturning(em: Em, payments: readonly Pick<PaymentEntity, 'id' | 'returningUnits'>[]): Promise<ReadonlySet<string>> {
  const ids = payments.filter(({ returningUnits }) => returningUnits > 0n).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const backs = await tables(em).selectFrom('refund').select('id').where('paymentId', 'in', ids).execute()
  if (backs.length === 0) return new Set()
  const refs = backs.map(({ id }) => id)
  const rounds = tables(em).selectFrom('spend_intent').select('id').where('purpose', '=', 'payment_refund').where('ref', 'in', refs)
  return new Set((await rounds.execute()).map(({ id }) => id))
}
