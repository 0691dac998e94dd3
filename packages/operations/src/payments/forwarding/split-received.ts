import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { portion } from '@gateway/domain/money/rounding'
import { sumUnits } from '@gateway/domain/money/units'
import { shownDeposits } from '@gateway/domain/payments/assessment'
import { splitPaid, type Split } from '@gateway/domain/payments/rules'
import type { RoundRecords } from './round-records.ts'

/** What came for a payment, and what is known of the rounds that have taken it. */
export interface Received {
  readonly deposits: readonly DepositEntity[]
  readonly rounds: RoundRecords
}

/**
 * How everything received so far divides, but for what goes back, with the network fee as far as it is known. Rounds of forwarding are charged
 * one by one, each rounded down, and so is what no round has taken yet; the fee is their sum.
 *
 * The three parts always add up to what is kept; a network fee that becomes known is taken out of the merchant's part. Where a reorganisation has taken
 * the deposit of a round, its network fee is not shown either.
 */
export function splitReceived(payment: Pick<PaymentEntity, 'asset' | 'state' | 'feeBps' | 'networkFeeUnits'>, received: Received): Split {
  const rounds = keptRounds(payment, received)
  const feeUnits = rounds.reduce((sum, round) => sum + portion(round.units, payment.feeBps), 0n)
  return splitShown({ units: sumUnits(rounds), feeUnits }, payment.networkFeeUnits ?? 0n)
}

/** What was received, was there and does not go back, by the round that has taken it; without an id what none has taken. */
export const keptRounds = (
  payment: Pick<PaymentEntity, 'asset' | 'state'>,
  { deposits, rounds }: Received,
): { id: string | null; units: bigint }[] =>
  [...Map.groupBy(shownDeposits(payment, deposits), (deposit) => deposit.intentId)]
    .filter(([id]) => id === null || !rounds.returning.has(id))
    .map(([id, taken]) => ({ id, units: sumUnits(taken) - (rounds.shortfalls.get(id ?? '') ?? 0n) }))

/** Divides what is there; a network fee that was taken out of money which is gone finds no place in it. */
export const splitShown = (paid: { units: bigint; feeUnits: bigint }, networkFeeUnits: bigint): Split => {
  const left = paid.units - paid.feeUnits
  return splitPaid(paid, networkFeeUnits < left ? networkFeeUnits : left)
}
