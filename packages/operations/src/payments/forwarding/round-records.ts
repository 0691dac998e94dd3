import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { readShortfalls } from '../../custody/payouts/legs.ts'

/** What there is to know of rounds before their deposits can be divided. */
export interface RoundRecords {
  /** Ids of rounds that return money to who sent it. */
  readonly returning: ReadonlySet<string>
  /** What rounds were counted to have and did not move, by their ids. */
  readonly shortfalls: ReadonlyMap<string, bigint>
}

/** The rounds of some payments and their deposits. */
export async function readRoundRecords(
  em: Em,
  payments: readonly Pick<PaymentEntity, 'id' | 'returningUnits'>[],
  deposits: readonly Pick<DepositEntity, 'intentId'>[],
): Promise<RoundRecords> {
  const taken = new Set(deposits.flatMap(({ intentId }) => intentId ?? []))
  const [returning, shortfalls] = await Promise.all([readReturning(em, payments), readShortfalls(em, [...taken])])
  return { returning, shortfalls }
}

/** Asks nothing where nothing was ever sent back. */
async function readReturning(em: Em, payments: readonly Pick<PaymentEntity, 'id' | 'returningUnits'>[]): Promise<ReadonlySet<string>> {
  const ids = payments.filter(({ returningUnits }) => returningUnits > 0n).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const backs = await tables(em).selectFrom('payment_return').select('id').where('paymentId', 'in', ids).execute()
  if (backs.length === 0) return new Set()
  const refs = backs.map(({ id }) => id)
  const rounds = tables(em).selectFrom('spend_intent').select('id').where('purpose', '=', 'payment_refund').where('ref', 'in', refs)
  return new Set((await rounds.execute()).map(({ id }) => id))
}
