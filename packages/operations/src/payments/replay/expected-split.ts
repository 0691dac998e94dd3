import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { tables } from '@gateway/db/tables'
import type { Em } from '@gateway/db/orm'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { portion } from '@gateway/domain/money/rounding'
import { sumUnits } from '@gateway/domain/money/units'
import type { Split } from '@gateway/domain/payments/rules'
import { keptRounds, type Received, splitShown } from '../forwarding/split-received.ts'

/** A round of forwarding with its charges. */
export type ChargedRound = Pick<SpendIntentEntity, 'id' | 'asset' | 'units' | 'feeUnits' | 'networkFeeUnits' | 'state'>

/** The charges of rounds, by payment. */
export async function readChargedRounds(em: Em, paymentIds: readonly string[]): Promise<Map<string, ChargedRound[]>> {
  const rows = await tables(em)
    .selectFrom('spend_intent')
    .select(['id', 'ref', 'asset', 'units', 'feeUnits', 'networkFeeUnits', 'state'])
    .where('purpose', '=', 'forward')
    .where('ref', 'in', [...paymentIds])
    .execute()
  return Map.groupBy(rows, ({ ref }) => ref)
}

/**
 * The split that a payment must have by the stored charges of its rounds. Deposits in no round, and the rest of a round that a reorg has shrunk, are
 * charged as the next round will be.
 *
 * While a round is not final, only its transaction knows the network fee, so the stored value stands.
 */
export function expectedSplit(payment: PaymentEntity, received: Received, charged: readonly ChargedRound[]): Split {
  const own = new Map(charged.filter(({ asset }) => asset === payment.asset).map((round) => [round.id, round]))
  const kept = keptRounds(payment, received)
  const feeUnits = kept.reduce((sum, { id, units }) => {
    const round = id === null ? undefined : own.get(id)
    return sum + (round && movedBy(round, received) === units ? round.feeUnits : portion(units, payment.feeBps))
  }, 0n)
  const networkFeeUnits = networkFeeOf(payment, received, [...own.values()])
  return splitShown({ units: sumUnits(kept), feeUnits }, networkFeeUnits)
}

const movedBy = ({ id, units }: ChargedRound, { rounds }: Received): bigint => units - (rounds.shortfalls.get(id) ?? 0n)

function networkFeeOf(payment: PaymentEntity, { deposits }: Received, own: readonly ChargedRound[]): bigint {
  const taken = new Set(deposits.map(({ intentId }) => intentId))
  const isOpen = own.some(({ id, state }) => state !== 'final' && taken.has(id))
  if (isOpen) return payment.networkFeeUnits ?? 0n
  return own.filter(({ state }) => state === 'final').reduce((sum, round) => sum + round.networkFeeUnits, 0n)
}
